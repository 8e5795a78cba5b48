import type { Weakness } from '#main/platform/pipeline.ts';
import type { AuthorizeContext } from '../authorize/context.ts';
import { found } from '../token/context.ts';
import { isKeyedWithPublicKey } from './public-key-as-secret.ts';

/** Verifies an HMAC with the client's public key for its secret: whoever has that key can sign. */
export const requestObjectHmac: Weakness<AuthorizeContext> = {
  id: 'request-object-hmac',
  pipeline: 'authorize',
  step: 'request-object-valid',
  title: 'Request object with HS256 and a public key accepted',
  clause: 'RFC 8725 §3.1',
  instead: (context, original) => (isKeyed(context) ? undefined : original()),
};

function isKeyed({ client, requestObject }: AuthorizeContext): boolean {
  const { text, algorithm } = found(requestObject);
  if (algorithm !== 'HS256') return false;
  return found(client).requestObject.keys.some(
    (jwk) => jwk['kty'] !== 'oct' && isKeyedWithPublicKey(text, jwk),
  );
}
