import { spawn } from 'node:child_process';
import { beforeEach, describe, expect, test } from 'vitest';
import { type KnownValue, scriptToCurl } from '#main/services/flows/pure/export/index.ts';
import { type FlowSetup, flowDefinitions } from '#shared/flows/index.ts';
import { startAuthorizationServer } from '#test/support/authorization-server.ts';
import { flowSetup } from '#test/support/flow-setup.ts';
import { signInByHand } from '#test/support/people.ts';
import { startedAnew } from '#test/support/started.ts';
import { hasTool } from '#test/support/tools.ts';

const redirectUri = 'http://127.0.0.1:9035/cb';
const lacksTools = process.platform === 'win32' || !hasTool('curl') || !hasTool('openssl');

const as = startedAnew(startAuthorizationServer);

function setup(clientId: string): FlowSetup {
  const endpoints = {
    issuer: as.origin,
    authorization: `${as.origin}/as/authorization.oauth2`,
    token: `${as.origin}/as/token.oauth2`,
  };
  return flowSetup(endpoints, { clientId, redirectUri });
}

function scriptOf(kind: string, clientId: string): string {
  const flow = flowDefinitions.find((each) => each.kind === kind)?.script(setup(clientId));
  if (flow === undefined) throw new Error(`No flow ${kind}`);
  const known = new Map<string, KnownValue>([
    ['client_id', { value: clientId, isSecret: false }],
    ['client_secret', { value: `${clientId}-secret`, isSecret: true }],
    ['redirect_uri', { value: redirectUri, isSecret: false }],
    ['scope', { value: 'orders.read', isSecret: false }],
    ['username', { value: 'ann', isSecret: false }],
  ]);
  return scriptToCurl(flow, known).text;
}

/** Runs a script without blocking the server that it asks. */
async function run(text: string, environment: Readonly<Record<string, string>>) {
  const child = spawn('sh', ['-s'], { env: { PATH: process.env['PATH'] ?? '', ...environment } });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => void (said.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => void (said.stderr += chunk.toString()));
  child.stdin.end(text);
  const status = await new Promise((resolve) => child.once('close', resolve));
  return { status, ...said };
}

describe('a run that left as a curl script', () => {
  beforeEach(({ skip }) => skip(lacksTools, 'there is no POSIX shell, curl or openssl'));

  test('gets a token of the hosted server with the client’s credentials', async () => {
    const text = scriptOf('client-credentials', 'batch-job');
    expect(text).not.toContain('batch-job-secret');
    expect(await run(text, { CLIENT_SECRET: 'batch-job-secret' })).toEqual({
      status: 0,
      stdout: '1 POST /as/token.oauth2: 200\n',
      stderr: '',
    });
    expect(as.tags()).toContain('client:batch-job');
  });

  test('does not begin without the secret, and ends where the server refuses', async () => {
    const text = scriptOf('client-credentials', 'batch-job');
    const unset = await run(text, {});
    expect([unset.status === 0, unset.stderr.includes('CLIENT_SECRET: set it to')]).toEqual([false, true]);
    expect(as.recorded).toHaveLength(0);
    const wrong = await run(text, { CLIENT_SECRET: 'wrong' });
    expect(wrong).toMatchObject({ status: 1, stdout: '1 POST /as/token.oauth2: 401\n' });
    expect(wrong.stderr).toContain('invalid_client');
    expect(wrong.stderr).toContain('Step 1 was rejected.');
  });

  test('changes the code that a person brought for tokens, with its own verifier, and refreshes them', async () => {
    const environment = {
      CLIENT_SECRET: 'portal-web-secret',
      STATE: 'own state',
      CODE_VERIFIER: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    };
    const callback = await signInByHand({
      authorizationServer: as.origin,
      query: {
        client_id: 'portal-web',
        response_type: 'code',
        redirect_uri: redirectUri,
        scope: 'orders.read',
        state: environment.STATE,
        code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
        code_challenge_method: 'S256',
      },
      username: 'ann',
      password: 'ann-password',
    });
    const text = scriptOf('refresh', 'portal-web');
    expect(await run(text, { ...environment, CALLBACK_3: callback.href })).toEqual({
      status: 0,
      stdout: '4 POST /as/token.oauth2: 200\n5 POST /as/token.oauth2: 200\n',
      stderr: '',
    });
    const other = await run(text, { ...environment, CALLBACK_3: callback.href, STATE: 'another' });
    expect(other).toMatchObject({ status: 1, stderr: 'The response has another state.\n' });
  });
});
