/** A parameter that a shell fills in, `$a` or `${a:-b}`, with its length in units. */
export interface ShellParameter {
  readonly name: string;
  readonly width: number;
  /** True if it is filled in as it is, or with something else only where it is not set. */
  readonly isPlain: boolean;
}

const bare = /^\$([A-Za-z_]\w*|\d|[@*?#!$])/;
/** How far a parameter in braces goes. */
const maxWidth = 2_000;

/** Reads the parameter that begins here; null: there is none. POSIX 2.6.2 */
export function shellParameter(text: string, at: number): ShellParameter | null {
  if (text[at + 1] !== '{') {
    const [all, name] = bare.exec(text.slice(at, at + 300)) ?? [];
    return all === undefined || name === undefined ? null : { name, width: all.length, isPlain: true };
  }
  const end = endOfBraces(text, at + 2);
  if (end < 0) return null;
  const inner = text.slice(at + 2, end);
  const [lead = '', name] = /^[#!]?([A-Za-z_]\w*|\d+|[@*?#!$-])/.exec(inner) ?? [];
  if (name === undefined) return null;
  const rest = inner.slice(lead.length);
  return { name, width: end + 1 - at, isPlain: lead === name && /^(?::?[-=?]|$)/.test(rest) };
}

/** The offset of the brace that closes; those within quotations and other parameters do not. −1: there is none. */
function endOfBraces(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < Math.min(text.length, from + maxWidth); at += 1) {
    const unit = text[at];
    if (unit === '\\') at += 1;
    else if (unit === '"' || unit === "'") at = endOfQuotation(text, at, unit);
    else if (unit === '$' && text[at + 1] === '{') {
      depth += 1;
      at += 1;
    } else if (unit === '}') {
      if (depth === 0) return at;
      depth -= 1;
    }
  }
  return -1;
}

/** An apostrophe without a second one stands for itself. */
function endOfQuotation(text: string, from: number, quote: string): number {
  for (let at = from + 1; at < Math.min(text.length, from + maxWidth); at += 1) {
    if (text[at] === '\\' && quote === '"') at += 1;
    else if (text[at] === quote) return at;
    else if (text[at] === '\n') break;
  }
  return from;
}
