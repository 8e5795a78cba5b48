import { describe, expect, test } from 'vitest';
import { importTrace, type TraceKind } from '#main/services/throttle/pure/import/index.ts';

/** Everything that is kept of a log, as one text. */
function kept(kind: TraceKind, text: string, choice: Partial<Parameters<typeof importTrace>[1]> = {}) {
  const reader = importTrace(kind, { ...choice, hash: (secret) => `h-${secret.length}` });
  reader.push(text);
  return JSON.stringify(reader.finish('trace'));
}

const combined = (target: string, referer: string) =>
  `192.0.2.1 - - [30/Mar/2025:00:59:31 +0000] "GET ${target} HTTP/1.1" 200 0 "${referer}" "curl/8"\n`;
const json = (members: Readonly<Record<string, unknown>>) =>
  `${JSON.stringify({ time: '2025-03-30T00:59:31.1Z', method: 'GET', ...members })}\n`;

describe('secrets of a Referer', () => {
  const line = combined('/orders', 'https://x.example/cb?access_token=SECRETAAA&password=SECRETPPP&tab=2');

  test('are hashes, also where the Referer tells clients apart', () => {
    for (const key of [null, 'http_referer']) {
      const text = kept('access-log', line, { key });
      expect(text).not.toContain('SECRET');
      expect(text).toContain('https://x.example/cb?access_token=h-9&password=h-9&tab=2');
    }
  });

  test('are gone with the query where queries are left out', () => {
    const text = kept('access-log', line, { key: 'http_referer', withoutQueries: true });
    expect(text).not.toContain('SECRET');
    expect(text).not.toContain('tab=2');
    expect(text).toContain('https://x.example/cb');
  });

  test('are hashes behind the fragment, before the host and in a path alone', () => {
    for (const referer of [
      'https://x.example/cb#id_token=SECRETAAA',
      'https://SECRETAAA:SECRETPPP@x.example/cb',
      '/cb?refresh_token=SECRETAAA',
      'x.example/cb?client_secret=SECRETAAA',
      'https://x.example/cb?access%5Ftoken=SECRETAAA',
    ])
      expect(kept('access-log', combined('/orders', referer))).not.toContain('SECRET');
  });
});

describe('secrets of an address in any column', () => {
  test.each([
    ['a member of its own', { path: '/a', redirect: 'https://x.example/?code=SECRETAAA' }, null],
    ['a member that is the key', { path: '/a', redirect: 'https://x.example/?code=SECRETAAA' }, 'redirect'],
    ['a path that is the key', { path: '/a?access_token=SECRETAAA' }, 'path'],
    ['a query that is the key', { path: '/a', query: 'access_token=SECRETAAA' }, 'query'],
    ['a request line that is the key', { request: 'GET /a?access_token=SECRETAAA HTTP/1.1' }, 'request'],
    ['a request line without a version', { request: 'GET /a?access_token=SECRETAAA' }, 'request'],
  ])('are hashes in %s', (_, members, key) => {
    const text = kept('ndjson', json(members), { key });
    expect(text).not.toContain('SECRET');
    expect(text).toContain('h-9');
  });

  test('that has none stays as it is', () => {
    const link = 'https://x.example/cb?tab=2&se=1&sp=3#top';
    expect(kept('ndjson', json({ path: '/a', link }))).toContain(link);
  });
});

describe('signatures of signed addresses are hashes', () => {
  test.each([
    ['a plain one', '/a?sig=SECRETAAA'],
    ['one that is spelt out', '/a?x=1&Signature=SECRETAAA'],
    [
      'Amazon’s',
      '/a?X-Amz-Signature=SECRETAAA&X-Amz-Credential=SECRETBBB&X-Amz-Security-Token=SECRETCCC&X-Amz-Expires=60',
    ],
    ['Google’s', '/a?X-Goog-Signature=SECRETAAA&X-Goog-Credential=SECRETBBB'],
    ['a shared access signature', '/a?sv=2022-11-02&se=SECRETAAA&sp=SECRETBBB&sig=SECRETCCC'],
    ['a key of a programming interface', '/a?key=SECRETAAA'],
  ])('%s', (_, target) => {
    expect(kept('access-log', combined(target, '-'))).not.toContain('SECRET');
    expect(kept('access-log', combined('/a', `https://x.example${target}`))).not.toContain('SECRET');
  });
});
