/** A word of a line: as it stands, without the quotes or brackets around it. */
export interface Token {
  readonly text: string;
  readonly kind: 'plain' | 'quoted' | 'bracketed';
}

/** Cuts a line of a web server's log into words; null: a quote or a bracket is not closed. */
export function tokensOf(line: string): readonly Token[] | null {
  const tokens: Token[] = [];
  let at = 0;
  while (at < line.length) {
    const first = line.charCodeAt(at);
    if (first === space || first === tab) {
      at += 1;
    } else if (first === quote) {
      const end = closingQuote(line, at + 1);
      if (end < 0) return null;
      const text = line.slice(at + 1, end);
      tokens.push({ text: text.includes('\\') ? unescaped(text) : text, kind: 'quoted' });
      at = end + 1;
    } else if (first === bracket) {
      const end = line.indexOf(']', at);
      if (end < 0) return null;
      tokens.push({ text: line.slice(at + 1, end), kind: 'bracketed' });
      at = end + 1;
    } else {
      const end = plainEnd(line, at);
      tokens.push({ text: line.slice(at, end), kind: 'plain' });
      at = end;
    }
  }
  return tokens;
}

const [space, tab, quote, bracket, backslash] = [32, 9, 34, 91, 92];

function closingQuote(line: string, from: number): number {
  let at = line.indexOf('"', from);
  while (at > 0) {
    let slashes = 0;
    while (line.charCodeAt(at - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return at;
    at = line.indexOf('"', at + 1);
  }
  return -1;
}

/** A word may hold a quoted part, such as `host="api.example"`. */
function plainEnd(line: string, from: number): number {
  let at = from;
  while (at < line.length) {
    const code = line.charCodeAt(at);
    if (code === space || code === tab) return at;
    if (code === quote) {
      const end = closingQuote(line, at + 1);
      if (end < 0) return line.length;
      at = end;
    }
    at += 1;
  }
  return at;
}

/** Both servers write quotes and control characters so: `\"`, `\x22`. */
function unescaped(text: string): string {
  return text.replace(
    /\\(?:x([0-9A-Fa-f]{2})|(.))/g,
    (_, hex: string | undefined, plain: string | undefined) =>
      hex === undefined ? (plain ?? '') : String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
