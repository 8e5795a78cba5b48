import { createDecipheriv } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createSystemRandom } from '#main/platform/random.ts';
import { exportDocument } from '#main/workspace/export-document.ts';
import type { Workspace } from '#main/workspace/index.ts';
import { openedWorkspace } from '#test/support/opened-workspace.ts';

const file = 'connectors/provisioner.openicf-hr.json';
const key = Buffer.alloc(16, 3);
const stored = { 'hr.token': 'planted-token', 'key.sym-default': key.toString('base64') };

/** A workspace with one connector of such properties. */
function workspaceWith(
  properties: Readonly<Record<string, unknown>> | string,
  secrets: Readonly<Record<string, string>> = stored,
): Workspace {
  const files = {
    'gatehouse.json': { name: 'W' },
    [file]: typeof properties === 'string' ? properties : { configurationProperties: properties },
  };
  return openedWorkspace(files, secrets);
}

function exported(workspace: Workspace, keyAlias: string | null = null) {
  const { text, leftOut } = exportDocument(workspace, file, keyAlias, createSystemRandom());
  const { configurationProperties } = JSON.parse(text) as {
    configurationProperties: Record<string, unknown>;
  };
  return { text, leftOut, properties: configurationProperties };
}

const already = {
  $crypto: { type: 'x-simple-encryption', value: { key: 'other', cipher: 'c', iv: 'i', data: 'd' } },
};

describe('a connector is carried away', () => {
  test('without the secrets that stand in clear, which are named; references stay', () => {
    const { properties, leftOut, text } = exported(
      workspaceWith({
        serviceUri: 'https://hr.example.com',
        password: 'planted-password',
        authToken: { $secret: 'hr.token' },
        clientSecret: '&{client.secret}',
        refreshToken: already,
      }),
    );
    expect(properties).toEqual({
      serviceUri: 'https://hr.example.com',
      password: null,
      authToken: '&{hr.token}',
      clientSecret: '&{client.secret}',
      refreshToken: already,
    });
    expect(leftOut).toEqual(['/configurationProperties/password']);
    expect(text).not.toContain('planted');
  });

  test('with its secrets encrypted under a key of the products, which they can read', () => {
    const { properties, leftOut, text } = exported(
      workspaceWith({ password: 'planted-password', authToken: { $secret: 'hr.token' } }),
      'sym-default',
    );
    expect(leftOut).toEqual([]);
    expect(text).not.toContain('planted');
    const clear = ['password', 'authToken'].map((name) => {
      const { $crypto } = properties[name] as {
        $crypto: { type: string; value: { key: string; cipher: string; iv: string; data: string } };
      };
      const { value, type } = $crypto;
      expect([type, value.key, value.cipher]).toEqual([
        'x-simple-encryption',
        'sym-default',
        'AES/CBC/PKCS5Padding',
      ]);
      const decipher = createDecipheriv('aes-128-cbc', key, Buffer.from(value.iv, 'base64'));
      const data = Buffer.from(value.data, 'base64');
      return JSON.parse(Buffer.concat([decipher.update(data), decipher.final()]).toString('utf8'));
    });
    expect(clear).toEqual(['planted-password', 'planted-token']);
  });

  test('what cannot be had is left out where a key is named; what is encrypted already stays', () => {
    const { properties, leftOut } = exported(
      workspaceWith({ password: '&{hr.password}', refreshToken: already }),
      'sym-default',
    );
    expect(properties).toEqual({ password: null, refreshToken: already });
    expect(leftOut).toEqual(['/configurationProperties/password']);
  });

  test('as its author wrote it: the rest of the text is the same, spaces and order included', () => {
    const text = `{ "configurationProperties":\n   {"password" : "planted-password",   "login": "ann" } }\n`;
    expect(exported(workspaceWith(text)).text).toContain(
      text.slice(0, -4).replace('"planted-password"', 'null'),
    );
  });
});

test('a secret that stands twice is left out twice', () => {
  const { text } = exported(
    workspaceWith('{"configurationProperties":{"password":"planted-one","password":{"$secret":"hr.token"}}}'),
  );
  expect(text).not.toContain('planted');
});

describe('a connector is not carried away', () => {
  test.each([
    ['is not stored', {}],
    ['has a length that no cipher takes', { 'key.sym-default': Buffer.alloc(10).toString('base64') }],
  ])('under a key that %s', (_what, secrets) => {
    const workspace = workspaceWith({ password: 'planted-password' }, secrets);
    expect(() => exported(workspace, 'sym-default')).toThrow(
      expect.objectContaining({
        code: 'secret.crypto-key-missing',
        actions: [{ kind: 'store-secret', name: 'key.sym-default' }],
      }),
    );
  });

  test('where there is none, or it cannot be read: a secret could be anywhere in it', () => {
    const workspace = workspaceWith('{"configurationProperties":{}} "planted-password"');
    const refused = (each: string) => () => exportDocument(workspace, each, null, createSystemRandom());
    expect(refused(file)).toThrow(expect.objectContaining({ code: 'workspace.syntax' }));
    expect(refused('connectors/provisioner.openicf-none.json')).toThrow(
      expect.objectContaining({ code: 'api.not-found' }),
    );
  });
});

function accountsOfFixture(name: string): unknown {
  const path = new URL(`../../../fixtures/connectors/${name}.json`, import.meta.url);
  const { configurationProperties } = JSON.parse(readFileSync(path, 'utf8')) as {
    configurationProperties: { objectTypes: { __ACCOUNT__: unknown } };
  };
  return configurationProperties.objectTypes['__ACCOUNT__'];
}

test('the variables that the target has to know are listed, and the extensions that are lost there', () => {
  const { variables, extensions } = exportDocument(
    workspaceWith({
      serviceUri: '&{hr.url}',
      authToken: { $secret: 'hr.token' },
      retries: [],
      objectTypes: { __ACCOUNT__: accountsOfFixture('feathers') },
    }),
    file,
    null,
    createSystemRandom(),
  );
  expect(variables).toEqual(['hr.url', 'hr.token']);
  const type = '/configurationProperties/objectTypes/__ACCOUNT__';
  expect(extensions.map(({ pointer }) => pointer)).toEqual([
    '/configurationProperties/retries',
    `${type}/operations/QUERY/pagination/totalPath`,
    `${type}/operations/UPDATE/sendAll`,
    `${type}/filters/templates`,
  ]);
});
