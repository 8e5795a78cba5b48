import { createServer } from 'node:http';
import { describe, expect, test } from 'vitest';
import type { FlowRun, FlowStartInput } from '#shared/api/index.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine.ts';
import { closeServer, listeningOrigin } from '#test/support/listening.ts';
import {
  type ProtectedResource,
  type ResourceActs,
  startProtectedResource,
} from '#test/support/protected-resource.ts';
import { startedOnce } from '#test/support/started.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';
import { runToEnd } from './parties.ts';

const credentials = Buffer.from('orders-api:planted-resource-secret').toString('base64');

/** The scopes of a token for the resource, by the word of the server that issued it. RFC 7662 */
async function scopesOf(token: string): Promise<readonly string[] | null> {
  const response = await fetch(`${running.authorizationServer}/as/introspect.oauth2`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    body: new URLSearchParams({ token }),
  });
  const { active, aud, scope } = (await response.json()) as Record<string, unknown>;
  const isMeant = [aud].flat().includes(resource.url);
  return active === true && isMeant ? String(scope).split(' ') : null;
}

const resource: ProtectedResource = startedOnce(() =>
  startProtectedResource(() => running.authorizationServer, scopesOf),
);

/** A server that describes itself, and does nothing else. */
const stranger = startedOnce(async () => {
  const members: Record<string, unknown> = {};
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(members));
  });
  const issuer = await listeningOrigin(server);
  return { issuer, members, close: () => closeServer(server) };
});

const running: TestEngine = startedOnce(async () => {
  const portal = ordinaryFiles['oauth/clients/portal-web.json'] as Record<string, unknown>;
  return startTestEngine({
    files: {
      ...ordinaryFiles,
      'oauth/clients/portal-web.json': { ...portal, audience: [resource.url] },
      'targets/stranger.json': {
        issuer: stranger.issuer,
        discovery: false,
        authorization_endpoint: `${stranger.issuer}/authorize`,
        token_endpoint: `${stranger.issuer}/token`,
        clients: [{ client_id: 'agent', redirect_uris: ['http://127.0.0.1:9035/cb'] }],
        users: [{ username: 'ann', password: 'planted-password' }],
      },
    },
  });
});

function run(acts: ResourceActs = {}, more: Partial<FlowStartInput> = {}): Promise<FlowRun> {
  Object.assign(resource, { act: acts });
  resource.seen.length = 0;
  const options = { ...more.options, resource: { url: resource.url, ...more.options?.resource } };
  return runToEnd(running, { kind: 'protected-resource', clientId: 'portal-web', ...more, options });
}

const rows = ({ steps }: FlowRun) => steps.map(({ id, status }) => `${id} ${status}`);
const value = ({ values }: FlowRun, name: string) => values.find((each) => each.name === name)?.preview;
const check = ({ checks }: FlowRun, id: string) => checks.find((each) => each.id === id);

