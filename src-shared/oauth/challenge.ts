/** A challenge of a server that asks for credentials. RFC 9110 §11.6.1 */
export interface Challenge {
  /** In lower case. */
  readonly scheme: string;
  /** By their names in lower case; the first of a name counts. */
  readonly parameters: ReadonlyMap<string, string>;
}

const separators = /[\s,]*/y;
const word = /[\w!#$%&'*+.^`|~-]+/y;
const equals = /\s*=\s*/y;
const quoted = /"((?:[^"\\]|\\.)*)"/y;
const bare = /[^\s,"]*/y;
/** Credentials in one piece, up to the next challenge. RFC 9110 §11.2 */
const token68 = /\s+[\w.~+/-]+=*\s*(?=,|$)/y;

const maxHeaderCharacters = 16_384;

/** Reads the challenges of a `WWW-Authenticate` header; reading ends at the first part that breaks the syntax. RFC 9110 §11.6.1 */
function readChallenges(header: string): readonly Challenge[] {
  const text = header.slice(0, maxHeaderCharacters);
  const challenges: { scheme: string; parameters: Map<string, string> }[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  for (;;) {
    take(separators);
    const name = take(word)?.[0].toLowerCase();
    if (name === undefined) return challenges;
    if (take(equals) === null) {
      challenges.push({ scheme: name, parameters: new Map() });
      take(token68);
      continue;
    }
    const value = take(quoted)?.[1]?.replace(/\\(.)/g, '$1') ?? take(bare)?.[0] ?? '';
    const parameters = challenges.at(-1)?.parameters;
    if (parameters?.has(name) === false) parameters.set(name, value);
  }
}

/** Returns the challenge that asks for an OAuth token. RFC 6750 §3, RFC 9449 §7.1 */
export function tokenChallenge(header: string): Challenge | undefined {
  return readChallenges(header).find(({ scheme }) => scheme === 'bearer' || scheme === 'dpop');
}
