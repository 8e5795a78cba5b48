/** RFC 9110 §5.6.2 */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Whether a text is a token, as methods and names of header fields are. RFC 9110 §5.6.2 */
export function isToken(text: string): boolean {
  return token.test(text);
}
