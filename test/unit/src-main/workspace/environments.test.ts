import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Workspace } from '#main/workspace/index.ts';
import { openedWorkspace } from '#test/support/opened-workspace.ts';

const files = {
  'gatehouse.json': {
    id: 'w',
    name: 'W',
    services: { authorizationServer: { port: 9031, codeLifetimeSeconds: 30 }, gateway: { port: 9033 } },
  },
  'environments/stage.json': {
    title: 'Staging',
    variables: { host: 'stage.example' },
    secrets: { portal: 'stage.portal' },
    services: { authorizationServer: { port: 9131, publicUrl: 'https://&{host}' } },
  },
  'oauth/clients/c.json': { client_id: 'c', client_secret: { $secret: 'portal' } },
};
const stored: Readonly<Record<string, string>> = { portal: 'of-the-files', 'stage.portal': 'of-the-stage' };

let workspace: Workspace;

function load(environment: string | null = null, more: Readonly<Record<string, unknown>> = {}): Workspace {
  workspace = openedWorkspace({ ...files, ...more }, stored, { environment });
  return workspace;
}

const write = (file: string, content: unknown) =>
  writeFileSync(
    join(workspace.directory, file),
    typeof content === 'string' ? content : JSON.stringify(content),
  );

const codes = ({ problems }: Workspace) => problems.map(({ code }) => code);

describe('an environment that is chosen', () => {
  test('lies over the settings, and what it does not name stays', () => {
    const { manifest, environment, problems } = load('stage');
    expect(environment).toBe('stage');
    expect(manifest.services.authorizationServer).toMatchObject({
      port: 9131,
      publicUrl: 'https://stage.example',
      codeLifetimeSeconds: 30,
    });
    expect(manifest.services.gateway.port).toBe(9033);
    expect(problems).toEqual([]);
  });

  test('puts other stored secrets behind the names that files use', () => {
    const live = load();
    expect(live.credentials.clientSecret('c')).toBe('of-the-files');
    live.setEnvironment('stage');
    expect(live.credentials.clientSecret('c')).toBe('of-the-stage');
    live.setEnvironment(null);
    expect(live.credentials.clientSecret('c')).toBe('of-the-files');
  });

  test('is heard of by listeners, and counts as a change', () => {
    const live = load();
    const heard: unknown[] = [];
    live.onChange((change) => heard.push(change));
    live.setEnvironment('stage');
    expect(heard).toEqual([{ files: [], editedOutside: [] }]);
    expect(live.revision).toBe(1);
  });

  test('is one of those that are there', () => {
    const live = load();
    expect(() => live.setEnvironment('prod')).toThrow(
      expect.objectContaining({ code: 'workspace.no-environment' }),
    );
    expect(live.environment).toBeNull();
    expect(live.environments).toEqual([
      { name: 'stage', file: 'environments/stage.json', title: 'Staging', isActive: false, problem: null },
    ]);
  });

  test('fills its variables into clients and users, and a literal one stays literal', async () => {
    const live = load('stage', {
      'oauth/clients/d.json': { client_id: 'd', redirect_uris: ['https://&{host}/cb', 'x:&&{host}'] },
      'oauth/users/ann.json': {
        username: 'ann',
        password: '&{portal}',
        claims: { home: 'https://&{host}/ann' },
      },
    });
    expect(live.registrations.client('d')?.redirectUris).toEqual(['https://stage.example/cb', 'x:&{host}']);
    expect(live.registrations.user('ann')?.claims).toEqual({ home: 'https://stage.example/ann' });
    expect(await live.registrations.user('ann')?.verifyPassword('of-the-stage')).toBe(true);
  });
});

