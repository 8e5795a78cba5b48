import { ordersApi, portalWeb, type TestAuthorizationServer } from '#test/support/authorization-server.ts';
import { type ProofKey, proofOf } from '#test/support/dpop.ts';
import { callback, type TokenAnswer } from './parties.ts';

const scopes = ['openid', 'orders.read'];
const codes = { grantTypes: ['authorization_code', 'refresh_token'], responseTypes: ['code'], scopes };
const machine = { grantTypes: ['client_credentials'], scopes: ['orders.read'] };
/** Clients that may bind their tokens to a key, and some that have to. */
export const boundClients = [
  { ...portalWeb, ...codes },
  { clientId: 'mobile-app', redirectUris: [callback], ...codes },
  { clientId: 'batch-job', secret: 'batch-job-secret', ...machine },
  { clientId: 'strict-job', secret: 'strict-job-secret', dpopBoundAccessTokens: true, ...machine },
  {
    clientId: 'strict-app',
    redirectUris: [callback],
    scopes,
    dpopBoundAccessTokens: true,
    grantTypes: ['authorization_code'],
    responseTypes: ['code', 'token', 'code token', 'id_token'],
  },
  ordersApi,
] as const;

export type Changes = Readonly<Record<string, unknown>>;

/** A proof for a token request. */
export function proveAt(
  as: TestAuthorizationServer,
  key: ProofKey,
  changes: Changes = {},
  header: Changes = {},
): Promise<string> {
  const htu = `${as.origin}/as/token.oauth2`;
  return proofOf(key, { htm: 'POST', htu, nowMillis: as.nowMillis(), ...changes }, header);
}

/** The step that refused the last request. */
export function failedStepAt(as: TestAuthorizationServer): string | undefined {
  return as.trace().rules.find(({ outcome }) => outcome === 'failed')?.id;
}

/** Status, and the error or the type of the token. */
export const outcomeOf = ({ status, body }: TokenAnswer) => [status, body['error'] ?? body['token_type']];
