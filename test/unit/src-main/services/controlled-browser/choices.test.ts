import { describe, expect, test } from 'vitest';
import { callbackFields } from '#main/services/controlled-browser/index.ts';
import { holdPattern, leadsTo } from '#main/services/controlled-browser/redirect-uri-match.ts';
import { browserSwitches, sandboxProblem } from '#main/services/controlled-browser/switches.ts';

describe('an address leads to the redirect URI', () => {
  test.each([
    ['https://client.example/cb', 'https://client.example/cb?code=1'],
    ['https://client.example/cb', 'https://client.example/cb#access_token=1'],
    ['https://client.example/cb?tenant=1', 'https://client.example/cb?tenant=1&code=1'],
    ['https://CLIENT.example:443/cb', 'https://client.example/cb?code=1'],
    ['https://client.example', 'https://client.example/?code=1'],
    ['com.example.app:/cb', 'com.example.app:/cb?code=1'],
  ])('%s: %s', (redirectUri, url) => {
    expect(leadsTo(redirectUri, url)).toBe(true);
  });

  test.each([
    ['https://client.example/cb', 'https://client.example/cbx?code=1'],
    ['https://client.example/cb', 'https://client.example/cb/more?code=1'],
    ['https://client.example', 'https://client.example.evil.example/?code=1'],
    ['https://client.example/cb', 'http://client.example/cb?code=1'],
  ])('but not %s: %s', (redirectUri, url) => {
    expect(leadsTo(redirectUri, url)).toBe(false);
  });

  test('what stands for any text in a pattern of the browser stands for itself', () => {
    expect(holdPattern('https://client.example/*?a=b')).toBe('https://client.example/\\*\\?a=b*');
  });
});

describe('the sandbox of the browser', () => {
  test('is on for an ordinary user, container or not', () => {
    expect(sandboxProblem({ isRoot: false, isContainer: true })).toBeNull();
  });

  test('is off for root in a container, and that is said', () => {
    expect(sandboxProblem({ isRoot: true, isContainer: true })?.code).toBe('browser.no-sandbox');
  });

  test('keeps root on a machine of its own from starting one', () => {
    expect(sandboxProblem({ isRoot: true, isContainer: false })?.code).toBe('browser.root-refused');
  });
});

test('the network settings of the workspace become switches, and no port is opened', () => {
  const switches = browserSwitches('/profiles/one', false, {
    proxyServer: 'http://127.0.0.1:8080',
    trustedKeyHashes: ['one=', 'two='],
    reach: { isOpen: true, hosts: [] },
  });
  expect(switches).toContain('--proxy-server=http://127.0.0.1:8080');
  expect(switches).toContain('--ignore-certificate-errors-spki-list=one=,two=');
  expect(switches).toContain('--user-data-dir=/profiles/one');
  expect(switches.join(' ')).not.toMatch(/--headless|--no-sandbox|remote-debugging-port/);
});

test('an answer is read where its response mode puts it, whatever else the redirect URI holds', () => {
  const url = 'https://client.example/cb?tenant=1#code=a+b';
  const names = (place: ReturnType<typeof callbackFields>) =>
    place.fields.map(({ name, value }) => [name, value]);
  const fragment = callbackFields({ method: 'GET', url, postData: null });
  expect([fragment.place, names(fragment)]).toEqual(['fragment', [['code', 'a b']]]);
  const query = callbackFields({ method: 'GET', url: url.replace('#', '&'), postData: null });
  expect([query.place, names(query)]).toEqual([
    'query',
    [
      ['tenant', '1'],
      ['code', 'a b'],
    ],
  ]);
  const form = callbackFields({ method: 'POST', url, postData: Buffer.from('id_token=x') });
  expect([form.place, names(form)]).toEqual(['form', [['id_token', 'x']]]);
});
