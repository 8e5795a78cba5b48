import { describe, expect, test } from 'vitest';
import type { PlatformAsk, PlatformResponse } from '#main/services/consents/platform-client/client.ts';
import {
  findUsersByKey,
  readAgreements,
  searchUsers,
} from '#main/services/consents/platform-client/lookups.ts';
import { answered, clientThat } from '../loading/parts.ts';

const { signal } = new AbortController();

/** A platform that gives its answers by path; what it is asked for is kept. */
function platform(answer: (path: string) => PlatformResponse) {
  const asked: string[] = [];
  const take = (path: string) => {
    asked.push(path);
    return answer(path);
  };
  const client = clientThat(
    ({ path }: PlatformAsk) => take(path),
    async (link) => take(link),
  );
  return { lookup: { client, ask: (perform: () => Promise<PlatformResponse>) => perform(), signal }, asked };
}

const page = (name: string, items: readonly unknown[], next?: string, count?: number) =>
  answered(200, {
    _embedded: { [name]: items },
    ...(next === undefined ? {} : { _links: { next: { href: next } } }),
    ...(count === undefined ? {} : { count }),
  });
const user = (number: number) => ({ id: `id-${number}`, externalId: `EXT-${number}` });
const filterOf = (path: string) => decodeURIComponent(/filter=([^&]*)/.exec(path)?.[1] ?? '');
const keysOf = (count: number) => new Set(Array.from({ length: count }, (_, index) => `EXT-${index + 1}`));

describe('the users of a file', () => {
  test('are read all where that takes fewer requests', async () => {
    const all = Array.from({ length: 1_500 }, (_, index) => user(index + 1));
    const { lookup, asked } = platform((path) =>
      path.includes('cursor')
        ? page('users', all.slice(1_000))
        : page('users', all.slice(0, 1_000), '/v1/users?cursor=2', 1_500),
    );
    const found = await findUsersByKey(lookup, keysOf(900), 'externalId', () => undefined);
    expect(found.size).toBe(900);
    expect(found.get('EXT-900')).toEqual(['id-900']);
    expect(asked).toHaveLength(2);
    expect(asked.every((path) => !path.includes('filter'))).toBe(true);
  });

  test('are asked for some at a time among millions, each key once, never in a filter that is too long', async () => {
    const wanted: string[] = [];
    const { lookup, asked } = platform((path) => {
      const filter = filterOf(path);
      if (filter === '') return page('users', [user(1)], undefined, 5_000_000);
      const keys = [...filter.matchAll(/externalId eq "(EXT-\d+)"/g)].map(([, key]) => key ?? '');
      wanted.push(...keys);
      return page(
        'users',
        keys.map((key) => user(Number(key.slice(4)))),
      );
    });
    const found = await findUsersByKey(lookup, keysOf(130), 'externalId', () => undefined);
    expect(found.size).toBe(130);
    expect(wanted.toSorted()).toEqual([...keysOf(130)].toSorted());
    for (const path of asked) expect(path.length).toBeLessThan(6_000);
  });

  test('with quotes, backslashes and what steers a filter in their keys stay values', async () => {
    const keys = new Set(['a" or externalId pr or "', '\\', 'ü&b=c']);
    const filters: string[] = [];
    const { lookup } = platform((path) => {
      const filter = filterOf(path);
      if (filter !== '') filters.push(filter);
      return page('users', [], undefined, 1_000_000);
    });
    await findUsersByKey(lookup, keys, 'externalId', () => undefined);
    expect(filters).toEqual([
      String.raw`externalId eq "a\" or externalId pr or \"" or externalId eq "\\" or externalId eq "ü&b=c"`,
    ]);
    await searchUsers(lookup, '"x');
    expect(filters.at(-1)).toContain(String.raw`username sw "\"x"`);
  });

  test('that are two with one key are both named; those without an id, or that nobody asked for, are left out', async () => {
    const users = [
      { id: 'a', externalId: 'EXT-1' },
      { id: 'b', externalId: 'EXT-1' },
      { id: 'a', externalId: 'EXT-1' },
      { externalId: 'EXT-1' },
      { id: 7, externalId: 'EXT-1' },
      { id: 'c', externalId: 'EXT-99' },
      null,
      'x',
    ];
    const { lookup } = platform(() => page('users', users, undefined, 3));
    const found = await findUsersByKey(lookup, keysOf(3), 'externalId', () => undefined);
    expect([...found]).toEqual([['EXT-1', ['a', 'b']]]);
  });
});

