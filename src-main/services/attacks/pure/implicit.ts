/** The implicit flow with an ID token beside the access token. OpenID Connect Core §3.2.2.1 */
export const openIdType = 'id_token token';

/** True of a server that knows the implicit grant with an ID token alone, as its metadata say. OpenID Connect Core §3.2 */
export function takesOpenIdAlone(metadata: Readonly<Record<string, unknown>> | undefined): boolean {
  const types: unknown = metadata?.['response_types_supported'];
  return Array.isArray(types) && !types.includes('token') && types.includes(openIdType);
}
