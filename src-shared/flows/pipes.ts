import { base64urlDecode, base64urlEncode, formEncode, percentEncode, utf8Encode } from '../oauth/index.ts';
import { addressed } from './request.ts';

/** The functions that a pipe needs from its environment. */
export interface PipeTools {
  readonly sha256: (bytes: Uint8Array) => Uint8Array;
}

type Pipe = (value: string, argument: string, tools: PipeTools) => string;

/** The transformations of a bound value on its way into a request, by the name after the bar. */
export const pipes = {
  /** Form-encoded. RFC 6749 Appendix B */
  form: (value) => formEncode(value),
  percent: (value) => percentEncode(value),
  /** Percent-encoded down to the last letter: the same value for a decoder, other bytes for a comparison. */
  'percent-all': (value) =>
    [...utf8Encode(value)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
  base64: (value) => base64(utf8Encode(value)),
  base64url: (value) => base64urlEncode(utf8Encode(value)),
  /** base64url text as the same bytes in base64. */
  'to-base64': (value) => base64(base64urlDecode(value) ?? utf8Encode(value)),
  /** The S256 challenge of a verifier. RFC 7636 §4.2 */
  s256: (value, _argument, { sha256 }) => base64urlEncode(sha256(utf8Encode(value))),
  upper: (value) => value.toUpperCase(),
  lower: (value) => value.toLowerCase(),
  'swap-case': (value) => value.replace(/\p{L}/gu, swapCase),
  /** Another last character. */
  flip: (value) => value.slice(0, -1) + otherCharacter(value.at(-1) ?? ''),
  'flip-first': (value) => otherCharacter(value.at(0) ?? '') + value.slice(1),
  /** A tenth character that is another: of a signature or digest the last one may hold bits that count for nothing. */
  'flip-middle': (value) => {
    const at = Math.floor(value.length / 2);
    return value.slice(0, at) + otherCharacter(value.charAt(at)) + value.slice(at + 1);
  },
  /** Without its last characters, one unless a number is given. */
  cut: (value, argument) => value.slice(0, Math.max(value.length - count(argument), 0)),
  first: (value, argument) => value.slice(0, count(argument)),
  /** With an `A` after it. */
  pad: (value) => `${value}A`,
  repeat: (value, argument) =>
    value.repeat(Math.min(count(argument), Math.floor(maxCharacters / Math.max(value.length, 1)))),
  reverse: (value) => Array.from(value).toReversed().join(''),
  /**
   * The text before (or after) the first occurrence of the argument: all of it (or nothing) where it does not occur.
   */
  before: (value, argument) => (value.includes(argument) ? value.slice(0, value.indexOf(argument)) : value),
  after: (value, argument) =>
    value.includes(argument) ? value.slice(value.indexOf(argument) + argument.length) : '',
  /** Scheme and authority of a URL, and the rest of it. */
  'url-origin': (value) => addressed(value).origin,
  'url-path': (value) => addressed(value).path,
  lines: (value) => value.replace(/.{76}/g, (line) => `${line}\r\n`),
} as const satisfies Readonly<Record<string, Pipe>>;

export type PipeName = keyof typeof pipes;

/** True if a pipe of this name exists. */
export function isPipe(name: string): name is PipeName {
  return Object.hasOwn(pipes, name);
}

/** Longest value that `repeat` makes, in characters. */
const maxCharacters = 64 * 1_048_576;

function count(argument: string): number {
  const number = Number.parseInt(argument === '' ? '1' : argument, 10);
  return Number.isSafeInteger(number) ? Math.min(Math.max(number, 0), maxCharacters) : 1;
}

function swapCase(letter: string): string {
  return letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
}

function otherCharacter(character: string): string {
  return character === 'A' || character === 'a' ? 'B' : 'A';
}

function base64(bytes: Uint8Array): string {
  const text = base64urlEncode(bytes).replaceAll('-', '+').replaceAll('_', '/');
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=');
}
