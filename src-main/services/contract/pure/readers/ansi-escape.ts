import { characterOf } from './script-text.ts';

const named: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: '\u0007',
    b: '\b',
    e: '\u001b',
    E: '\u001b',
    f: '\f',
    n: '\n',
    r: '\r',
    t: '\t',
    v: '\v',
    '\\': '\\',
    "'": "'",
    '"': '"',
    '?': '?',
  }),
);
const coded = /^\\(?:x([\dA-Fa-f]{1,2})|u([\dA-Fa-f]{1,4})|U([\dA-Fa-f]{1,8})|([0-7]{1,3})|c([^'\\]|\\\\))/;
/** As many units as the longest of them has: `\UHHHHHHHH`. */
const maxLength = 10;

/**
 * Reads a backslash escape in `$'…'`: its text, and its length in units. An unknown escape represents itself.
 * Bash reference manual §3.1.2.4
 */
export function readAnsiEscape(text: string, at: number): { readonly says: string; readonly width: number } {
  const rest = text.slice(at, at + maxLength);
  const [code, x, u, point, octal, control] = coded.exec(rest) ?? [];
  if (code === undefined) {
    const pair = rest.slice(0, 2);
    return { says: named.get(pair.slice(1)) ?? pair, width: 2 };
  }
  const width = code.length;
  if (control !== undefined) return { says: controlOf(control.slice(-1)), width };
  // Of an octal number more than a byte has no room.
  const says = octal === undefined ? characterOf(x ?? u ?? point ?? '') : String.fromCodePoint(byteOf(octal));
  return { says, width };
}

function byteOf(octal: string): number {
  return Number.parseInt(octal, 8) % 256;
}

function controlOf(character: string): string {
  return character === '?' ? '\u007f' : String.fromCharCode(character.toUpperCase().charCodeAt(0) % 32);
}
