import { createHash, randomBytes } from 'node:crypto';
import type { SendRecorded } from '#main/services/activity/index.ts';
import { createTokenInspector, type TokenInspector } from '#main/services/tokens/index.ts';
import type { Client } from '#shared/workspace/index.ts';
import type { TestAuthorizationServer } from '#test/support/authorization-server.ts';

const secrets: Readonly<Record<string, string>> = {
  'orders-api': 'orders-api-secret',
  'batch-job': 'batch-job-secret',
};

/** Of a client the inspector looks at no more than this. */
function clientOf(clientId: string): Client | undefined {
  if (clientId !== 'mobile-app' && secrets[clientId] === undefined) return undefined;
  const secret = secrets[clientId];
  const secretSha256 = secret === undefined ? null : createHash('sha256').update(secret).digest();
  return { clientId, secretSha256 } as Partial<Client> as Client;
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
    vendorUrn: () => 'gatehouse',
    authorizationServer: () => origin,
    samlIssuers: () => [],
  });
}
