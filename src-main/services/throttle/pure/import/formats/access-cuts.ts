const [space, quote, dash, zero, nine, bracket, closing, backslash] = [32, 34, 45, 48, 57, 91, 93, 92];
/** `10/Oct/2025:13:55:36 +0000` */
const usualTimeBytes = 26;

/** The places where the parts of a line end; mutable, since one is used for all lines. */
export interface AccessCuts {
  timeFrom: number;
  timeTo: number;
  addressFrom: number;
  requestTo: number;
  status: number;
  afterFrom: number;
}

/** Finds where the parts of a line end; false: it does not have the form of the common format. */
export function cutAccessLine(bytes: Uint8Array, from: number, to: number, cuts: AccessCuts): boolean {
  return (
    cutTime(bytes, from, to, cuts) &&
    cutRequest(bytes, cuts.timeTo + 3, to, cuts) &&
    cutAnswer(bytes, cuts.requestTo + 1, to, cuts)
  );
}

function cutTime(bytes: Uint8Array, from: number, to: number, cuts: AccessCuts): boolean {
  let at = from;
  while (at < to && bytes[at] !== bracket) at += 1;
  if (at === from || bytes[at - 1] !== space) return false;
  cuts.timeFrom = at + 1;
  at = cuts.timeFrom + usualTimeBytes;
  if (bytes[at] !== closing || at >= to) {
    at = cuts.timeFrom;
    while (at < to && bytes[at] !== closing) at += 1;
  }
  cuts.timeTo = at;
  return at + 3 < to && bytes[at + 1] === space && bytes[at + 2] === quote;
}

/** A request line has a space, or it is none; one with something escaped in it is read as text. */
function cutRequest(bytes: Uint8Array, from: number, to: number, cuts: AccessCuts): boolean {
  let at = from;
  for (; at < to && bytes[at] !== space; at += 1)
    if (bytes[at] === quote || bytes[at] === backslash) return false;
  cuts.addressFrom = at + 1;
  for (; at < to; at += 1) {
    const byte = bytes[at];
    if (byte === backslash) return false;
    if (byte === quote) break;
  }
  cuts.requestTo = at;
  return at < to;
}

/** Reads the status and the length of the body, which are numbers. */
function cutAnswer(bytes: Uint8Array, from: number, to: number, cuts: AccessCuts): boolean {
  if (from + 5 > to || bytes[from] !== space) return false;
  let status = 0;
  for (let at = from + 1; at < from + 4; at += 1) {
    const digit = (bytes[at] ?? 0) - zero;
    if (digit < 0 || digit > 9) return false;
    status = status * 10 + digit;
  }
  cuts.status = status;
  let at = from + 5;
  if (bytes[from + 4] !== space) return false;
  if (bytes[at] === dash) at += 1;
  else while (at < to && (bytes[at] ?? 0) >= zero && (bytes[at] ?? 0) <= nine) at += 1;
  if (at === from + 5 || (at < to && bytes[at] !== space)) return false;
  cuts.afterFrom = at;
  return true;
}
