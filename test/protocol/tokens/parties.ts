import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { SendRecorded } from '#main/services/activity/index.ts';
import { clientAssertion } from '#main/services/flow-player/index.ts';
import { createTokenInspector, type TokenInspector } from '#main/services/tokens/index.ts';
import type { Client } from '#shared/workspace/index.ts';
import type { TestAuthorizationServer } from '#test/support/authorization-server.ts';

const secrets: Readonly<Record<string, string>> = {
  'orders-api': 'orders-api-secret',
  'batch-job': 'batch-job-secret',
};

const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const signerKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

/** A client that signs who it is. */
export const signer = {
  clientId: 'signer',
  authentication: 'private_key_jwt',
  keys: {
    inline: [pair.publicKey.export({ format: 'jwk' }) as Readonly<Record<string, unknown>>],
    uri: undefined,
  },
} as const;

/** Of a client the inspector looks at no more than this. */
function clientOf(clientId: string): Client | undefined {
  if (clientId === 'signer')
    return { clientId, authentication: 'private_key_jwt' } as Partial<Client> as Client;
  if (clientId !== 'mobile-app' && secrets[clientId] === undefined) return undefined;
  const secret = secrets[clientId];
  const secretSha256 = secret === undefined ? null : createHash('sha256').update(secret).digest();
  return { clientId, secretSha256, isPublic: secret === undefined } as Partial<Client> as Client;
}

/** An inspector beside a server that really listens. */
export function inspectorOf(
  as: TestAuthorizationServer,
  send: SendRecorded,
  origin: string | null = as.origin,
): TokenInspector {
  return createTokenInspector({
    clock: { nowMillis: as.nowMillis },
    random: { bytes: (count) => randomBytes(count) },
    send,
    reveal: () => '',
    stored: (token) => as.server.inspectToken(token),
    signingKeys: () => as.server.admin.signingKeys(),
    client: clientOf,
    clientSecret: (clientId) => secrets[clientId] ?? null,
    clientAssertion: ({ clientId }, issuer) =>
      clientAssertion(
        {
          clientId,
          authentication: 'private_key_jwt',
          secret: null,
          privateKey: signerKey,
          privateKeyAlgorithm: 'ES256',
          privateKeyId: null,
        },
        issuer,
        { clock: { nowMillis: as.nowMillis }, random: { bytes: (count) => randomBytes(count) } },
      ),
    vendorUrn: () => 'gatehouse',
    authorizationServer: () => origin,
    samlIssuers: () => [],
  });
}
