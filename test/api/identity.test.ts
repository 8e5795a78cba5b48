import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RegistrationKind } from '#shared/api/index.ts';
import { codeOf, twoTransports } from '#test/support/api-stories.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { startedOnce } from '#test/support/started.ts';
import { ordinaryFiles } from '#test/support/workspace.ts';

const passwordClient = {
  client_id: 'mobile',
  token_endpoint_auth_method: 'none',
  grant_types: ['password', 'refresh_token'],
  scope: 'orders.read',
};
const files = {
  ...ordinaryFiles,
  'oauth/clients/batch-job.json':
    '{\n  // runs at night\n  "client_id": "batch-job",\n  "client_secret": "planted-batch-secret",\n  "x_team": "orders",\n  "grant_types": ["client_credentials"],\n  "scope": "orders.read"\n}\n',
  'oauth/clients/mobile.json': passwordClient,
  'oauth/clients/broken.json': '{ "client_id": "broken", ',
};

describe.each(twoTransports)('identity over %s', (_name, connect) => {
  const running = startedOnce(() => startTestEngine({ files }));
  const connected = startedOnce(() => connect(running.engine));
  const client = startedOnce(() => connected.client);

  const onDisk = (file: string) => readFileSync(join(running.engine.workspace.directory, file), 'utf8');
  const read = (kind: RegistrationKind, id: string) => client.identity.registration({ kind, id });

  async function token(body: Record<string, string>) {
    const response = await fetch(`${running.authorizationServer}/as/token.oauth2`, {
      method: 'POST',
      body: new URLSearchParams(body),
    });
    return { status: response.status, body: (await response.json()) as Record<string, string> };
  }

  const signIn = async () => {
    const body = {
      grant_type: 'password',
      client_id: 'mobile',
      username: 'ann',
      password: 'planted-password',
    };
    return (await token({ ...body, scope: 'orders.read' })).body;
  };
  const validate = async (access: string | undefined) =>
    (
      await token({
        grant_type: 'urn:gatehouse:oauth2:grant_type:validate_bearer',
        client_id: 'orders-api',
        client_secret: 'planted-resource-secret',
        token: access ?? '',
      })
    ).status;

  test('identity.registrations shows every file without its secrets, with what is wrong and doubtful', async () => {
    const clients = await client.identity.registrations({ kind: 'client' });
    expect(clients.map(({ id }) => id)).toEqual([
      'batch-job',
      'broken',
      'mobile',
      'orders-api',
      'portal-web',
    ]);
    expect(JSON.stringify(clients)).not.toContain('planted');
    const [batch, broken, mobile] = clients;
    expect(batch?.secrets).toEqual({ client_secret: { state: 'clear', name: null } });
    expect(batch?.findings.map(({ id }) => id)).toEqual(['secret-in-clear']);
    expect(broken).toMatchObject({ document: null, problems: [{ code: 'workspace.syntax' }] });
    expect(mobile?.findings.map(({ id }) => id)).toEqual(['refresh-for-ever', 'password-grant']);
  });

  test('identity.registration of what is not there is a problem with a code', async () => {
    expect(await codeOf(read('user', 'nobody'))).toBe('api.not-found');
  });

  test('identity.save keeps comments and unknown members, seals the secret, and the client can use it', async () => {
    const before = await read('client', 'batch-job');
    const saved = await client.identity.save({
      kind: 'client',
      id: 'batch-job',
      baseVersion: before.version,
      document: { ...before.document, scope: 'orders.read orders.count' },
      secrets: { client_secret: 'typed-in-the-form' },
    });
    expect(saved.secrets).toEqual({ client_secret: { state: 'stored', name: 'client.batch-job' } });
    expect(saved.version).not.toBe(before.version);
    const text = onDisk('oauth/clients/batch-job.json');
    expect(text).toContain('// runs at night');
    expect(text).toContain('"x_team": "orders"');
    expect(text.replaceAll(/\s/g, '')).toContain('{"$secret":"client.batch-job"}');
    expect(text).not.toContain('typed-in-the-form');
    const credentials = { client_id: 'batch-job', client_secret: 'typed-in-the-form' };
    const issued = await token({ grant_type: 'client_credentials', scope: 'orders.count', ...credentials });
    expect(issued.status).toBe(200);
    const unsealed = await client.identity.save({
      kind: 'client',
      id: 'batch-job',
      baseVersion: saved.version,
      document: { ...saved.document, client_name: 'Nightly' },
      secrets: {},
    });
    expect(unsealed.secrets['client_secret']?.state).toBe('stored');
  });

  test('identity.save refuses an edit of another version, and a new file over one that is there', async () => {
    const before = await read('client', 'mobile');
    const path = join(running.engine.workspace.directory, before.file);
    const saving = { kind: 'client', id: 'mobile', document: { ...before.document }, secrets: {} } as const;
    expect(await codeOf(client.identity.save({ ...saving, baseVersion: null }))).toBe('workspace.duplicate');
    writeFileSync(path, JSON.stringify({ ...passwordClient, client_name: 'Edited outside' }));
    expect(await codeOf(client.identity.save({ ...saving, baseVersion: before.version }))).toBe(
      'workspace.conflict',
    );
    expect(JSON.parse(onDisk(before.file)).client_name).toBe('Edited outside');
  });

  test('identity.save makes a user whose password and PIN are sealed apart, and removal can be undone', async () => {
    const made = await client.identity.save({
      kind: 'user',
      id: 'eve',
      baseVersion: null,
      document: { claims: { mail: 'eve@example.com' } },
      secrets: { password: 'eves-password', pin: '4711' },
    });
    expect(made.secrets).toEqual({
      password: { state: 'stored', name: 'user.eve.password' },
      pin: { state: 'stored', name: 'user.eve.pin' },
    });
    expect(await running.engine.workspace.registrations.user('eve')?.verifyPassword('eves-password')).toBe(
      true,
    );
    expect(await running.engine.workspace.registrations.user('eve')?.verifyPin('4711')).toBe(true);
    const { undoId } = await client.workspace.removeFile({ file: made.file });
    expect(await codeOf(read('user', 'eve'))).toBe('api.not-found');
    await client.workspace.restoreFile({ undoId });
    expect((await read('user', 'eve')).document).toMatchObject({ claims: { mail: 'eve@example.com' } });
    expect(
      await codeOf(
        client.identity.save({ kind: 'user', id: 'mallory', baseVersion: null, document: {}, secrets: {} }),
      ),
    ).toBe('workspace.invalid');
  });

  test('identity.certificates reads a certificate in words, and says which text is none', async () => {
    const { pem, sha256 } = await client.trust.root();
    const [view, none] = await client.identity.certificates({ pems: [pem, 'no certificate'] });
    expect(view).toMatchObject({ sha256, key: expect.stringMatching(/^(?:EC|RSA|ED25519)/) });
    expect(view?.notAfterMillis).toBeGreaterThan(Date.now());
    expect(none).toBeNull();
  });

  test('identity.weaknesses and app.status say what can be and what is switched on', async () => {
    const catalogue = await client.identity.weaknesses();
    expect(catalogue).toContainEqual(
      expect.objectContaining({ id: 'code-not-bound', clause: 'RFC 9700 §4.5' }),
    );
    const base = '/services/authorizationServer';
    const weakness = { pointer: `${base}/weaknesses`, value: ['code-not-bound', 'never-heard-of'] };
    await client.workspace.setSettings({ members: [weakness] });
    expect((await client.app.status()).activeWeaknesses).toBe(0);
    await client.workspace.setSettings({ members: [{ pointer: `${base}/profile`, value: 'training' }] });
    expect((await client.app.status()).activeWeaknesses).toBe(1);
    expect(catalogue).toContainEqual(
      expect.objectContaining({ service: 'sampleUpstreams', id: 'client-without-challenge' }),
    );
    const ofSamples = '/services/sampleUpstreams/weaknesses';
    await client.workspace.setSettings({
      members: [{ pointer: ofSamples, value: ['client-without-challenge', 'code-not-bound'] }],
    });
    const { activeWeaknesses, problems } = await client.app.status();
    expect(activeWeaknesses).toBe(2);
    const unknown = problems.filter(({ code }) => code === 'workspace.unknown-weakness');
    expect(unknown.map(({ location }) => location?.pointer)).toEqual([
      `${base}/weaknesses/1`,
      `${ofSamples}/1`,
    ]);
    await client.workspace.setSettings({ members: [{ pointer: ofSamples, value: null }] });
    const members = [`${base}/profile`, `${base}/weaknesses`].map((pointer) => ({ pointer, value: null }));
    await client.workspace.setSettings({ members });
  });

  test('liveTokens.rows leads from the user over client and grant to each token', async () => {
    const issued = await signIn();
    const search = { search: 'mobile' };
    const holders = await client.liveTokens.rows({ parent: null, ...search });
    expect(holders.items).toMatchObject([{ kind: 'holder', id: 'ann', state: 'valid', live: 2, tokens: 2 }]);
    const clients = await client.liveTokens.rows({ parent: { kind: 'holder', holder: 'ann' }, ...search });
    expect(clients.items).toMatchObject([{ kind: 'client', clientId: 'mobile', holder: 'ann', live: 2 }]);
    const grants = await client.liveTokens.rows({
      parent: { kind: 'client', holder: 'ann', clientId: 'mobile' },
    });
    expect(grants.items).toMatchObject([{ kind: 'family', grantType: 'password', state: 'valid', live: 2 }]);
    const familyId = grants.items[0]?.id ?? '';
    const tokens = await client.liveTokens.rows({ parent: { kind: 'family', familyId } });
    expect(tokens.items.map(({ kind, state }) => `${kind} ${state}`).toSorted()).toEqual([
      'access_token valid',
      'refresh_token valid',
    ]);
    expect(JSON.stringify([holders, clients, grants, tokens])).not.toContain(issued['access_token']);
    expect(await client.liveTokens.count({ kind: 'client', clientId: 'mobile' })).toEqual({
      live: 2,
      grants: 1,
      consents: 0,
    });
  });

  test('liveTokens.revoke ends one token, then a grant, then all of a user, each with its event', async () => {
    const events: string[] = [];
    const stop = running.engine.authorizationServer.onAuditEvent(({ type, fields }) =>
      events.push(`${type} ${fields.username} ${fields.reason}`),
    );
    const one = await signIn();
    const other = await signIn();
    const place = { kind: 'client', holder: 'ann', clientId: 'mobile' } as const;
    const [newest] = (await client.liveTokens.rows({ parent: place, limit: 1 })).items;
    const familyId = newest?.id ?? '';
    const rows = (await client.liveTokens.rows({ parent: { kind: 'family', familyId } })).items;
    const access = rows.find(({ kind }) => kind === 'access_token');
    const target = { kind: 'token', tokenId: access?.id ?? '' } as const;
    expect(await client.liveTokens.revoke({ target })).toEqual({ grants: 0, tokens: 1 });
    const answers = [await validate(one['access_token']), await validate(other['access_token'])];
    expect(new Set(answers)).toEqual(new Set([200, 400]));
    const family = { kind: 'family', familyId } as const;
    expect(await client.liveTokens.revoke({ target: family, reason: 'The laptop was lost.' })).toEqual({
      grants: 1,
      tokens: 1,
    });
    await client.liveTokens.revoke({ target: { kind: 'holder', holder: 'ann' }, by: 'user' });
    expect([await validate(one['access_token']), await validate(other['access_token'])]).toEqual([400, 400]);
    const refreshed = await token({
      grant_type: 'refresh_token',
      client_id: 'mobile',
      refresh_token: other['refresh_token'] ?? '',
    });
    expect(refreshed.body['error']).toBe('invalid_grant');
    expect(events).toContain('token.revoked ann Revoked by an administrator. The laptop was lost.');
    expect(events).toContain('token.revoked ann The user withdrew the consent.');
    const unknown = client.liveTokens.revoke({ target: { kind: 'family', familyId: 'gone' } });
    expect(await codeOf(unknown)).toBe('api.not-found');
    stop();
  });

  test('a client’s own tokens stand under no user, and end with liveTokens.revoke of the client', async () => {
    const batch = { client_id: 'batch-job', client_secret: 'typed-in-the-form' };
    const issued = await token({ grant_type: 'client_credentials', ...batch });
    const rows = await client.liveTokens.rows({ parent: { kind: 'holder', holder: null } });
    expect(rows.items).toMatchObject([{ clientId: 'batch-job', holder: null }]);
    expect(await validate(issued.body['access_token'])).toBe(200);
    const ended = await client.liveTokens.revoke({ target: { kind: 'client', clientId: 'batch-job' } });
    expect(ended.tokens).toBeGreaterThan(0);
    expect(await validate(issued.body['access_token'])).toBe(400);
  });

  test('consents.list and consents.withdraw take back what a user allowed, with its tokens', async () => {
    const { id } = await client.flows.start({
      kind: 'code-pkce',
      clientId: 'portal-web',
      username: 'ann',
      mode: 'run',
      browser: 'unattended',
    });
    await expect.poll(async () => (await client.flows.get({ runId: id })).state).toBe('passed');
    const consents = await client.consents.list({ username: 'ann' });
    expect(consents).toMatchObject([{ username: 'ann', clientId: 'portal-web' }]);
    const withdrawal = { username: 'ann', clientId: 'portal-web', revokeTokens: true };
    expect(await client.consents.withdraw(withdrawal)).toMatchObject({ withdrawn: true, grants: 1 });
    expect(await client.consents.withdraw(withdrawal)).toEqual({ withdrawn: false, grants: 0, tokens: 0 });
    expect(await client.consents.list({})).toEqual([]);
  });

  test('accounts.list shows who is locked and signed in; accounts.unlock and signOut end it', async () => {
    const guess = { grant_type: 'password', client_id: 'mobile', username: 'ann', password: 'wrong' };
    for (let guesses = 0; guesses < 5; guesses += 1) await token(guess);
    expect(await client.accounts.list()).toContainEqual(
      expect.objectContaining({ username: 'ann', wrongGuesses: 5, lockedUntilMillis: expect.any(Number) }),
    );
    expect((await signIn())['error']).toBe('invalid_grant');
    expect(await client.accounts.unlock({ username: 'ann' })).toEqual({ unlocked: true });
    expect((await signIn())['access_token']).toBeDefined();
    const { sessions } = await client.accounts.signOut({ username: 'ann' });
    expect(sessions).toBeGreaterThanOrEqual(0);
    expect((await client.accounts.list()).find(({ username }) => username === 'ann')?.sessions ?? 0).toBe(0);
  });

  test('signingKeys.rotate replaces a key that stays published for the overlap, then retires', async () => {
    const first = await client.signingKeys.rotate({ algorithm: 'ES256' });
    running.clock.advance(1_000);
    const second = await client.signingKeys.rotate({ algorithm: 'ES256' });
    const stateOf = async (kid: string) =>
      (await client.signingKeys.list()).find((key) => key.kid === kid)?.state;
    expect([await stateOf(first.kid), await stateOf(second.kid)]).toEqual(['published', 'signing']);
    expect(JSON.stringify(await client.signingKeys.list())).not.toContain('"d":');
    running.clock.advance(86_400_000);
    expect(await stateOf(first.kid)).toBe('retired');
    running.clock.reset();
  });
});
