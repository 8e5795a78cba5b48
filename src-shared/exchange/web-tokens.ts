/** How the header of a JWT begins: `{"` in base64url. RFC 7515 §3.1 */
const begin = 'eyJ';
/** Less than that is no header, in characters. */
const minHeaderLength = 11;

/**
 * A text with each JSON Web Token in it replaced. Written out, since an expression takes the square of a text's length,
 * or all of its own stack.
 */
export function replaceWebTokens(text: string, replacement: (token: string) => string): string {
  let replaced = '';
  let done = 0;
  let at = text.indexOf(begin);
  while (at >= 0) {
    const { end, next } = tokenAt(text, at);
    if (end > 0) {
      replaced += text.slice(done, at) + replacement(text.slice(at, end));
      done = end;
    }
    at = text.indexOf(begin, next);
  }
  return done === 0 ? text : replaced + text.slice(done);
}

/** Where the token ends that begins at a place, 0: there is none; and where the next one can begin. */
function tokenAt(text: string, at: number): { readonly end: number; readonly next: number } {
  if (at > 0 && isWordUnit(text.charCodeAt(at - 1))) return { end: 0, next: at + 1 };
  const header = endOfRun(text, at);
  if (header - at < minHeaderLength || text[header] !== '.') return { end: 0, next: header };
  const claims = endOfRun(text, header + 1);
  if (claims === header + 1 || text[claims] !== '.') return { end: 0, next: header };
  const end = endOfRun(text, claims + 1);
  return { end, next: end };
}

/** Where the characters of base64url end that begin at a place. RFC 4648 §5 */
function endOfRun(text: string, from: number): number {
  let at = from;
  while (at < text.length && (isWordUnit(text.charCodeAt(at)) || text[at] === '-')) at += 1;
  return at;
}

function isWordUnit(unit: number): boolean {
  return (
    (unit >= 0x61 && unit <= 0x7a) ||
    (unit >= 0x41 && unit <= 0x5a) ||
    (unit >= 0x30 && unit <= 0x39) ||
    unit === 0x5f
  );
}
