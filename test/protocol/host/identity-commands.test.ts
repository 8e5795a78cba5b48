import { expect, test } from 'vitest';
import { clientCredentials, tokenRequest } from '#test/support/people.ts';
import { runGatehouse, serve } from '#test/support/served.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { ordinaryFiles, writeWorkspace } from '#test/support/workspace.ts';

const place = () => ['--workspace', workspace.path, '--state-dir', state.path];

const state = startedAnew(temporaryDirectory);
const workspace = startedAnew(() => writeWorkspace(ordinaryFiles));
const served = startedAnew(() => serve([...place(), '--no-ui', '--any-ports']));

async function run(
  ...args: readonly string[]
): Promise<{ readonly code: number | string; readonly out: string }> {
  const { code, stdout } = await runGatehouse([...args, ...place()]);
  return { code, out: stdout };
}

test('clients, users, tokens and signing keys are read and changed from the command line', async () => {
  const listed = await run('client', 'list');
  expect(listed).toMatchObject({
    code: 0,
    out: expect.stringContaining('portal-web\toauth/clients/portal-web.json'),
  });
  const shown = JSON.parse((await run('client', 'show', 'batch-job', '--json')).out);
  expect(shown).toMatchObject({
    ok: true,
    client: { id: 'batch-job', secrets: { client_secret: { state: 'stored' } } },
  });
  const missing = await run('client', 'show', 'nobody', '--json');
  expect(missing.code).toBe(1);
  expect(JSON.parse(missing.out)).toMatchObject({ ok: false, problem: { code: 'api.not-found' } });
  expect((await run('user', 'list')).out).toBe('ann\toauth/users/ann.json\n');

  const batch = ['batch-job', 'planted-batch-secret'] as const;
  const { body } = await clientCredentials(served.authorizationServer, batch);
  const tokens = JSON.parse((await run('token', 'list', '--client', 'batch-job', '--json')).out);
  expect(tokens).toMatchObject({ ok: true, total: 1, items: [{ kind: 'access_token', state: 'valid' }] });
  expect((await run('token', 'revoke')).code).toBe(2);
  const revoked = await run('token', 'revoke', '--client', 'batch-job', '--reason', 'Night shift is over.');
  expect(revoked).toEqual({ code: 0, out: 'Revoked: 1 token, 0 grants.\n' });
  const validation = {
    grant_type: 'urn:gatehouse:oauth2:grant_type:validate_bearer',
    token: String(body['access_token']),
  };
  const resource = ['orders-api', 'planted-resource-secret'] as const;
  expect((await tokenRequest(served.authorizationServer, resource, validation)).status).toBe(400);

  const rotated = JSON.parse((await run('signing-key', 'rotate', 'ES256', '--json')).out);
  expect(rotated).toMatchObject({ ok: true, key: { algorithm: 'ES256', state: 'signing' } });
  expect((await run('signing-key', 'list')).out).toContain(`${rotated.key.kid}\tES256\tsigning`);
  expect((await run('signing-key', 'rotate', 'HS256')).code).toBe(2);
});

test('the rules of a profile that a workspace misses are listed from the command line', async () => {
  const found = await run('setting', 'profile', 'fapi-2.0-security');
  expect(found.code).toBe(3);
  expect(found.out).toContain('missed: Authorization requests must be pushed');
  expect(found.out).toContain('  Fix: Set requirePushedAuthorizationRequests to true.');
  expect(found.out).toMatch(/FAPI 2\.0: \d+ rules, \d+ hold, \d+ do not hold, 1 not examined\.\n$/);
  await run('setting', 'set', '/services/authorizationServer/profile', 'fapi-2.0-security');
  const chosen = JSON.parse((await run('setting', 'profile', 'fapi-2.0-security', '--json')).out);
  // The clients use secrets.
  expect(chosen.rules).toContainEqual(
    expect.objectContaining({
      id: 'client-authentication',
      state: 'missed',
      clients: expect.arrayContaining(['portal-web']),
    }),
  );
  expect(chosen.rules).toContainEqual(expect.objectContaining({ id: 'push-required', state: 'held' }));
  expect((await run('setting', 'profile', 'strict')).code).toBe(2);
});
