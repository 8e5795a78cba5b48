import { unsupportedKind } from '#main/platform/key-kinds.ts';
import type { Weakness } from '#main/platform/pipeline.ts';
import type { AuthorizeContext } from '../authorize/context.ts';
import { checkObjectExcept } from '../authorize/request-object-steps.ts';
import { required } from '../token/context.ts';
import { fetchAnyObject } from './fetch-any-object.ts';
import { isKeyedWithPublicKey } from './public-key-as-secret.ts';
import { putFirst } from './put-first.ts';

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
  /** Lets parameters beside the object win: whoever holds the browser changes what the client signed. */
  {
    id: 'jar-merged',
    pipeline: 'authorize',
    step: 'request-object-read',
    title: 'Parameters outside the request object take precedence',
    clause: 'RFC 9101 §6.3',
    instead: async (context, original) => {
      const { fields } = context.form;
      await original();
      putFirst(context, fields);
    },
  },
  /** Takes a plain request of a client that has to sign: who drops the object may write what they like. */
  {
    id: 'jar-optional',
    pipeline: 'authorize*',
    step: 'request-object-signed',
    title: 'Required request object can be left out',
    clause: 'RFC 9101 §10.5',
    instead: () => undefined,
  },
  /** Takes any JWT that the client signed, a client assertion for example. */
  {
    id: 'jwt-untyped',
    pipeline: 'authorize*',
    step: 'request-object-valid',
    title: 'Another type of JWT accepted as request object (cross-JWT confusion)',
    clause: 'RFC 9101 §10.8',
    instead: (context) => checkObjectExcept(context, ['type']),
  },
  /** Takes what was signed for another server, or long ago. */
  {
    id: 'jar-claims',
    pipeline: 'authorize*',
    step: 'request-object-valid',
    title: 'aud and exp of request object not checked',
    clause: 'RFC 9101 §6.2',
    instead: (context) => checkObjectExcept(context, ['claims']),
  },
  /** Does not compare the client in the object with the client that asks. */
  {
    id: 'jar-client',
    pipeline: 'authorize*',
    step: 'request-object-valid',
    title: 'client_id in request object not compared',
    clause: 'RFC 9101 §6.2',
    instead: (context) => checkObjectExcept(context, ['client']),
  },
  /** Fetches whatever address a request names, within its own network too. */
  {
    id: 'request-uri-fetched',
    pipeline: 'authorize',
    step: 'request-object-read',
    title: 'Any request_uri fetched (SSRF)',
    clause: 'RFC 9101 §10.4.1',
    instead: fetchAnyObject,
  },
];

function isKeyed({ client, requestObject }: AuthorizeContext): boolean {
  const { text, algorithm } = required(requestObject);
  if (algorithm !== 'HS256') return false;
  return required(client).keys.inline.some(
    (jwk) => jwk['kty'] !== 'oct' && unsupportedKind(jwk) === null && isKeyedWithPublicKey(text, jwk),
  );
}
