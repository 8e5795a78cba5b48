/** RFC 9110 §5.6.2 */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** True if a text is a token, like methods and names of header fields. RFC 9110 §5.6.2 */
export function isToken(text: string): boolean {
  return token.test(text);
}
