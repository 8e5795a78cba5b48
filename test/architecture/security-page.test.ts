import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { contentSecurityPolicy } from '#main/hosts/content-security-policy.ts';
import { manifestSchema } from '#shared/workspace/index.ts';

const docs = join(import.meta.dirname, '../../docs');
const page = readFileSync(join(docs, 'explanation/security-model.md'), 'utf8');
const promises = readFileSync(join(docs, 'reference/security-promises.md'), 'utf8');

const rows = new Map(
  [...page.matchAll(/^\| ([^|]+) \| (\d{4}) \| /gm)].map(([, name = '', port]) => [name, Number(port)]),
);

test('every service listens where the security page says', () => {
  const { services } = manifestSchema.parse({ name: 'x' });
  expect(Object.fromEntries(rows)).toEqual({
    'screens and API': 9030,
    'authorization server': services.authorizationServer.port,
    'connector host': services.connectorHost.port,
    gateway: services.gateway.port,
    'platform sandbox': services.platform.port,
    'sample client, resource server, directory': services.sampleUpstreams.port,
  });
});

test('every service listens on loopback by default', () => {
  const { services } = manifestSchema.parse({ name: 'x' });
  const { authorizationServer, connectorHost, gateway, platform, sampleUpstreams } = services;
  for (const { bind } of [authorizationServer, connectorHost, gateway, platform, sampleUpstreams])
    expect(bind).toBe('127.0.0.1');
});

test('the page is served under the policy that the security page shows', () => {
  const shown = /^default-src .*$/m.exec(page)?.[0] ?? '';
  expect(contentSecurityPolicy.startsWith(`${shown}; trusted-types `)).toBe(true);
});

test('every test that the page of the promises names is there', () => {
  const root = join(import.meta.dirname, '../..');
  const named = [...promises.matchAll(/`((?:test\/)?[\w/-]+(?:\.test\.ts)?)`/g)].map(([, name = '']) => name);
  const tests = named.filter((name) => name.endsWith('.test.ts') || name.startsWith('test/'));
  const paths = tests.map((name) => (name.startsWith('test/') ? name : `test/hostile/${name}`));
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const hostile = readdirSync(join(root, 'test/hostile'));
  expect(hostile.filter((name) => !paths.includes(`test/hostile/${name}`))).toEqual([]);
});
