import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { handlePageRequest, pageSchemePrivileges } from '#main/hosts/electron/page-scheme.ts';
import { type FindPageFile, openPageFiles } from '#main/hosts/page-files.ts';
import { startedOnce } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';

let findFile: FindPageFile;

const folder = startedOnce(temporaryDirectory);
beforeAll(() => {
  const page = join(folder.path, 'renderer');
  mkdirSync(join(page, 'assets'), { recursive: true });
  writeFileSync(join(page, 'index.html'), '<!doctype html>');
  writeFileSync(join(page, 'assets/main.js'), 'export {};');
  writeFileSync(join(page, 'assets/main.js.map'), '{}');
  writeFileSync(join(folder.path, 'secret.txt'), 'outside');
  findFile = openPageFiles(page);
});

const answer = (url: string, method = 'GET') => handlePageRequest({ url, method }, findFile);

describe('the scheme of the page', () => {
  test('is like https, and nothing more', () => {
    expect(pageSchemePrivileges).toEqual({
      scheme: 'gatehouse',
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    });
  });

  test.each([
    ['gatehouse://app/', 'text/html; charset=utf-8', '<!doctype html>'],
    ['gatehouse://app/index.html?from=reload#/flows', 'text/html; charset=utf-8', '<!doctype html>'],
    ['gatehouse://app/assets/main.js', 'text/javascript; charset=utf-8', 'export {};'],
  ])('answers %s with its type', async (url, mediaType, text) => {
    const response = answer(url);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe(mediaType);
    expect(await response.text()).toBe(text);
  });

  test('answers HEAD like GET, without the file', async () => {
    const response = answer('gatehouse://app/assets/main.js', 'HEAD');
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/javascript; charset=utf-8',
    ]);
    expect(await response.text()).toBe('');
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('does not take %s', async (method) => {
    const response = answer('gatehouse://app/', method);
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    expect(await response.text()).toBe('');
  });

  test.each([
    ['gatehouse://evil/'],
    ['gatehouse://app.evil/'],
    ['gatehouse://app@evil/'],
    ['gatehouse://app:81/'],
    ['gatehouse:///index.html'],
  ])('knows no other host: %s', (url) => {
    expect(answer(url).status).toBe(404);
  });

  test.each([
    ['a folder', '/assets/'],
    ['a folder without its slash', '/assets'],
    ['a map of the sources', '/assets/main.js.map'],
    ['a file outside', '/../secret.txt'],
    ['a file outside, escaped', '/%2e%2e/secret.txt'],
    ['a file outside, its slash escaped', '/..%2fsecret.txt'],
    ['a file outside, escaped twice', '/%252e%252e%252fsecret.txt'],
    ['a file outside, with backslashes', '/..\\secret.txt'],
    ['a file outside, escaped backslashes', '/..%5csecret.txt'],
    ['a file outside through a folder that is there', '/assets/..%2f..%2fsecret.txt'],
    ['an absolute path', '//etc/passwd'],
    ['a path of Windows', '/C:/Windows/win.ini'],
    ['a name with a zero byte', '/index.html%00.js'],
    ['a listed file, escaped', '/%69ndex.html'],
    ['a listed file in capital letters', '/INDEX.HTML'],
    ['a name that every object has', '/__proto__'],
  ])('finds nothing for %s', async (_, path) => {
    const response = answer(`gatehouse://app${path}`);
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('');
  });

  test.each([
    ['a file', 'gatehouse://app/', 'GET', 200],
    ['nothing found', 'gatehouse://app/none', 'GET', 404],
    ['another host', 'gatehouse://evil/', 'GET', 404],
    ['a refused method', 'gatehouse://app/', 'POST', 405],
  ])('protects every answer by its headers: %s', (_, url, method, status) => {
    const response = answer(url, method);
    expect(response.status).toBe(status);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
    });
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toEqual(expect.arrayContaining(["default-src 'none'", "script-src 'self'"]));
    expect(policy).not.toMatch(/unsafe-eval|blob:|https?:|\*/);
  });
});
