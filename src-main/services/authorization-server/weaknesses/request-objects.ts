import { unsupportedKind } from '#main/platform/key-kinds.ts';
import type { Weakness } from '#main/platform/pipeline.ts';
import { formValue } from '#shared/oauth/index.ts';
import type { AuthorizeContext } from '../authorize/context.ts';
import { fetchObject, takeObject } from '../authorize/request-object-steps.ts';
import { required } from '../token/context.ts';
import { isKeyedWithPublicKey } from './public-key-as-secret.ts';

/** Flaws of request objects. */
export const requestObjectWeaknesses: readonly Weakness<AuthorizeContext>[] = [
  /** Verifies an HMAC with the client's public key as the secret: everybody who has that key can sign. */
  {
    id: 'request-object-hmac',
    pipeline: 'authorize',
    step: 'request-object-valid',
    title: 'Request object with HS256 and a public key accepted',
    clause: 'RFC 8725 §3.1',
    instead: (context, original) => (isKeyed(context) ? undefined : original()),
  },
  /** Believes a request object that nobody signed. */
  {
    id: 'request-object-unsigned',
    pipeline: 'authorize',
    step: 'request-object-valid',
    title: 'Request object with alg none accepted',
    clause: 'RFC 9101 §10.1',
    instead: (context, original) => (context.requestObject?.algorithm === 'none' ? undefined : original()),
  },
  /** Believes every request object that can be decoded. */
  {
    id: 'request-object-unverified',
    pipeline: 'authorize',
    step: 'request-object-valid',
    title: 'Signature of request object not verified',
    clause: 'RFC 9101 §6.2',
    instead: (context, original) => (context.requestObject?.claims === null ? original() : undefined),
  },
  /** Fetches whatever address a request names, within its own network too. */
  {
    id: 'request-uri-fetched',
    pipeline: 'authorize',
    step: 'request-object-read',
    title: 'Any request_uri fetched (SSRF)',
    clause: 'RFC 9101 §10.4.1',
    instead: async (context, original) => {
      const uri = formValue(context.form, 'request_uri');
      if (uri === undefined || URL.parse(uri) === null) return original();
      takeObject(context, await fetchObject(context, uri));
    },
  },
];

function isKeyed({ client, requestObject }: AuthorizeContext): boolean {
  const { text, algorithm } = required(requestObject);
  if (algorithm !== 'HS256') return false;
  return required(client).keys.inline.some(
    (jwk) => jwk['kty'] !== 'oct' && unsupportedKind(jwk) === null && isKeyedWithPublicKey(text, jwk),
  );
}
