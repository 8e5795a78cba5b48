import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { ClientSpec, TestAuthorizationServer } from '#test/support/authorization-server.ts';
import { closeServer, listeningOrigin } from '#test/support/listening.ts';
import { Browser, callback, exchange, member, postToken, type Seen } from './parties.ts';

export const goodbye = 'http://127.0.0.1:9035/goodbye';

const web = {
  redirectUris: [callback],
  scopes: ['openid', 'offline_access'],
  grantTypes: ['authorization_code', 'refresh_token'],
  responseTypes: ['code'],
  skipConsent: true,
  idTokenAlgorithm: 'ES256',
} as const;

/** Two web applications of one organisation, and one that has nothing to do with sign-outs. */
export const logoutClients = (receiver = 'http://127.0.0.1:9'): readonly ClientSpec[] => [
  {
    ...web,
    clientId: 'portal-web',
    clientName: 'Portal',
    secret: 'portal-web-secret',
    logout: { redirectUris: [goodbye], backchannelUri: `${receiver}/portal` },
  },
  {
    ...web,
    clientId: 'shop',
    secret: 'shop-secret',
    logout: { redirectUris: [`${goodbye}?from=shop`], backchannelUri: `${receiver}/shop` },
  },
  { ...web, clientId: 'plain', secret: 'plain-secret' },
];

/** The tokens that a client gets for somebody who signs in, or is signed in already, in a browser. */
export async function signInAt(
  as: TestAuthorizationServer,
  browser: Browser,
  username = 'ann',
  clientId = 'portal-web',
  scope = 'openid',
) {
  const code = await codeIn(browser, username, clientId, scope);
  const fields = { grant_type: 'authorization_code', code, redirect_uri: callback };
  const answer = clientId === 'portal-web' ? await exchange(as, code) : await postToken(as, fields, clientId);
  return {
    idToken: member(answer, 'id_token'),
    refreshToken: member(answer, 'refresh_token'),
    accessToken: member(answer, 'access_token'),
  };
}

/** A code for somebody who signs in, or is signed in already, in a browser. */
export async function codeIn(
  browser: Browser,
  username = 'ann',
  clientId = 'portal-web',
  scope = 'openid',
): Promise<string> {
  let seen = await browser.authorize({ client_id: clientId, scope, login_hint: username });
  if (seen.html.includes('name="password"')) seen = await browser.signIn(username);
  return new URL(seen.location).searchParams.get('code') ?? '';
}

export const endSession = (browser: Browser, fields: Readonly<Record<string, string>>): Promise<Seen> =>
  browser.open(`/as/end_session.openid?${new URLSearchParams(fields)}`);

/** Presses a button of the page that asks, with the values of its form. */
export async function answerPage(browser: Browser, { html }: Seen, decision: string): Promise<Seen> {
  const hidden = [...html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, value.replaceAll('&amp;', '&')],
  );
  return browser.open('/as/end_session.openid', {
    method: 'POST',
    body: new URLSearchParams([...hidden, ['decision', decision]] as string[][]),
  });
}

/** Where clients are told of sign-outs. */
export interface LogoutReceiver {
  readonly origin: string;
  /** The deliveries so far: the path and the body of each request. */
  readonly requests: readonly { readonly path: string; readonly type: string; readonly token: string }[];
  /** The status that it answers from now on; 200 at first. */
  status: number;
  location: string;
  /** Waits until so many have come. */
  received(count: number): Promise<void>;
  close(): Promise<void>;
}

export async function openLogoutReceiver(): Promise<LogoutReceiver> {
  const requests: { path: string; type: string; token: string }[] = [];
  let told: () => void = () => undefined;
  const take = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const chunks = await incoming.toArray();
    const token = new URLSearchParams(Buffer.concat(chunks).toString()).get('logout_token') ?? '';
    requests.push({ path: incoming.url ?? '', type: incoming.headers['content-type'] ?? '', token });
    outgoing
      .writeHead(receiver.status, receiver.location === '' ? {} : { location: receiver.location })
      .end();
    told();
  };
  const server = createServer((incoming, outgoing) => void take(incoming, outgoing));
  const receiver: LogoutReceiver = {
    origin: await listeningOrigin(server),
    requests,
    status: 200,
    location: '',
    async received(count) {
      while (requests.length < count) await new Promise<void>((resolve) => void (told = resolve));
    },
    close: () => closeServer(server),
  };
  return receiver;
}
