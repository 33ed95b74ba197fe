// Numbers, times and text as the page shows them.

// Characters that a name may hold and that must not act: controls, marks that turn the direction of text,
// spaces of no width, and halves of surrogate pairs.
const UNSEEN = new RegExp('[\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u061c\\u115f\\u180e\\u200b-\\u200f'
  + '\\u2028-\\u202e\\u2060-\\u2069\\ufeff\\ufff9-\\ufffb]|[\\ud800-\\udbff](?![\\udc00-\\udfff])'
  + '|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]', 'g');

/** Text of a file with what cannot be seen written as codes: \u202e. */
function visible(text) {
  return String(text).replace(UNSEEN, (c) => '\\u' + c.charCodeAt(0).toString(16).padStart(4, '0'));
}

const grouped = new Intl.NumberFormat('en', { maximumFractionDigits: 3 });

/** 1234567 as "1,234,567". */
function number(value) {
  return typeof value === 'number' ? grouped.format(value) : visible(value);
}

function plural(count, one, many = one + 's') {
  return `${number(count)} ${count === 1 ? one : many}`;
}

/** Bytes as a person says them: "47.0 kB". */
function bytes(count) {
  if (count < 1000) return plural(count, 'byte');
  const units = ['kB', 'MB', 'GB', 'TB', 'PB'];
  let value = count / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) { value /= 1000; unit += 1; }
  return `${value < 9.95 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

function bitrate(bitsPerSecond) {
  if (!Number.isFinite(bitsPerSecond)) return '–';
  const units = ['bit/s', 'kbit/s', 'Mbit/s', 'Gbit/s'];
  let value = bitsPerSecond;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) { value /= 1000; unit += 1; }
  return `${value >= 99.5 || unit === 0 ? Math.round(value) : value.toFixed(value < 9.95 ? 2 : 1)} ${units[unit]}`;
}

/** Seconds as a clock: "00:01:02.345"; digits after the point as asked. */
function clock(seconds, digits = 3) {
  if (!Number.isFinite(seconds)) return '–';
  const scale = 10 ** digits;
  const ticks = Math.round(Math.abs(seconds) * scale);
  const whole = Math.floor(ticks / scale);
  const pad = (n) => String(n).padStart(2, '0');
  const text = `${pad(Math.floor(whole / 3600))}:${pad(Math.floor(whole / 60) % 60)}:${pad(whole % 60)}`;
  const sign = seconds < 0 && ticks > 0 ? '−' : '';
  return sign + text + (digits ? '.' + String(ticks % scale).padStart(digits, '0') : '');
}

/** Seconds as words of few letters: "3.003 s", "40 ms". */
function span(seconds) {
  const size = Math.abs(seconds);
  if (size < 1) return `${number(Math.round(seconds * 1e5) / 100)} ms`;
  if (size < 120) return `${number(Math.round(seconds * 1000) / 1000)} s`;
  return clock(seconds);
}

/** "0x1a0" and "416" are the same place; null if the text is neither. */
function parseInteger(text) {
  const plain = text.trim().replace(/[,_\s]/g, '');
  if (/^0x[0-9a-f]+$/i.test(plain)) return parseInt(plain.slice(2), 16);
  return /^\d+$/.test(plain) ? Number(plain) : null;
}

/** "90", "1:30", "00:01:30.5" as seconds; null if it is no time. */
function parseClock(text) {
  const match = /^(?:(?:(\d+):)?(\d+):)?(\d+(?:\.\d+)?)\s*s?$/.exec(text.trim());
  if (!match) return null;
  return Number(match[1] || 0) * 3600 + Number(match[2] || 0) * 60 + Number(match[3]);
}

function hexadecimal(value) {
  return '0x' + value.toString(16);
}

function ratio(numerator, denominator) {
  return denominator === 1 ? String(numerator) : `${numerator}/${denominator}`;
}

/** 30000/1001 as "29.97". */
function rate(numerator, denominator) {
  return String(Math.round((numerator / denominator) * 1000) / 1000);
}
