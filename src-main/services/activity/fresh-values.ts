/** Names on the wire of values that flows make anew each time. */
const freshNames = new Set([
  'state',
  'nonce',
  'code',
  'code_challenge',
  'code_verifier',
  'jti',
  'access_token',
  'refresh_token',
  'id_token',
  'client_assertion',
  'device_code',
  'user_code',
  'request_uri',
  'auth_req_id',
  'csrf',
]);

/** Words of a text as they stand between its signs. */
const word = /[\w-]+/g;
const minMadeUp = 9;
/** Longer texts are only said to differ. */
const maxLength = 65_536;

/** Ids, tokens and times have digits among their letters, or nothing but many digits; no word of a language has. */
function isMadeUp(text: string): boolean {
  return /\d/.test(text) && (/[A-Za-z]/.test(text) || text.length >= minMadeUp);
}

function withoutMadeUp(text: string): string {
  return text.replace(word, (found) => (isMadeUp(found) ? '' : found));
}

/** Signed tokens begin alike: what tells two of them apart is the last part. */
function lastPart(value: string): string {
  return value.slice(value.lastIndexOf('.') + 1);
}

/** True if two texts have at least half of their characters in common, at their beginning and their end. */
function areMostlyAlike(left: string, right: string): boolean {
  const longer = Math.max(left.length, right.length);
  const shorter = Math.min(left.length, right.length);
  let head = 0;
  while (head < shorter && left[head] === right[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && left[left.length - 1 - tail] === right[right.length - 1 - tail]) tail += 1;
  return (head + tail) * 2 >= longer;
}

/**
 * True if two values that differ do so only because they are made anew each time: of a name that is known for it, or with
 * ids, tokens and times in the same places. A value that was edited by a few characters is not one of them.
 */
export function isFreshPair(name: string, left: string, right: string): boolean {
  if (left === '' || right === '' || left.length + right.length > maxLength) return false;
  if (freshNames.has(name.toLowerCase())) return !areMostlyAlike(lastPart(left), lastPart(right));
  const [ours, theirs] = [left, right].map((text) => (text.match(word) ?? []).filter(isMadeUp));
  const [rest, otherRest] = [left, right].map(withoutMadeUp);
  if (ours === undefined || theirs === undefined || ours.length !== theirs.length || rest !== otherRest)
    return false;
  return ours.every((own, index) => {
    const other = theirs[index] ?? '';
    if (own === other) return true;
    return (
      Math.min(own.length, other.length) >= minMadeUp && (isTime(own, other) || !areMostlyAlike(own, other))
    );
  });
}

/** Two moments in seconds or milliseconds begin alike. */
function isTime(left: string, right: string): boolean {
  return left.length === right.length && /^\d+$/.test(left) && /^\d+$/.test(right);
}
