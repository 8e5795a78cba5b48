/** True if a value that was typed is a key set. RFC 7517 §5 */
export function isKeySet(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'keys' in value && Array.isArray(value.keys);
}
