import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { loadWorkspace, openWorkspaceManifest } from '#main/workspace/index.ts';
import { openedWorkspace } from '#test/support/opened-workspace.ts';
import { ordinaryFiles, writeWorkspace } from '#test/support/workspace.ts';

const writtenWorkspace = (files: Readonly<Record<string, unknown>>) => {
  const directory = writeWorkspace(files);
  onTestFinished(directory.remove);
  return directory;
};

function load(files: Readonly<Record<string, unknown>>, secrets: Readonly<Record<string, string>> = {}) {
  const workspace = openedWorkspace(files, secrets);
  return { ...workspace, problems: workspace.problems.filter(({ code }) => code !== 'secret.in-clear') };
}

const client = (more: object) => ({ client_id: 'c', grant_types: ['client_credentials'], ...more });
const manifest = { id: 'w', name: 'W' };

describe('reading a workspace', () => {
  test('takes clients and users from their files', () => {
    const { registrations, problems, manifest: settings } = load(ordinaryFiles);
    expect(problems).toEqual([]);
    expect(registrations.clients().map(({ clientId }) => clientId)).toEqual([
      'batch-job',
      'orders-api',
      'portal-web',
    ]);
    expect(registrations.client('portal-web')).toMatchObject({ scopes: ['orders.read', 'orders.write'] });
    expect(settings.services.authorizationServer).toMatchObject({
      port: 9031,
      profile: 'product',
      rollRefreshTokens: false,
    });
  });

  test('a user’s password is checked and not kept in sight', async () => {
    const { registrations } = load(ordinaryFiles);
    const ann = registrations.user('ann');
    expect(await ann?.verifyPassword('planted-password')).toBe(true);
    expect(await ann?.verifyPassword('planted-passwore')).toBe(false);
    expect(JSON.stringify([registrations.users(), registrations.clients()])).not.toContain('planted');
  });

  test.each([
    ['{"$secret":"name"}', { $secret: 'portal' }],
    ['&{name}', '&{portal}'],
  ])('resolves a secret written as %s', (_name, written) => {
    const files = { 'gatehouse.json': manifest, 'oauth/clients/c.json': client({ client_secret: written }) };
    const { credentials, problems } = load(files, { portal: 'from-the-store' });
    expect(credentials.clientSecret('c')).toBe('from-the-store');
    expect(problems).toEqual([]);
  });

  test('a secret in clear is noticed, and works', () => {
    const { problems, credentials } = openedWorkspace(ordinaryFiles);
    expect(problems.map(({ code, severity }) => `${code} ${severity}`)).toEqual(
      Array(4).fill('secret.in-clear notice'),
    );
    expect(credentials.clientSecret('batch-job')).toBe('planted-batch-secret');
  });

  test('the password of the proxy is looked at like every other secret', () => {
    const proxy = (password: string) => ({
      'gatehouse.json': {
        ...manifest,
        network: { proxy: { url: 'http://proxy.example', username: 'w', password } },
      },
    });
    const location = { file: 'gatehouse.json', pointer: '/network/proxy/password' };
    expect(load(proxy('&{proxy}')).problems).toMatchObject([
      { code: 'secret.unresolved', location, actions: [{ kind: 'store-secret', name: 'proxy' }] },
    ]);
    const resolved = load(proxy('&{proxy}'), { proxy: 'planted' });
    expect([resolved.problems, resolved.readSecret('&{proxy}')]).toEqual([[], 'planted']);
  });

  test('a client whose secret is missing does not become a public client', () => {
    const files = {
      'gatehouse.json': manifest,
      'oauth/clients/a.json': { client_id: 'a', client_secret: { $secret: 'gone' } },
      'oauth/clients/b.json': { client_id: 'b', token_endpoint_auth_method: 'client_secret_basic' },
      'oauth/clients/p.json': { client_id: 'p', token_endpoint_auth_method: 'none' },
    };
    const { registrations, problems } = load(files);
    expect(problems.map(({ code }) => code)).toEqual(['workspace.invalid', 'secret.unresolved']);
    expect(registrations.client('a')?.secretSha256).not.toBeNull();
    expect(registrations.client('b')?.secretSha256).not.toBeNull();
    expect(registrations.client('p')?.secretSha256).toBeNull();
  });
});

describe('a client that validates tokens', () => {
  const validator = {
    client_id: 'c',
    grant_types: ['authorization_code', 'urn:any-vendor:oauth2:grant_type:validate_bearer'],
  };

  test.each([
    ['without a secret', {}],
    ['with a secret that it need not show', { client_secret: 's', token_endpoint_auth_method: 'none' }],
  ])('%s is no registration: whoever names it would be told what any token stands for', (_, more) => {
    const { registrations, problems } = load({
      ...ordinaryFiles,
      'oauth/clients/c.json': JSON.stringify({ ...validator, ...more }, null, 2),
    });
    expect(problems).toMatchObject([
      {
        code: 'workspace.invalid',
        severity: 'error',
        message: expect.stringContaining('must authenticate'),
        location: { file: 'oauth/clients/c.json', pointer: '/grant_types' },
      },
    ]);
    expect(registrations.client('c')).toBeUndefined();
  });

  test('with a secret is one', () => {
    const file = JSON.stringify({ ...validator, client_secret: 's' });
    const { registrations, problems } = load({ ...ordinaryFiles, 'oauth/clients/c.json': file });
    expect([problems, registrations.client('c')?.clientId]).toEqual([[], 'c']);
  });
});

