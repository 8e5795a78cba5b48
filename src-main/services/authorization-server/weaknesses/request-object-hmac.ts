import { createHmac, createPublicKey } from 'node:crypto';
import { unsupportedKind } from '#main/platform/key-kinds.ts';
import type { Weakness } from '#main/platform/pipeline.ts';
import { isSameSecret } from '../authorize/browser-binding.ts';
import type { AuthorizeContext } from '../authorize/context.ts';
import { found } from '../token/context.ts';

/** Verifies an HMAC with the client's public key for its secret: whoever has that key can sign. */
export const requestObjectHmac: Weakness<AuthorizeContext> = {
  id: 'request-object-hmac',
  pipeline: 'authorize',
  step: 'request-object-valid',
  title: 'Request object with HS256 and a public key accepted',
  clause: 'RFC 8725 §3.1',
  instead: (context, original) => (isKeyedWithPublicKey(context) ? undefined : original()),
};

function isKeyedWithPublicKey({ client, requestObject }: AuthorizeContext): boolean {
  const { text, algorithm } = found(requestObject);
  if (algorithm !== 'HS256') return false;
  const [header = '', payload = '', signature = ''] = text.split('.');
  return found(client).requestObject.keys.some((jwk) => {
    if (jwk['kty'] === 'oct' || unsupportedKind(jwk) !== null) return false;
    const key = createPublicKey({ key: jwk, format: 'jwk' });
    const secret = key.export({ type: 'spki', format: 'pem' });
    return isSameSecret(
      signature,
      createHmac('sha256', secret).update(`${header}.${payload}`).digest('base64url'),
    );
  });
}
