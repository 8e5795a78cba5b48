/** A key pair of a client as JWKs. RFC 7517 §4 */
export interface KeyPair {
  readonly publicJwk: Readonly<Record<string, string>>;
  readonly privateJwk: Readonly<Record<string, string>>;
}

/** Makes a key pair for ES256, named by its thumbprint. RFC 7638 §3 */
export async function newKeyPair(): Promise<KeyPair> {
  const curve = { name: 'ECDSA', namedCurve: 'P-256' } as const;
  const { privateKey } = await crypto.subtle.generateKey(curve, true, ['sign', 'verify']);
  const { crv = '', kty = '', x = '', y = '', d = '' } = await crypto.subtle.exportKey('jwk', privateKey);
  const kid = await thumbprint(JSON.stringify({ crv, kty, x, y }));
  const publicJwk = { kty, crv, x, y, kid, alg: 'ES256', use: 'sig' };
  return { publicJwk, privateJwk: { ...publicJwk, d } };
}

async function thumbprint(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}