describe('from the address of a resource', () => {
  test('its challenge leads to the metadata, to the server, to a token for it, and back', async () => {
    const done = await run();
    expect(done).toMatchObject({ state: 'passed' });
    expect(rows(done)).toEqual([
      'challenge 401',
      'resource-metadata 200',
      'server-metadata 200',
      'authorize 200',
      'authorize/page 303',
      'authorize/page 200',
      'authorize/page 303',
      'authorize/callback 200',
      'token 200',
      'resource 200',
      'validate null',
    ]);
    expect(value(done, 'resource_identifier')).toBe(resource.url);
    expect(value(done, 'scope')).toBe('orders.read');
    expect(done.checks.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    expect(check(done, 'known-server')).toMatchObject({ outcome: 'passed' });
    expect(check(done, 'pkce-methods')).toMatchObject({ outcome: 'passed' });
  });

  test('without an address in the challenge, the path is asked before the root', async () => {
    const done = await run({
      challenge: 'realm="orders"',
      metadataPaths: ['/.well-known/oauth-protected-resource'],
      metadata: { resource: new URL(resource.url).origin },
    });
    expect(resource.seen.slice(0, 3)).toEqual([
      'GET /api/orders',
      'GET /.well-known/oauth-protected-resource/api/orders',
      'GET /.well-known/oauth-protected-resource',
    ]);
    // The token is for the origin, which this client may not ask for: the server says so.
    expect(done.note).toContain('invalid_target');
    expect(check(done, 'metadata-address')).toMatchObject({ outcome: 'remark' });
    expect(check(done, 'resource-identifier')).toMatchObject({ outcome: 'passed' });
  });

  test('more scopes are asked for together with the first ones, once', async () => {
    const done = await run({ needs: 'orders.write' });
    expect(done).toMatchObject({ state: 'passed' });
    expect(rows(done).slice(-6)).toEqual([
      'authorize-2 200',
      'authorize-2/page 303',
      'authorize-2/callback 200',
      'token-2 200',
      'resource-2 200',
      'validate null',
    ]);
    expect(value(done, 'scope')).toBe('orders.read orders.write');
    expect(check(done, 'step-up')?.sentence).toContain('orders.read orders.write');
  });

  test('is written down as it happened, and no further', async () => {
    const steps = async ({ id }: FlowRun) =>
      (await running.engine.flows.written(id)).script.steps.flatMap((step) =>
        'request' in step ? [step.id] : [],
      );
    const short = ['challenge', 'resource-metadata', 'server-metadata', 'authorize', 'token', 'resource'];
    expect(await steps(await run())).toEqual(short);
    expect(await steps(await run({ needs: 'orders.write' }))).toEqual([
      ...short,
      'authorize-2',
      'token-2',
      'resource-2',
    ]);
  });

  test('a resource that never has enough is left alone after one more try', async () => {
    const done = await run({ drip: ['orders.write', 'orders.read', 'orders.write'] });
    expect(done).toMatchObject({ state: 'failed' });
    expect(done.note).toBe('The resource asks for more scopes again: orders.read. The client stops.');
    expect(resource.seen.filter((line) => line.endsWith('with a token'))).toHaveLength(2);
  });
});

describe('a client that is led astray stops before anybody gets anything', () => {
  const origin = () => new URL(resource.url).origin;
  test.each([
    [
      'metadata of another resource',
      { metadata: { resource: 'https://other.example/api' } },
      'resource-identifier',
    ],
    ['metadata of the whole origin', () => ({ metadata: { resource: origin() } }), 'resource-identifier'],
    ['another server', { metadata: { authorization_servers: ['https://evil.example'] } }, 'known-server'],
    ['no server', { metadata: { authorization_servers: [] } }, 'known-server'],
    ['a file as an address', { challenge: 'resource_metadata="file:///etc/passwd"' }, 'metadata-address'],
  ] as const)('%s', async (_name, acts, failed) => {
    const done = await run(typeof acts === 'function' ? acts() : acts);
    expect(done).toMatchObject({ state: 'failed' });
    expect(check(done, failed)).toMatchObject({ outcome: 'failed' });
    expect(done.steps.find(({ id }) => id === 'authorize')).toMatchObject({ state: 'not-reached' });
  });

  test.each([
    ['no list of PKCE methods', {}, 'pkce-methods'],
    ['plain alone', { code_challenge_methods_supported: ['plain'] }, 'pkce-methods'],
    ['another issuer', { issuer: 'https://honest.example' }, 'metadata-issuer'],
    ['a file as an endpoint', { authorization_endpoint: 'file:///bin/sh' }, 'endpoint-addresses'],
  ] as const)('a server with %s', async (_name, members, failed) => {
    const { issuer } = stranger;
    Object.assign(stranger.members, {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      code_challenge_methods_supported: failed === 'pkce-methods' ? undefined : ['S256'],
      ...members,
    });
    const acts = { metadata: { authorization_servers: [issuer] } };
    const done = await run(acts, { target: 'stranger', clientId: 'agent' });
    expect(done).toMatchObject({ state: 'failed' });
    expect(check(done, failed)).toMatchObject({ outcome: 'failed' });
    expect(done.steps.find(({ id }) => id === 'authorize')).toMatchObject({ state: 'not-reached' });
  });

  test.each(['not an address', 'ftp://rs.example/', 'http://'])(
    '%j is no address to begin at',
    async (url) => {
      await expect(run({}, { options: { resource: { url } } })).rejects.toMatchObject({
        code: 'api.invalid-input',
        fix: 'Enter an address that begins with http:// or https://.',
      });
    },
  );

  test('a resource that needs no token is not called protected', async () => {
    const open = createServer((_request, response) => response.end('{}'));
    const url = await listeningOrigin(open);
    const done = await run({}, { options: { resource: { url } } });
    expect(done.note).toBe('The resource responded with 200 without a token. It is not protected.');
    await closeServer(open);
  });
});
