import { isToken } from '#shared/http/token.ts';

/**
 * Field values that go over the wire byte for byte: a character beyond U+00FF would be cut to another one. RFC 9110
 * §5.5
 */
const value = /^[\t\x20-\x7e\x80-\xff]*$/;
/** Fields that the sender of the request writes. */
const framing: ReadonlySet<string> = new Set(['host', 'content-length', 'transfer-encoding']);

/** Why a method and fields, name, value, name, value, …, cannot be those of a request that is sent; null: they can. */
export function fieldFault(method: string, fields: readonly string[]): string | null {
  if (!isToken(method)) return 'The method of the request is not a valid HTTP token.';
  for (let index = 0; index < fields.length; index += 2) {
    const name = fields[index] ?? '';
    if (!isToken(name)) return 'A header name of the request is not a valid HTTP token.';
    if (framing.has(name.toLowerCase()))
      return `The header ${name} is set automatically when the request is sent.`;
    if (!value.test(fields[index + 1] ?? ''))
      return `The header ${name} contains a character that headers do not allow.`;
  }
  return null;
}
