const maxLength = 1_024;
const host = /^(?:[A-Za-z0-9.-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/;
const shape = /^https:\/\/([^/?#]*)(\/[^?#]*)?(?:\?[^#]*)?$/;

/** True if a client_id may be the URL of a metadata document: nothing else begins so. draft-ietf-oauth-client-id-metadata-document-02 §7 */
export function looksLikeDocumentUrl(clientId: string): boolean {
  return clientId.startsWith('https://');
}

/**
 * Why a client_id cannot be the URL of a metadata document; null: it can. The text is judged as it was sent, since client
 * identifiers are compared as texts. draft-ietf-oauth-client-id-metadata-document-02 §3
 */
export function documentUrlFault(clientId: string): string | null {
  if (clientId.length > maxLength) return `It is longer than ${maxLength} characters.`;
  if (!/^[!-~]+$/.test(clientId) || /[\\"<>^`{|}]/.test(clientId))
    return 'It has characters that no URL has.';
  if (clientId.includes('#')) return 'It has a fragment.';
  const [, authority = '', path] = shape.exec(clientId) ?? [];
  if (authority.includes('@')) return 'It has user information.';
  if (!host.test(authority)) return 'It is not an https URL.';
  if (path === undefined) return 'It has no path.';
  const segments = path.replace(/%2e/gi, '.').split('/');
  return segments.includes('.') || segments.includes('..') ? 'Its path has dot segments.' : null;
}