describe('names and addresses', () => {
  const anna = { id: 'id-1', username: 'Anna', email: 'anna@example.com', externalId: 'EXT-a' };

  test('are the same in whatever case', async () => {
    const { lookup } = platform(() => page('users', [anna], undefined, 1));
    const by = (attribute: 'username' | 'email') =>
      findUsersByKey(lookup, new Set(['ANNA', 'anna', 'Anna@Example.com']), attribute, () => undefined);
    expect([...(await by('username'))]).toEqual([
      ['ANNA', ['id-1']],
      ['anna', ['id-1']],
    ]);
    expect([...(await by('email'))]).toEqual([['Anna@Example.com', ['id-1']]]);
  });

  test('are no ids, which are told apart by case', async () => {
    const { lookup } = platform(() => page('users', [anna], undefined, 1));
    expect((await findUsersByKey(lookup, new Set(['ext-A']), 'externalId', () => undefined)).size).toBe(0);
  });
});

describe('agreements', () => {
  const languages = [{ id: 'l-1', locale: 'en', currentRevision: { id: 'r-1' } }];
  const revisions = [
    { id: 'r-1', effectiveAt: '2024-01-01T00:00:00Z', requiresReconsent: true },
    { id: 'r-2', effectiveAt: 'later' },
    { effectiveAt: '2024-01-01T00:00:00Z' },
  ];

  test('come with their languages and revisions; what has no id or no time is none', async () => {
    const { lookup } = platform((path) => {
      if (path.endsWith('/revisions')) return page('revisions', revisions);
      if (path.endsWith('/languages')) return page('languages', languages);
      return page('agreements', [{ id: 'a/1', name: 7, reconsentPeriodDays: '3' }, { name: 'no id' }]);
    });
    const [agreement, ...more] = await readAgreements(lookup);
    expect(more).toEqual([]);
    expect(agreement).toMatchObject({ id: 'a/1', name: '', isEnabled: true, reconsentPeriodDays: null });
    expect(agreement?.languages[0]?.revisions).toEqual([
      { id: 'r-1', effectiveAtMillis: Date.UTC(2024, 0, 1), requireReconsent: true },
    ]);
  });

  test('in a list that turns in a circle, is empty for ever, or is far too long are refused', async () => {
    let pages = 0;
    const circle = platform(() => page('agreements', [{ id: 'x' }], '/v1/agreements?cursor=same'));
    const empty = platform(() => page('agreements', [], `/v1/agreements?cursor=${(pages += 1)}`));
    const many = platform((path) =>
      path.includes('/languages')
        ? page('languages', [])
        : page(
            'agreements',
            Array.from({ length: 1_000 }, (_, index) => ({ id: `${index}` })),
            `/v1/agreements?cursor=${(pages += 1)}`,
          ),
    );
    for (const { lookup, asked } of [circle, empty, many]) {
      await expect(readAgreements(lookup)).rejects.toMatchObject({ code: 'import.target-failed' });
      expect(asked.length).toBeLessThan(20_000);
    }
  });

  test.each([['[]'], ['{"_embedded":[]}'], ['{"_embedded":{"agreements":{}}}'], ['{"_links":{"next":7}}']])(
    'in an answer %s are none',
    async (body) => {
      const { lookup } = platform(() => answered(200, JSON.parse(body) as object));
      expect(await readAgreements(lookup)).toEqual([]);
    },
  );

  test('that are refused say by what, in a few words', async () => {
    const { lookup } = platform(() => answered(403, { code: 'ACCESS_FAILED', message: 'x'.repeat(100_000) }));
    const failed = readAgreements(lookup);
    await expect(failed).rejects.toThrow(/status 403: ACCESS_FAILED/);
    await failed.catch((error: Error) => expect(error.message.length).toBeLessThan(1_100));
  });
});
