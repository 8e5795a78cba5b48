import {
  ordersApi,
  portalWeb,
  startAuthorizationServer,
  type TestAuthorizationServer,
} from '#test/support/authorization-server.ts';
import { Browser } from '../parties.ts';

const scopes = ['openid', 'profile', 'email', 'orders.read'];

/** One client that may do everything, and one that may validate. */
const clients = [
  {
    ...portalWeb,
    scopes,
    grantTypes: [
      'authorization_code',
      'refresh_token',
      'password',
      'client_credentials',
      'urn:ietf:params:oauth:grant-type:token-exchange',
    ],
    responseTypes: ['code', 'id_token', 'code id_token'],
  },
  ordersApi,
] as const;

/** A server at the time of this machine: libraries that others wrote read no other clock. */
export async function startNow(
  settings: Parameters<typeof startAuthorizationServer>[0] = {},
): Promise<TestAuthorizationServer> {
  const as = await startAuthorizationServer({ clients, ...settings });
  as.advance(Date.now() - Date.UTC(2026, 10, 20, 12));
  return as;
}

/** Lets a person go through the pages; gives the URL at which the browser leaves the server. */
export async function approve(as: TestAuthorizationServer, target: string): Promise<URL> {
  const browser = new Browser(as);
  await browser.open(target);
  const seen = await browser.signIn();
  return new URL(
    seen.location === '' ? (await browser.submit({ decision: 'allow' })).location : seen.location,
  );
}
