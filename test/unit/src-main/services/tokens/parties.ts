import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { createTokenInspector, type TokenInspector } from '#main/services/tokens/index.ts';
import type { SigningKeyView } from '#shared/api/index.ts';
import type { Client, SamlIssuer } from '#shared/workspace/index.ts';

export const noonMillis = Date.UTC(2026, 10, 20, 12);
export const noonSeconds = noonMillis / 1_000;

/** A key pair of the hosted server, whose private half only a test has. */
export const hostedPair = generateKeyPairSync('rsa', { modulusLength: 2_048 });

const view = (kid: string, state: SigningKeyView['state'], jwk: object): SigningKeyView => ({
  kid,
  algorithm: 'RS256',
  state,
  createdAtMillis: 0,
  replacedAtMillis: null,
  publishedUntilMillis: null,
  publicJwk: { ...jwk, kid, use: 'sig', alg: 'RS256' },
});

export const retiredPair = generateKeyPairSync('rsa', { modulusLength: 2_048 });

export interface InspectorOptions {
  readonly samlIssuers?: readonly SamlIssuer[];
  readonly values?: Readonly<Record<string, string>>;
  readonly send?: Parameters<typeof createTokenInspector>[0]['send'];
  readonly authorizationServer?: string;
  readonly clients?: readonly Client[];
}

export const clientSecret = 'a secret of 32 bytes, for an HMAC';

/** An inspector at noon, with the parties that the stories need. */
export function inspectorAtNoon(options: InspectorOptions = {}): TokenInspector {
  return createTokenInspector({
    clock: { nowMillis: () => noonMillis },
    random: { bytes: (count) => randomBytes(count) },
    send: options.send ?? (() => Promise.reject(new Error('Nothing is to be sent'))),
    reveal: (_runId, name) => options.values?.[name] ?? '',
    stored: () => null,
    signingKeys: () => [
      view('hosted-1', 'signing', hostedPair.publicKey.export({ format: 'jwk' })),
      view('hosted-0', 'retired', retiredPair.publicKey.export({ format: 'jwk' })),
    ],
    client: (id) => options.clients?.find(({ clientId }) => clientId === id),
    clientSecret: (id) => (id === 'portal-web' ? clientSecret : null),
    clientAssertion: () => Promise.reject(new Error('Nobody signs here')),
    vendorUrn: () => 'gatehouse',
    authorizationServer: () => options.authorizationServer ?? null,
    samlIssuers: () => options.samlIssuers ?? [],
  });
}