describe('a variable that nobody gives', () => {
  test('is a problem at its place; the file works with the text as it is written', () => {
    const live = load(null, {
      'oauth/clients/d.json': '{\n  "client_id": "d",\n  "redirect_uris": ["https://&{host}/cb"]\n}',
    });
    expect(live.problems).toMatchObject([
      {
        code: 'workspace.unknown-variable',
        message: expect.stringContaining('host'),
        location: { file: 'oauth/clients/d.json', line: 3, column: 21, pointer: '/redirect_uris/0' },
      },
    ]);
    expect(live.registrations.client('d')?.redirectUris).toEqual(['https://&{host}/cb']);
    live.setEnvironment('stage');
    expect(codes(live)).toEqual([]);
    expect(live.registrations.client('d')?.redirectUris).toEqual(['https://stage.example/cb']);
  });

  test('in the settings is named as the cause, and the id of the workspace does not depend on it', () => {
    const services = { authorizationServer: { publicUrl: 'https://&{host}' } };
    const live = load(null, { 'gatehouse.json': { id: 'mine', name: 'Mine', services } });
    expect([live.id, live.name]).toEqual(['mine', 'Mine']);
    expect(codes(live)).toEqual(['workspace.unknown-variable']);
  });

  test('does not matter where the environment replaces the member', () => {
    const services = { authorizationServer: { publicUrl: 'https://&{nobody}' } };
    const live = load('stage', { 'gatehouse.json': { id: 'w', name: 'W', services } });
    expect(codes(live)).toEqual([]);
    expect(live.manifest.services.authorizationServer.publicUrl).toBe('https://stage.example');
  });
});

describe('an environment over time', () => {
  const broken = '{ "services": ';

  test('that is edited acts at once', () => {
    const live = load('stage');
    write('environments/stage.json', { services: { gateway: { port: 9999 } } });
    live.rescan();
    expect(live.manifest.services.gateway.port).toBe(9999);
    expect(live.manifest.services.authorizationServer.port).toBe(9031);
    expect(live.credentials.clientSecret('c')).toBe('of-the-files');
  });

  test('leaves every setting that it does not change the very object it was', () => {
    const live = load();
    const { gateway, authorizationServer } = live.manifest.services;
    live.setEnvironment('stage');
    expect(live.manifest.services.gateway).toBe(gateway);
    live.setEnvironment(null);
    expect(live.manifest.services.authorizationServer).toEqual(authorizationServer);
  });

  test('that is broken stays in force as it last was, and says so', () => {
    const live = load('stage');
    write('environments/stage.json', broken);
    live.rescan();
    expect(live.environment).toBe('stage');
    expect(live.manifest.services.authorizationServer.port).toBe(9131);
    expect(live.problems).toMatchObject([
      { code: 'workspace.syntax', fix: expect.stringContaining('last valid version stays in effect') },
    ]);
    expect(live.environments[0]?.problem?.code).toBe('workspace.syntax');
  });

  test('that is broken from the start is not in force: the plain settings are', () => {
    const live = load('stage', { 'environments/stage.json': broken });
    expect(live.environment).toBeNull();
    expect(live.manifest.services.authorizationServer.port).toBe(9031);
    expect(codes(live)).toEqual(['workspace.syntax']);
    expect(live.environments).toMatchObject([{ name: 'stage', isActive: true }]);
  });

  test('that is gone is a problem, and the plain settings are in force until it comes back', () => {
    const live = load('stage');
    rmSync(join(live.directory, 'environments/stage.json'));
    live.rescan();
    live.rescan();
    expect(live.environment).toBeNull();
    expect(live.manifest.services.authorizationServer.port).toBe(9031);
    expect(codes(live)).toEqual(['workspace.no-environment']);
    write('environments/stage.json', files['environments/stage.json']);
    live.rescan();
    expect([live.environment, codes(live)]).toEqual(['stage', []]);
  });

  test('what is wrong with its members is said of its file', () => {
    const live = load('stage', { 'environments/stage.json': { network: { proxy: { username: 'ann' } } } });
    expect(live.problems).toMatchObject([
      {
        code: 'workspace.invalid',
        location: { file: 'environments/stage.json', pointer: '/network/proxy/url' },
      },
    ]);
  });
});
