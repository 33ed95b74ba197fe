"""Frame numbers and timecode labels, by counting minutes rather than by the usual formula.

A slow and plain model on purpose: what is written here is the expectation of tests.
"""

DROPPED = {30: 2, 60: 4, 120: 8}  # frame numbers that each minute but every tenth begins without


def dropped_in(minute, quanta, drop):
    return DROPPED.get(quanta, 0) if drop and minute % 10 else 0


def minutes_long(count, quanta, drop):
    """Frames in the minutes 0 ..< count."""
    tens, rest = divmod(count, 10)
    lengths = [60 * quanta - dropped_in(minute, quanta, drop) for minute in range(10)]
    return tens * sum(lengths) + sum(lengths[:rest])


def number(text, quanta):
    """The frame number of a label such as '00:59:59;28'; ';' says drop frame."""
    drop = ";" in text
    hours, minutes, seconds, frames = map(int, text.replace(";", ":").split(":"))
    minute = hours * 60 + minutes
    dropped = dropped_in(minute, quanta, drop)
    within = seconds * quanta + frames
    assert within >= dropped, f"{text} is a dropped label"
    return minutes_long(minute, quanta, drop) + within - dropped


def label(count, quanta, drop=False, wraps=False):
    """The label of a frame number; quanta 0 has none."""
    if quanta == 0:
        return "-"
    day = minutes_long(24 * 60, quanta, drop)
    if wraps:
        count %= day
    sign, count = ("-", -count) if count < 0 else ("", count)
    days, count = divmod(count, day)
    minute = 0
    while count >= (length := 60 * quanta - dropped_in(minute, quanta, drop)):
        count -= length
        minute += 1
    seconds, frames = divmod(count + dropped_in(minute, quanta, drop), quanta)
    hours = days * 24 + minute // 60
    digits = max(2, len(str(quanta - 1)))
    mark = ";" if drop else ":"
    return f"{sign}{hours:02}:{minute % 60:02}:{seconds:02}{mark}{frames:0{digits}}"
