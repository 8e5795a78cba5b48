import type { BinaryText } from '../flows/binary.ts';
import { visible } from '../text/visible.ts';

/** A part of a word of a shell script: bytes as they are, or an expression that the shell expands. */
export type ShellPart = { readonly bytes: BinaryText } | { readonly expression: string };
export type ShellText = readonly ShellPart[];

/** A text of printable ASCII and line breaks for a POSIX shell. POSIX Shell Command Language §2.2.2 */
export function shellQuote(text: string): string {
  return /^[A-Za-z0-9_./:=@%+,-]+$/.test(text) ? text : `'${withinQuotes(text)}'`;
}

/** A text as it stands between single quotes of a POSIX shell, the quotes not included. */
export function withinQuotes(text: string): string {
  return text.replaceAll("'", String.raw`'\''`);
}

/** A text as a comment, which no line break in it ends. */
export function shellComment(text: string): string {
  return `# ${visible(text)}`.trimEnd();
}

/** True if a word can hold these bytes: the shell keeps no NUL, and drops line breaks at the end of an expansion. */
export function fitsWord(text: ShellText): boolean {
  return text.every((part) => !('bytes' in part) || !/[\0\r\n]/.test(part.bytes));
}

/** One word of the shell. Bytes that cannot be typed are written as octal escapes of printf. */
export function shellWord(text: ShellText): string {
  const parts = joined(text);
  if (parts.length === 0) return "''";
  return parts
    .map((part) => {
      if ('expression' in part) return `"${part.expression}"`;
      return isTypable(part.bytes) ? shellQuote(part.bytes) : `"$(printf ${octal(part.bytes)})"`;
    })
    .join('');
}

/** Commands that write these bytes, whatever they are, to standard output. */
export function shellWrite(text: ShellText): string {
  const commands = joined(text).map((part) => {
    if ('expression' in part) return `printf %s "${part.expression}"`;
    return isTypable(part.bytes) ? `printf %s ${shellQuote(part.bytes)}` : `printf ${octal(part.bytes)}`;
  });
  return commands.length < 2 ? (commands[0] ?? "printf ''") : `{ ${commands.join('; ')}; }`;
}

function joined(text: ShellText): ShellText {
  const parts: ShellPart[] = [];
  for (const part of text) {
    const last = parts.at(-1);
    if ('bytes' in part && last !== undefined && 'bytes' in last)
      parts[parts.length - 1] = { bytes: last.bytes + part.bytes };
    else if (!('bytes' in part) || part.bytes !== '') parts.push(part);
  }
  return parts;
}

function isTypable(bytes: BinaryText): boolean {
  return /^[ -~]*$/.test(bytes);
}

/** The format of a printf that writes these bytes. */
function octal(bytes: BinaryText): string {
  const format = Array.from(bytes, (byte) =>
    /[A-Za-z0-9_.:=&?/ -]/.test(byte) ? byte : `\\${byte.charCodeAt(0).toString(8).padStart(3, '0')}`,
  ).join('');
  // A format that begins with a hyphen would be an option.
  return `-- '${format}'`;
}
