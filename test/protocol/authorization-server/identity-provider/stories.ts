import type { IdentityProvider } from '#shared/workspace/index.ts';
import {
  type ClientSpec,
  ordersApi,
  portalWeb,
  startAuthorizationServer,
  type TestAuthorizationServer,
} from '#test/support/authorization-server.ts';
import { callback } from '../parties.ts';
import { type SeenPage, TravellingBrowser } from './travelling-browser.ts';

const grantTypes = ['authorization_code', 'refresh_token', 'client_credentials', 'password'];
const responseTypes = ['code', 'token', 'id_token token'];
const scopes = ['openid', 'profile', 'orders.read'];
const portal: ClientSpec = { ...portalWeb, clientName: 'Portal', scopes, grantTypes, responseTypes };

/** The clients of these stories: one that offers every way in, one whose users sign in at `corp` only. */
const clients: readonly ClientSpec[] = [
  portal,
  {
    ...portal,
    clientId: 'corp-web',
    clientName: 'Corporate',
    secret: 'corp-web-secret',
    identityProvider: 'corp',
  },
  ordersApi,
];

/** An authorization server to which providers are added once they know its address. */
export interface ServerWithProviders {
  readonly as: TestAuthorizationServer;
  readonly providers: IdentityProvider[];
  readonly callback: string;
  /** A browser of its own for somebody. */
  browser(): TravellingBrowser;
}

/** Stands the server, with the clock of the machine, as foreign providers have it. */
export async function startWithProviders(): Promise<ServerWithProviders> {
  const providers: IdentityProvider[] = [];
  const as = await startAuthorizationServer({ clients, identityProviders: providers });
  as.advance(Date.now() - as.nowMillis());
  return {
    as,
    providers,
    callback: `${as.origin}/as/provider-callback`,
    browser: () => new TravellingBrowser((origin) => origin !== new URL(callback).origin),
  };
}

/** A provider as its file describes it. */
export function describeProvider(issuer: string, changes: Partial<IdentityProvider> = {}): IdentityProvider {
  return {
    name: 'corp',
    displayName: 'Corp',
    issuer,
    clientId: 'gatehouse',
    clientSecret: () => 'a secret: with % and +',
    responseType: 'code',
    scope: 'openid profile email',
    usernameClaim: 'sub',
    accepts: 'any',
    ...changes,
  };
}

/** Opens an authorization request of `portal-web`, changed by `fields`. */
export async function authorize(
  browser: TravellingBrowser,
  { as }: ServerWithProviders,
  fields: Readonly<Record<string, string>> = {},
): Promise<SeenPage> {
  const query = new URLSearchParams({
    client_id: 'portal-web',
    response_type: 'code',
    redirect_uri: callback,
    scope: 'openid profile orders.read',
    state: 'af0',
    nonce: 'n-of-the-client',
    ...fields,
  });
  return browser.open(`${as.origin}/as/authorization.oauth2?${query}`);
}

/** Reads the response at a client's redirect URI, from the query and the fragment. */
export function answerIn({ url }: SeenPage): Readonly<Record<string, string>> {
  return Object.fromEntries([...url.searchParams, ...new URLSearchParams(url.hash.slice(1))]);
}

/** The rule at which the last exchange with a failure failed, and why. */
export function failedRule({ as }: ServerWithProviders): string {
  const traces = as.recorded.map(({ notes }) => notes.trace?.());
  const trace = traces.findLast((each) => each?.rules.some(({ outcome }) => outcome === 'failed'));
  const rule = trace?.rules.find(({ outcome }) => outcome === 'failed');
  return rule === undefined ? 'none' : `${trace?.pipeline} ${rule.id}`;
}
