import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { seedExchanges } from '../many-exchanges.ts';
import { signInByHand, tokenRequest } from '../people.ts';
import { type Served, serve } from '../served.ts';
import { temporaryDirectory } from '../storage.ts';
import { ordinaryFiles, writeWorkspace } from '../workspace.ts';

const portal = ['portal-web', 'planted-client-secret'] as const;
const orders = ['orders-api', 'planted-resource-secret'] as const;
const redirectUri = 'http://127.0.0.1:9035/cb';
/** So that the state takes 12 MB. */
const exchangeCount = 26_000;
const batchClients = 8;
const sealKey = Buffer.alloc(32, 7);
const environment = { GATEHOUSE_KEY: sealKey.toString('base64') };

const services = {
  authorizationServer: { rollRefreshTokens: true, refreshGraceSeconds: 0, codeLifetimeSeconds: 3_600 },
};
const batchName = (number: number) => `batch-${number}`;
const batchSecret = (number: number) => `planted-secret-${number}`;
const files = {
  ...ordinaryFiles,
  'gatehouse.json': { id: 'test', name: 'Test', services },
  ...Object.fromEntries(
    Array.from({ length: batchClients }, (_, number) => [
      `oauth/clients/${batchName(number)}.json`,
      {
        client_id: batchName(number),
        client_secret: batchSecret(number),
        grant_types: ['client_credentials'],
        scope: 'orders.read',
      },
    ]),
  ),
};

/** One thing that the server knows: what is asked with it, and whether it is good. */
export interface Fact {
  readonly kind: 'code' | 'refresh token' | 'access token' | 'secret';
  readonly isGood: boolean;
  readonly value: string;
}

/** A state of 12 MB with what was written down of it before anything was damaged. */
export interface Truth {
  readonly workspace: string;
  /** Folders of the state: as a process leaves it that ended, and as one that was killed. */
  readonly states: readonly string[];
  readonly facts: readonly Fact[];
  remove(): void;
}

export const serveState = (workspace: string, state: string): Promise<Served> =>
  serve(
    ['--workspace', workspace, '--state-dir', state, '--no-ui', '--services', 'authorizationServer'],
    environment,
  );

const basic = ([name, secret]: readonly [string, string]) =>
  `Basic ${Buffer.from(`${name}:${secret}`).toString('base64')}`;

/** A code that nobody has used. */
export async function newCode(authorizationServer: string): Promise<string> {
  const query = { client_id: 'portal-web', response_type: 'code', redirect_uri: redirectUri, state: 's' };
  const to = await signInByHand({
    authorizationServer,
    query,
    username: 'ann',
    password: 'planted-password',
  });
  return to.searchParams.get('code') ?? '';
}

export const redeem = (authorizationServer: string, code: string) =>
  tokenRequest(authorizationServer, portal, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
  });

const refresh = (authorizationServer: string, token: string) =>
  tokenRequest(authorizationServer, portal, { grant_type: 'refresh_token', refresh_token: token });

async function revoke(authorizationServer: string, token: string): Promise<void> {
  await fetch(`${authorizationServer}/as/revoke_token.oauth2`, {
    method: 'POST',
    headers: { authorization: basic(portal) },
    body: new URLSearchParams({ token }),
  });
}

const good = (kind: Fact['kind'], value: unknown): Fact => ({ kind, isGood: true, value: String(value) });
const bad = (kind: Fact['kind'], value: unknown): Fact => ({ kind, isGood: false, value: String(value) });

/** Signs in and lets the code be used, the refresh token be rolled; the last ones are live, or revoked. */
async function tellStory(authorizationServer: string, ending: 'live' | 'revoked'): Promise<readonly Fact[]> {
  const code = await newCode(authorizationServer);
  const first = (await redeem(authorizationServer, code)).body;
  const second = (await refresh(authorizationServer, String(first['refresh_token']))).body;
  const last = String(second['refresh_token']);
  const tell = ending === 'live' ? good : bad;
  if (ending === 'revoked') await revoke(authorizationServer, last);
  return [
    tell('access token', second['access_token']),
    tell('refresh token', last),
    bad('refresh token', first['refresh_token']),
    bad('code', code),
  ];
}

async function tellAll(authorizationServer: string): Promise<readonly Fact[]> {
  const facts: Fact[] = [];
  for (const ending of ['live', 'revoked', 'live', 'revoked'] as const)
    facts.push(...(await tellStory(authorizationServer, ending)));
  for (let count = 0; count < 3; count += 1) facts.push(good('code', await newCode(authorizationServer)));
  for (let number = 0; number < batchClients; number += 1) {
    const client = [batchName(number), batchSecret(number)] as const;
    const { body } = await tokenRequest(authorizationServer, client, { grant_type: 'client_credentials' });
    facts.push(good('access token', body['access_token']), good('secret', number));
  }
  return facts;
}

/** Makes the state: what is in it is known from what the server answered. */
export async function makeTruth(): Promise<Truth> {
  const workspace = writeWorkspace(files);
  const base = temporaryDirectory();
  const [killed, ended] = [join(base.path, 'killed'), join(base.path, 'ended')];
  seedExchanges({ stateDirectory: killed, sealKey, count: exchangeCount });
  const served = await serveState(workspace.path, killed);
  const facts = await tellAll(served.authorizationServer);
  // Writes that nobody waits for are on the disk by now.
  await new Promise((resolve) => setTimeout(resolve, 300));
  await served.end('SIGKILL');
  cpSync(killed, ended, { recursive: true });
  await (await serveState(workspace.path, ended)).end();
  return {
    workspace: workspace.path,
    states: [killed, ended],
    facts,
    remove() {
      workspace.remove();
      base.remove();
    },
  };
}

/** True if the server accepts the value that a fact names as good. */
export async function isTaken({ authorizationServer }: Served, { kind, value }: Fact): Promise<boolean> {
  switch (kind) {
    case 'code':
      return (await redeem(authorizationServer, value)).status === 200;
    case 'refresh token':
      return (await refresh(authorizationServer, value)).status === 200;
    case 'access token': {
      const form = { grant_type: 'urn:gatehouse:oauth2:grant_type:validate_bearer', token: value };
      return (await tokenRequest(authorizationServer, orders, form)).status === 200;
    }
    case 'secret': {
      const client = [batchName(Number(value)), batchSecret(Number(value))] as const;
      const answer = await tokenRequest(authorizationServer, client, { grant_type: 'client_credentials' });
      const next = [client[0], batchSecret((Number(value) + 1) % batchClients)] as const;
      const other = await tokenRequest(authorizationServer, next, { grant_type: 'client_credentials' });
      if (other.status === 200) throw new Error(`${next.join(' with ')} is taken.`);
      return answer.status === 200;
    }
  }
}
