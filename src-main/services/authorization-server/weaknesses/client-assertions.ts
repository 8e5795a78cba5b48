import { hash, timingSafeEqual } from 'node:crypto';
import { isSignedByAny } from '#main/platform/compact-jws.ts';
import type { Weakness } from '#main/platform/pipeline.ts';
import { formValue } from '#shared/oauth/index.ts';
import { required, type TokenContext } from '../token/context.ts';
import { keysInHeader } from './header-keys.ts';
import { isKeyedWithPublicKey } from './public-key-as-secret.ts';

/** Flaws of how a client signs who it is. */
export const clientAssertionWeaknesses: readonly Weakness<TokenContext>[] = [
  /** Takes an assertion that a client made for another server, which that server can use here. */
  {
    id: 'assertion-aud',
    pipeline: 'token.*',
    step: 'client-assertion-audience',
    title: 'Client assertion for another server accepted',
    clause: 'RFC 7523 §3',
    instead: () => undefined,
  },
  /** Takes the same assertion as often as it comes. */
  {
    id: 'assertion-replay',
    pipeline: 'token.*',
    step: 'client-assertion-not-replayed',
    title: 'Client assertion accepted twice',
    clause: 'RFC 7523 §3',
    instead: () => undefined,
  },
  /** Takes an assertion after its end, or without one. */
  {
    id: 'assertion-eternal',
    pipeline: 'token.*',
    step: 'client-assertion-time',
    title: 'Expired client assertion accepted',
    clause: 'RFC 7523 §3',
    instead: ({ assertion }) => {
      const { jws } = required(assertion);
      // The store of used assertions needs an end.
      if (typeof jws.claims['exp'] !== 'number') Object.assign(jws.claims, { exp: 4_102_444_800 });
    },
  },
  /** Takes an assertion that is not valid yet: it was made in advance. */
  {
    id: 'assertion-ahead',
    pipeline: 'token.*',
    step: 'client-assertion-time',
    title: 'Client assertion from the future accepted',
    clause: 'RFC 7523 §3',
    instead: (context, original) => {
      const { claims } = required(context.assertion).jws;
      Object.assign(claims, { nbf: undefined, iat: undefined });
      return original();
    },
  },
  /** Takes the client that `sub` names, whoever signed and whatever else the request says. */
  {
    id: 'assertion-sub',
    pipeline: 'token.*',
    step: 'client-assertion-subject',
    title: 'iss, sub and client_id of client assertion not compared',
    clause: 'RFC 7523 §3',
    instead: (context, original) => {
      const assertion = required(context.assertion);
      const { iss } = assertion.jws.claims;
      const named = context.runtime.registrations().client(formValue(context.form, 'client_id') ?? '');
      const client = named ?? context.runtime.registrations().client(typeof iss === 'string' ? iss : '');
      if (client === undefined) return original();
      context.notes.tags.push(`client:${client.clientId}`);
      assertion.client = client;
      return undefined;
    },
    alongside: {
      'client-assertion-signature': (context, original) => isSignedByNamed(context, original),
    },
  },
  /** Lets the header decide how the signature is checked: not at all, or with the public key as the secret. */
  {
    id: 'assertion-alg',
    pipeline: 'token.*',
    step: 'client-assertion-signature',
    title: 'Algorithm of client assertion not restricted',
    clause: 'RFC 8725 §3.1',
    instead: (context, original) => (isConfused(context) ? undefined : original()),
    alongside: {
      'client-assertion-method': (context, original) => (isConfused(context) ? undefined : original()),
    },
  },
  /** Verifies with the key that the assertion brings itself, from an address of its choice too. */
  {
    id: 'assertion-jku',
    pipeline: 'token.*',
    step: 'client-assertion-signature',
    title: 'Key in header of client assertion trusted (jwk, jku)',
    clause: 'RFC 8725 §3.10',
    instead: async (context, original) => {
      const { jws } = required(context.assertion);
      if (isSignedByAny(jws, await keysInHeader(context.runtime, jws.header))) return;
      await original();
    },
  },
  /** Takes the secret of a client that has to sign, and ignores the assertion beside it. */
  {
    id: 'auth-method-mixed',
    pipeline: 'token.*',
    step: 'client-authenticated',
    title: 'Registered client authentication method not enforced',
    clause: 'OpenID Connect Registration §2',
    instead: (context, original) => {
      const client = clientOfSecret(context);
      if (client === null) return original();
      context.client = client;
      context.clientMethod = 'client_secret_post';
      return undefined;
    },
    alongside: {
      'one-client-method': (context, original) => (clientOfSecret(context) === null ? original() : undefined),
      'client-assertion-read': (context, original) =>
        clientOfSecret(context) === null ? original() : undefined,
    },
  },
];

/** The signature of whoever the assertion says that made it, for whichever client. */
function isSignedByNamed(context: TokenContext, original: () => void | Promise<void>) {
  const { jws, clientId } = required(context.assertion);
  const { iss } = jws.claims;
  const makers = [iss, clientId].map((id) =>
    context.runtime.registrations().client(typeof id === 'string' ? id : ''),
  );
  return makers.some((maker) => maker !== undefined && isSignedByAny(jws, maker.keys.inline))
    ? undefined
    : original();
}

function isConfused({ assertion, form }: TokenContext): boolean {
  const { jws, client } = required(assertion);
  if (jws.algorithm === 'none') return true;
  const text = formValue(form, 'client_assertion') ?? '';
  return (
    jws.algorithm === 'HS256' &&
    required(client).keys.inline.some((jwk) => jwk['kty'] !== 'oct' && isKeyedWithPublicKey(text, jwk))
  );
}

function clientOfSecret({ form, runtime }: TokenContext) {
  const client = runtime.registrations().client(formValue(form, 'client_id') ?? '');
  const secret = formValue(form, 'client_secret');
  // Of clients that send their secret another weakness speaks.
  if (client?.authentication !== 'private_key_jwt' || secret === undefined) return null;
  if (client.secretSha256 === null) return null;
  return timingSafeEqual(hash('sha256', secret, 'buffer'), client.secretSha256) ? client : null;
}