describe('what a registration leaves out', () => {
  test('has the meaning that RFC 7591 gives it', () => {
    const { registrations } = load({
      'gatehouse.json': manifest,
      'oauth/clients/web.json': { client_id: 'web' },
      'oauth/clients/job.json': { client_id: 'job', grant_types: ['client_credentials'] },
    });
    const types = (clientId: string) => [
      ...(registrations.client(clientId)?.grantTypes ?? []),
      ...(registrations.client(clientId)?.responseTypes ?? []),
    ];
    expect(types('web')).toEqual(['authorization_code', 'code']);
    expect(types('job')).toEqual(['client_credentials']);
  });
});

describe('a workspace that is broken', () => {
  test('a file that is not JSON is listed with line and column, and the rest works', () => {
    const { registrations, problems } = load({
      ...ordinaryFiles,
      'oauth/clients/broken.json': '{\n  "client_id": "broken",\n  "scope" "x"\n}',
    });
    expect(problems).toMatchObject([
      { code: 'workspace.syntax', location: { file: 'oauth/clients/broken.json', line: 3, column: 11 } },
    ]);
    expect(registrations.clients()).toHaveLength(3);
  });

  test('a member of the wrong kind is listed where it stands, with what was expected', () => {
    const { problems } = load({
      ...ordinaryFiles,
      'oauth/clients/c.json': '{\n  "client_id": "c",\n  "redirect_uris": ["a", 5]\n}',
    });
    expect(problems).toMatchObject([
      {
        code: 'workspace.invalid',
        message: expect.stringMatching(/redirect_uris\.1.*expected string/),
        location: { line: 3, column: 26, pointer: '/redirect_uris/1' },
      },
    ]);
  });

  test.each([
    ['an empty file', '', 'workspace.syntax'],
    ['a list', '[]', 'workspace.invalid'],
    ['a missing member', '{}', 'workspace.invalid'],
    ['a prototype', '{"client_id":"c","__proto__":{"client_id":"d"}}', null],
    ['comments and a trailing comma', '{ // a comment\n "client_id": "c", }', null],
  ])('%s is a problem or none, never a crash', (_name, text, code) => {
    const { problems, registrations } = load({ 'gatehouse.json': manifest, 'oauth/clients/c.json': text });
    expect(problems.map((problem) => problem.code)).toEqual(code === null ? [] : [code]);
    expect(registrations.client('c') === undefined).toBe(code !== null);
  });

  test('invalid UTF-8 and a huge file are refused by name', () => {
    const directory = writtenWorkspace({
      'gatehouse.json': manifest,
      'oauth/clients/ok.json': client({ client_id: 'ok' }),
    });
    writeFileSync(
      join(directory.path, 'oauth/clients/latin.json'),
      Buffer.from('{"client_id":"\xff"}', 'latin1'),
    );
    writeFileSync(join(directory.path, 'oauth/clients/large.json'), ' '.repeat(5_000_000));
    const { problems } = loadWorkspace(openWorkspaceManifest(directory.path), () => null);
    expect(problems.map(({ code, location }) => [code, location?.file])).toEqual([
      ['workspace.too-large', 'oauth/clients/large.json'],
      ['workspace.unreadable', 'oauth/clients/latin.json'],
    ]);
  });

  test('two files for one client: the first is in force; a file of another name is warned about', () => {
    const { problems, registrations } = load({
      'gatehouse.json': manifest,
      'oauth/clients/a.json': client({ scope: 'first' }),
      'oauth/clients/c.json': client({ scope: 'second' }),
    });
    expect(problems.map(({ code }) => code)).toEqual(['workspace.name-mismatch', 'workspace.duplicate']);
    expect(registrations.client('c')?.scopes).toEqual(['first']);
  });

  test('a missing folder, a file in its place and a folder without a manifest are told apart', () => {
    const directory = writtenWorkspace({ file: 'x' });
    const { path } = directory;
    const refusal = (at: string) => {
      try {
        return openWorkspaceManifest(at).problems[0]?.code;
      } catch (error) {
        return (error as { code: string }).code;
      }
    };
    expect(refusal(join(path, 'nothing'))).toBe('workspace.missing');
    expect(refusal(join(path, 'file'))).toBe('workspace.not-a-directory');
    expect(refusal(path)).toBe('workspace.no-manifest');
  });

  test('a manifest that is broken leaves the defaults in force and says where', () => {
    const {
      problems,
      manifest: settings,
      name,
    } = load({
      'gatehouse.json': '{ "name": "W", "services": { "authorizationServer": { "port": "9031" } } }',
    });
    expect(problems).toMatchObject([
      { code: 'workspace.invalid', location: { pointer: '/services/authorizationServer/port' } },
    ]);
    expect(settings.services.authorizationServer.port).toBe(9031);
    expect(name).not.toBe('');
  });

  test('the id of a workspace without one depends on where it really lies', () => {
    const directory = writtenWorkspace({ 'gatehouse.json': { name: 'W' } });
    const link = `${directory.path}-link`;
    symlinkSync(directory.path, link);
    expect(openWorkspaceManifest(link).id).toBe(openWorkspaceManifest(directory.path).id);
    expect(openWorkspaceManifest(directory.path).id).toMatch(/^at-[0-9a-f]{24}$/);
  });
});
