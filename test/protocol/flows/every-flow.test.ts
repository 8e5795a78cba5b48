import { describe, expect, test } from 'vitest';
import { publicJwkOf } from '#main/services/flow-player/index.ts';
import { generateIssuerKeys } from '#main/services/saml/index.ts';
import { saveEntity } from '#main/workspace/index.ts';
import { flowStartSchema } from '#shared/api/flows.ts';
import type { FlowRun, FlowStartInput } from '#shared/api/index.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { eventually } from '#test/support/eventually.ts';
import { startedAnew } from '#test/support/started.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';

const everything = {
  ...ordinaryFiles,
  'gatehouse.json': { id: 'test', name: 'Test workspace' },
  'oauth/clients/all-grants.json': {
    client_id: 'all-grants',
    client_secret: 'planted-client-secret',
    redirect_uris: ['http://127.0.0.1:9035/cb'],
    grant_types: [
      'authorization_code',
      'implicit',
      'refresh_token',
      'client_credentials',
      'password',
      'urn:ietf:params:oauth:grant-type:saml2-bearer',
      'urn:ietf:params:oauth:grant-type:jwt-bearer',
      'urn:ietf:params:oauth:grant-type:token-exchange',
    ],
    response_types: ['code', 'token', 'code id_token', 'code token', 'code id_token token'],
    scope: 'openid orders.read orders.write',
    post_logout_redirect_uris: ['http://127.0.0.1:9035/client/'],
    backchannel_logout_uri: 'http://127.0.0.1:9035/client/backchannel-logout',
  },
};

const running = startedAnew(() => startTestEngine({ files: everything }));

async function run(changes: Partial<FlowStartInput> & { readonly kind: string }): Promise<FlowRun> {
  const { flows } = running.engine;
  const started = await flows.start(
    flowStartSchema.parse({
      clientId: 'all-grants',
      username: 'ann',
      mode: 'run',
      browser: 'unattended',
      ...changes,
    }),
  );
  return eventually(() => {
    const view = flows.get(started.id);
    return view.state === 'passed' || view.state === 'failed' ? view : null;
  });
}

/** The arrows of the front channel: the request, the sign-in posted, the consent page and the consent, the way back. */
const signedIn = [
  'authorize done',
  'authorize/page done',
  'authorize/page done',
  'authorize/page done',
  'authorize/callback done',
];

const ids = (view: FlowRun) => view.steps.map(({ id, state }) => `${id} ${state}`);

describe('every flow, against the hosted server', () => {
  test.each([
    ['code-pkce', [...signedIn, 'token done']],
    ['code', [...signedIn, 'token done']],
    ['implicit', signedIn],
    ['hybrid', [...signedIn, 'token done']],
    ['client-credentials', ['token done']],
    ['password', ['token done']],
  ] as const)('%s ends at the resource', async (kind, expected) => {
    const view = await run({ kind });
    expect([view.state, view.note]).toEqual(['passed', 'The resource server accepted the token.']);
    expect(ids(view)).toEqual([...expected, 'resource done', 'validate done']);
    expect(view.steps.every(({ serverExchangeId }) => serverExchangeId !== null)).toBe(true);
  });

  test('a SAML assertion is exchanged once the issuer of the debugger is trusted', async () => {
    await expect(run({ kind: 'saml-bearer' })).rejects.toMatchObject({
      code: 'flow.issuer-untrusted',
      fix: expect.stringContaining("Trust the debugger's issuer"),
    });
    const { certificatePem } = await running.engine.flowIssuer();
    const other = await generateIssuerKeys('Another', {
      clock: running.engine.ports.clock,
      random: running.engine.ports.random,
    });
    running.trust('urn:gatehouse:flow-debugger', other.cert);
    await expect(run({ kind: 'saml-bearer' })).rejects.toMatchObject({ code: 'flow.issuer-untrusted' });
    running.trust('urn:gatehouse:flow-debugger', certificatePem);
    const view = await run({ kind: 'saml-bearer' });
    expect(view.note).toBe('The resource server accepted the token.');
    expect(view.values.map(({ name }) => name)).toEqual(['assertion', 'access_token']);
  });

  test('a JWT is exchanged once the key of the debugger is trusted', async () => {
    const { engine } = running;
    await expect(run({ kind: 'jwt-bearer' })).rejects.toMatchObject({
      code: 'flow.issuer-untrusted',
      message: expect.stringContaining('with the key that signs the assertions'),
    });
    const trust = (certificatePem: string) =>
      saveEntity(
        engine.workspace,
        'oauth/jwt-issuers/flow-debugger.json',
        { issuer: 'urn:gatehouse:flow-debugger', jwks: { keys: [publicJwkOf({ certificatePem })] } },
        engine.ports.random,
      );
    const other = await generateIssuerKeys('Another', {
      clock: engine.ports.clock,
      random: engine.ports.random,
    });
    trust(other.cert);
    await expect(run({ kind: 'jwt-bearer' })).rejects.toMatchObject({ code: 'flow.issuer-untrusted' });
    trust((await engine.flowIssuer()).certificatePem);
    const view = await run({ kind: 'jwt-bearer' });
    expect(view.note).toBe('The resource server accepted the token.');
    expect(view.values.map(({ name }) => name)).toEqual(['assertion', 'access_token']);
  });

  test.each(['refresh', 'token-exchange', 'validate', 'introspect', 'revoke', 'resource'])(
    '%s gets its token first where none is given',
    async (kind) => {
      const view = await run({ kind, ...(kind === 'validate' ? { clientId: 'orders-api' } : {}) });
      expect([view.state, view.note]).toEqual([
        'passed',
        expect.stringMatching(/^(All steps completed|The resource server accepted the token)/),
      ]);
    },
  );

  test('a sign-out is sent after a sign-in, and the client is told of it', async () => {
    const view = await run({ kind: 'sign-out' });
    expect([view.state, view.steps.find(({ id }) => id === 'end-session')?.status]).toEqual(['passed', 303]);
    // The delivery is on its way when the run has ended.
    const told = await eventually(() => {
      const row = running.engine.flows.get(view.id).steps.find(({ id }) => id === 'logout-token');
      return row?.state === 'done' ? row : null;
    });
    expect([told.from, told.to, told.status]).toEqual(['as', 'client', 200]);
    expect(told.serverExchangeId).not.toBeNull();
  });

  test('a token of an earlier run is worked on where one is given', async () => {
    const first = await run({ kind: 'code-pkce' });
    const view = await run({
      kind: 'refresh',
      options: { token: { runId: first.id, name: 'refresh_token' } },
    });
    expect(ids(view)).toEqual(['refresh done', 'resource done', 'validate done']);
    const again = await run({ kind: 'introspect', options: { token: { text: ' no-token ' } } });
    expect(ids(again)).toEqual(['introspect done']);
  });

  test.each(['header', 'body', 'query'] as const)(
    'the resource takes the token in the %s',
    async (tokenPlace) => {
      const view = await run({ kind: 'resource', options: { tokenPlace } });
      expect(view.note).toBe('The resource server accepted the token.');
    },
  );

  test.each(['client_secret_basic', 'client_secret_post', 'none'] as const)(
    'the client shows who it is by %s',
    async (authentication) => {
      const view = await run({ kind: 'client-credentials', options: { authentication } });
      expect(view.state).toBe(authentication === 'none' ? 'failed' : 'passed');
    },
  );

  test.each(['query', 'fragment', 'form_post'])('the answer comes by %s', async (responseMode) => {
    const view = await run({ kind: 'code-pkce', options: { responseMode } });
    expect(view.note).toBe('The resource server accepted the token.');
  });
});
