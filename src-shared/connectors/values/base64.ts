/** Base64 with padding in the plain alphabet, whichever alphabet came; null: it is none. RFC 4648 §4 and §5 */
export function standardBase64(text: string): string | null {
  const bare = text.replace(/[\r\n]/g, '').replace(/={1,2}$/, '');
  if (!/^(?:[A-Za-z0-9+/]*|[A-Za-z0-9_-]*)$/.test(bare) || bare.length % 4 === 1) return null;
  const plain = bare.replaceAll('-', '+').replaceAll('_', '/');
  return plain + '='.repeat((4 - (plain.length % 4)) % 4);
}
