import { createServer } from 'node:net';
import { type DocumentHost, documentRedirect, startDocumentHost } from '#test/support/document-host.ts';
import { listeningOrigin } from '#test/support/listening.ts';
import { Browser, challenge, postToken, verifier } from '../parties.ts';
import type { Attack, Setting } from './setting.ts';

type Fields = Readonly<Record<string, string>>;

/** Stands a host of documents that the server of a setting trusts, for one attack. */
const withHost =
  (attack: (setting: Setting, host: DocumentHost) => Promise<boolean>): Attack =>
  async (setting) => {
    const host = await startDocumentHost();
    try {
      setting.as.configure({ clientIdMetadataDocuments: host.settings });
      setting.reachBy(host.outgoing);
      return await attack(setting, host);
    } finally {
      host.close();
    }
  };

const opened = ({ as }: Setting, clientId: string, fields: Fields = {}, browser = new Browser(as)) =>
  browser.authorize({
    client_id: clientId,
    redirect_uri: documentRedirect,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...fields,
  });

/** True if the server goes on to a sign-in. */
const isTaken = async (setting: Setting, clientId: string, fields: Fields = {}): Promise<boolean> =>
  (await opened(setting, clientId, fields)).status === 200;

/** True if somebody is called at an address of this machine that the workspace does not trust. */
async function isCalled(act: (port: string) => Promise<unknown>): Promise<boolean> {
  let calls = 0;
  const server = createServer((socket) => {
    calls += 1;
    socket.destroy();
  });
  const port = new URL(await listeningOrigin(server)).port;
  await act(port);
  server.close();
  return calls > 0;
}

const signIn = async (setting: Setting, clientId: string, browser: Browser, fields: Fields = {}) => {
  await opened(setting, clientId, fields, browser);
  return browser.signIn();
};

/** Attacks on clients that a document describes, by the weakness that lets each succeed. */
export const documentAttacks: Readonly<Record<string, Attack>> = {
  'cimd-id-loose': withHost((setting, host) =>
    isTaken(setting, host.publish('/client', { client_id: `${host.origin}/CLIENT` })),
  ),
  'cimd-follows': withHost((setting, host) => {
    const moved = `${host.origin}/moved`;
    host.publish('/client', { client_id: moved });
    host.answer('/moved', (_, response) => void response.writeHead(302, { location: '/client' }).end());
    return isTaken(setting, moved);
  }),
  'cimd-ssrf': withHost((setting) => isCalled((port) => opened(setting, `https://127.0.0.1:${port}/client`))),
  'cimd-nested-ssrf': withHost((setting, host) =>
    isCalled((port) =>
      opened(setting, host.publish('/client', { logo_uri: `https://127.0.0.1:${port}/logo` })),
    ),
  ),
  'cimd-oversize': withHost((setting, host) =>
    isTaken(setting, host.publish('/client', { more: 'x'.repeat(20_000) })),
  ),
  'cimd-caches-errors': withHost(async (setting, host) => {
    const url = host.answer('/client', (_, response) => void response.writeHead(500).end());
    await opened(setting, url);
    host.publish('/client');
    return !(await isTaken(setting, url));
  }),
  'cimd-cache-unbounded': withHost(async (setting, host) => {
    const url = host.publish('/client', {}, { 'cache-control': 'max-age=315360000' });
    await opened(setting, url);
    setting.as.advance(86_401_000);
    await opened(setting, url);
    return host.asked.length === 1;
  }),
  'cimd-shared-secret': withHost((setting, host) =>
    isTaken(setting, host.publish('/client', { client_secret: 'hunter2' })),
  ),
  'cimd-redirect-any': withHost((setting, host) =>
    isTaken(setting, host.publish('/client'), { redirect_uri: 'https://evil.example/cb' }),
  ),
  'cimd-auth-skipped': withHost(async (setting, host) => {
    const url = host.publish('/client', {
      token_endpoint_auth_method: 'private_key_jwt',
      jwks_uri: 'https://keys.example/jwks',
    });
    const browser = new Browser(setting.as);
    await signIn(setting, url, browser);
    const { location } = await browser.submit({ decision: 'allow' });
    const answer = await postToken(setting.as, {
      grant_type: 'authorization_code',
      code: new URL(location).searchParams.get('code') ?? '',
      redirect_uri: documentRedirect,
      code_verifier: verifier,
      client_id: url,
    });
    return answer.status === 200;
  }),
  'cimd-drift': withHost(async (setting, host) => {
    const url = host.publish('/client');
    const browser = new Browser(setting.as);
    await signIn(setting, url, browser);
    await browser.submit({ decision: 'allow' });
    host.publish('/client', { client_name: 'Another desk' });
    setting.as.advance(31_000);
    return (await opened(setting, url, {}, browser)).location.includes('code=');
  }),
  'cimd-localhost-silent': withHost(async (setting, host) => {
    const redirect = 'http://127.0.0.1:4711/cb';
    const url = host.publish('/client', { application_type: 'native', redirect_uris: [redirect] });
    const { html } = await signIn(setting, url, new Browser(setting.as), { redirect_uri: redirect });
    return html.includes('name="decision"') && !html.includes('program on this computer');
  }),
};
