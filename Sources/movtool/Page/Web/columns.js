// Columns of integers, as the data block packs them: runs of one value, or blocks of 256 values in as few bits
// as they need. A column of runs stays runs: a hundred million PCM samples are one run.

class Bits {
  constructor(text) {
    const binary = atob(text);
    this.bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i += 1) this.bytes[i] = binary.charCodeAt(i);
    this.place = 0;
  }

  varint() {
    let value = 0;
    let factor = 1;
    for (;;) {
      const byte = this.bytes[this.place];
      this.place += 1;
      value += (byte & 127) * factor;
      if (!(byte & 128)) return value;
      factor *= 128;
    }
  }

  zigzag() {
    const value = this.varint();
    return value % 2 ? -(value + 1) / 2 : value / 2;
  }
}

// Added to the width of a block of which a few values have more bits.
const PATCHED = 128;

// A block of this width repeats what came `step` values before.
const REPEATS = 255;

/** All values of a packed column. */
function unpack(column) {
  const values = new Float64Array(column.count);
  const input = new Bits(column.packed);
  for (let start = 0; start < column.count; start += 256) {
    const count = Math.min(256, column.count - start);
    const minimum = input.zigzag();
    const step = input.varint();
    const width = input.bytes[input.place];
    input.place += 1;
    if (width === 0) values.fill(minimum, start, start + count);
    else if (width === REPEATS) for (let i = start; i < start + count; i += 1) values[i] = values[i - step];
    else if (width >= PATCHED) unpackPatched(input, values, start, count, minimum, step, width - PATCHED);
    else unpackBlock(input, values, start, count, minimum, step, width);
  }
  if (column.delta) for (let i = 1; i < values.length; i += 1) values[i] += values[i - 1];
  return values;
}

function unpackBlock(input, values, start, count, minimum, step, width) {
  const end = input.place + Math.ceil((count * width) / 8);
  if (width <= 24) narrowBlock(input, values, start, count, minimum, step, width);
  else wideBlock(input, values, start, count, minimum, step, width);
  input.place = end;
}

/** A block with the high bits of the few values that need them after the low bits of all. */
function unpackPatched(input, values, start, count, minimum, step, width) {
  if (width === 0) values.fill(minimum, start, start + count);
  else unpackBlock(input, values, start, count, minimum, step, width);
  let index = -1;
  for (let left = input.varint(); left > 0; left -= 1) {
    index += input.varint() + 1;
    values[start + index] += input.varint() * 2 ** width * step;
  }
}

/** Up to 24 bits: the bits that wait (at most 23 + 8) fit in the integers of the operators. */
function narrowBlock(input, values, start, count, minimum, step, width) {
  const mask = (1 << width) - 1;
  let { place } = input;
  let buffer = 0;
  let filled = 0;
  for (let i = start; i < start + count; i += 1) {
    while (filled < width) {
      buffer |= input.bytes[place] << filled;
      place += 1;
      filled += 8;
    }
    values[i] = minimum + (buffer & mask) * step;
    buffer >>>= width;
    filled -= width;
  }
}

function wideBlock(input, values, start, count, minimum, step, width) {
  for (let i = 0; i < count; i += 1) {
    let bit = i * width;
    let left = width;
    let value = 0;
    let factor = 1;
    while (left > 0) {
      const take = Math.min(8 - (bit & 7), left);
      const byte = input.bytes[input.place + Math.floor(bit / 8)];
      value += ((byte >> (bit & 7)) & ((1 << take) - 1)) * factor;
      factor *= 2 ** take;
      bit += take;
      left -= take;
    }
    values[start + i] = minimum + value * step;
  }
}

/** The first index in 0..<count at which `isAtLeast` holds; count if it holds nowhere. It never holds and then fails. */
function lowerBound(count, isAtLeast) {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (isAtLeast(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A column of equal values in runs. */
class RunColumn {
  constructor(runs) {
    this.runs = runs;
    this.starts = [0];
    this.sums = [0];
    for (const [count, value] of runs) {
      this.starts.push(this.starts[this.starts.length - 1] + count);
      this.sums.push(this.sums[this.sums.length - 1] + count * value);
    }
    this.count = this.starts[this.starts.length - 1];
  }

  run(index) {
    return lowerBound(this.runs.length, (i) => this.starts[i + 1] > index);
  }

  at(index) {
    const run = this.runs[this.run(index)];
    return run ? run[1] : undefined;
  }

  /** The sum of the values before the index. */
  sum(index) {
    if (index >= this.count) return this.sums[this.sums.length - 1];
    const run = this.run(index);
    return this.sums[run] + (index - this.starts[run]) * this.runs[run][1];
  }

  /** The largest value from `first` to before `end`. */
  maximum(first, end) {
    let best = -Infinity;
    for (let run = this.run(first); run < this.runs.length && this.starts[run] < end; run += 1) {
      if (this.runs[run][1] > best) best = this.runs[run][1];
    }
    return best;
  }

  minimum(first, end) {
    let best = Infinity;
    for (let run = this.run(first); run < this.runs.length && this.starts[run] < end; run += 1) {
      if (this.runs[run][1] < best) best = this.runs[run][1];
    }
    return best;
  }
}

const FAN = 16;

/** The largest or smallest of each 16 values, of each 16 of those, and so on: any range costs a few steps. */
class Pyramid {
  constructor(values, better) {
    this.better = better;
    this.levels = [values];
    // The last level has one value: a range may be all of any other, and those pass whole blocks on.
    while (this.levels[this.levels.length - 1].length > 1) {
      this.levels.push(this.reduced(this.levels[this.levels.length - 1]));
    }
  }

  reduced(below) {
    const level = new Float64Array(Math.ceil(below.length / FAN));
    for (let i = 0; i < level.length; i += 1) {
      const end = Math.min(below.length, (i + 1) * FAN);
      let best = below[i * FAN];
      for (let j = i * FAN + 1; j < end; j += 1) if (this.better(below[j], best)) best = below[j];
      level[i] = best;
    }
    return level;
  }

  over(first, end) {
    let best = NaN;
    const take = (value) => { if (!(this.better(best, value))) best = value; };
    let [low, high] = [first, end];
    for (const values of this.levels) {
      while (low < high && (low % FAN || high - low < FAN)) { take(values[low]); low += 1; }
      while (low < high && high % FAN) { high -= 1; take(values[high]); }
      if (low >= high) break;
      low /= FAN;
      high /= FAN;
    }
    return best;
  }
}

/** A column of which every value is held. */
class PlainColumn {
  constructor(values) {
    this.values = values;
    this.count = values.length;
  }

  at(index) {
    return this.values[index];
  }

  sum(index) {
    if (!this.sums) {
      this.sums = new Float64Array(this.count + 1);
      for (let i = 0; i < this.count; i += 1) this.sums[i + 1] = this.sums[i] + this.values[i];
    }
    return this.sums[Math.min(index, this.count)];
  }

  maximum(first, end) {
    this.highest = this.highest || new Pyramid(this.values, (a, b) => a > b);
    return this.highest.over(first, end);
  }

  minimum(first, end) {
    this.lowest = this.lowest || new Pyramid(this.values, (a, b) => a < b);
    return this.lowest.over(first, end);
  }
}

/** Makes a column of its JSON. */
function makeColumn(json) {
  if (!json) return null;
  return json.runs ? new RunColumn(json.runs) : new PlainColumn(unpack(json));
}
