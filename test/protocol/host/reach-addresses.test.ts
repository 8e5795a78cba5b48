import { describe, expect, test } from 'vitest';
import { baseUrlOf, isLoopbackHost } from '#main/platform/addresses.ts';
import { trustInstructions } from '#main/platform/trust-instructions.ts';
import { manifestSchema } from '#shared/workspace/index.ts';

describe('an address', () => {
  test.each([
    ['127.0.0.1', true],
    ['127.9.8.7', true],
    ['[::1]', true],
    ['LOCALHOST', true],
    ['app.localhost', true],
    ['[::ffff:7f00:1]', true],
    ['0.0.0.0', false],
    ['::', false],
    ['192.0.2.1', false],
    ['127.0.0.1.evil.example', false],
    ['localhost.evil.example', false],
    ['notlocalhost', false],
    ['[::ffff:7f:1]', false],
    ['::ffff:7f.example', false],
  ])('%s is this machine alone: %s', (host, expected) => {
    expect(isLoopbackHost(host)).toBe(expected);
  });

  test.each([
    [{ bind: '127.0.0.1', tls: true }, 'https://127.0.0.1:9031'],
    [{ bind: '::1' }, 'http://[::1]:9031'],
    [{ bind: '0.0.0.0' }, 'http://127.0.0.1:9031'],
    [{ bind: '::', tls: true }, 'https://[::1]:9031'],
    [{ bind: '127.0.0.1', tls: true, publicUrl: 'http://id.example//' }, 'http://id.example'],
  ])('a service with %j has the base URL %s', (reach, expected) => {
    expect(baseUrlOf({ port: 9031, ...reach })).toBe(expected);
  });
});

describe('the settings of reach', () => {
  const proxied = (url: string) =>
    manifestSchema.safeParse({ name: 'x', network: { proxy: { url } } }).success;

  test('are off by default: no TLS, no proxy, no CA', () => {
    const { services, network } = manifestSchema.parse({ name: 'x' });
    for (const key of [
      'authorizationServer',
      'connectorHost',
      'gateway',
      'platform',
      'sampleUpstreams',
    ] as const)
      expect(services[key]).toMatchObject({ tls: false, bind: '127.0.0.1' });
    expect(network).toEqual({ caFiles: [], proxyLoopback: false });
  });

  test.each([
    ['http://proxy.example:3128', true],
    ['https://proxy.example:3128', false],
    ['socks5://proxy.example:1080', false],
    ['http://ann:planted@proxy.example:3128', false],
  ])('the proxy %s is taken: %s', (url, expected) => {
    expect(proxied(url)).toBe(expected);
  });
});

describe('the instructions to trust the root', () => {
  test('say for every system how to begin and how to end', () => {
    const all = trustInstructions('gatehouse-root.pem');
    expect(new Set(all.map(({ system }) => system)).size).toBe(all.length);
    for (const { system, trust, undo } of all) {
      expect(trust.join('\n'), system).toContain('gatehouse-root.pem');
      expect(undo.join(''), system).not.toBe('');
    }
  });

  test('name the file as Debian wants it', () => {
    const debian = trustInstructions('gatehouse-root.pem').find(({ system }) => system === 'debian');
    expect(debian?.trust[0]).toMatch(/^sudo cp gatehouse-root\.pem \S+\/gatehouse-root\.crt$/);
  });
});
