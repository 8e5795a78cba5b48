import { describe, expect, onTestFinished, test } from 'vitest';
import { sandboxUserId } from '#main/services/platform-sandbox/index.ts';
import { startedAnew } from '#test/support/started.ts';
import { type Answered, detailsOf, type Json, listed, startPlatform } from './platform.ts';

const platform = startedAnew(() => startPlatform({ users: 2_345 }));

const find = (filter: string, more = '') => platform.get(`users?filter=${encodeURIComponent(filter)}${more}`);
const ids = (answered: Answered) => listed(answered, 'users').map(({ id }) => id);

/** Path and query of the next page; null at the end. */
function nextOf({ body }: Answered): string | null {
  const { next } = body['_links'] as { readonly next?: { readonly href: string } };
  return next === undefined ? null : new URL(next.href).pathname + new URL(next.href).search;
}

describe('finding the platform user of an external one', () => {
  test.each([
    'externalId eq "EXT-00042"',
    'username eq "dara.jarvis42"',
    'username eq "DARA.Jarvis42"',
    'email eq "dara.jarvis42@example.com"',
    `id eq "${sandboxUserId(42)}"`,
    'externalId eq "EXT-00042" and enabled eq true',
    'name.family eq "Jarvis" and externalId sw "EXT-0004"',
  ])('by %s', async (filter) => {
    const found = await find(filter);
    expect(ids(found)).toEqual([sandboxUserId(42)]);
    expect(found.body).toMatchObject({ count: 1, size: 1 });
  });

  test('fifty at a time', async () => {
    const numbers = Array.from({ length: 50 }, (_, index) => index * 40 + 1);
    const filter = numbers
      .map((number) => `externalId eq "EXT-${String(number).padStart(5, '0')}"`)
      .join(' or ');
    expect(ids(await find(filter))).toEqual(numbers.map(sandboxUserId));
  });

  test('a name with quotes and backslashes is found by its escaped form', async () => {
    const username = 'o"brien\\x';
    await platform.call('POST', 'users', { body: { username } });
    expect(listed(await find(`username eq ${JSON.stringify(username)}`), 'users')).toMatchObject([
      { username },
    ]);
  });

  test('a filter that cannot be read is 400 INVALID_FILTER', async () => {
    const refused = await find('username is "x"');
    expect(refused.status).toBe(400);
    expect(refused.body['code']).toBe('INVALID_REQUEST');
    expect(detailsOf(refused)).toMatchObject([{ code: 'INVALID_FILTER', target: 'filter' }]);
  });

  test('all are read page by page, each once, while others come and go', async () => {
    const seen: unknown[] = [];
    let path: string | null = 'users?limit=1000';
    while (path !== null) {
      const page = await platform.get(path);
      seen.push(...ids(page));
      path = nextOf(page);
      if (seen.length === 1_000) {
        await platform.call('DELETE', `users/${sandboxUserId(1_000)}`);
        await platform.call('POST', 'users', { body: { username: 'late' } });
      }
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen).toHaveLength(2_346);
    expect((await platform.get('users?limit=1')).body['count']).toBe(2_345);
  });

  test('pages of what a filter selects go on behind the last of the one before', async () => {
    const first = await find('name.family eq "Keller"', '&limit=200');
    expect(first.body).toMatchObject({ size: 200, count: 213 });
    const second = await platform.get(nextOf(first) ?? '');
    expect(second.body).toMatchObject({ size: 13, count: 213 });
    expect(nextOf(second)).toBeNull();
    expect(new Set([...ids(first), ...ids(second)]).size).toBe(213);
  });

  test('a filter that bounds nothing lets others have their turn', async () => {
    const many = await startPlatform({ users: 50_000 });
    onTestFinished(() => many.stop());
    await many.get('users?limit=1');
    let turns = 0;
    const counter = setInterval(() => (turns += 1), 1);
    const found = await many.get('users?filter=name.given%20eq%20%22Ada%22&limit=1');
    clearInterval(counter);
    expect(found.body['count']).toBe(Math.floor(50_000 / 13));
    expect(turns).toBeGreaterThan(5);
  });

  test('a page has at most a thousand, and a limit or a cursor that is none is refused', async () => {
    expect((await platform.get('users?limit=5000')).body).toMatchObject({ size: 1_000, count: 2_345 });
    for (const query of ['limit=0', 'limit=x', 'limit=-1', 'cursor=x'])
      expect((await platform.get(`users?${query}`)).body['code']).toBe('INVALID_REQUEST');
  });
});

describe('a user', () => {
  test('is created, changed and removed', async () => {
    const body = { username: 'zoe', email: 'zoe@example.com', badge: { colour: 'red', rooms: [1] } };
    const made = await platform.call('POST', 'users', { body });
    expect(made.status).toBe(201);
    const path = new URL(made.headers.get('location') ?? '').pathname;
    expect((await platform.get(path)).body).toEqual(made.body);
    // A JSON attribute of one's own is replaced completely.
    const changed = await platform.call('PATCH', path, { body: { badge: { colour: 'blue' } } });
    expect(changed.body).toMatchObject({ username: 'zoe', badge: { colour: 'blue' } });
    expect((changed.body['badge'] as Json)['rooms']).toBeUndefined();
    const replaced = await platform.call('PUT', path, { body: { username: 'zoe2' } });
    expect(replaced.body['email']).toBeUndefined();
    expect((await platform.call('DELETE', path)).status).toBe(204);
    expect((await platform.get(path)).status).toBe(404);
  });

  test('has a username of its own', async () => {
    for (const username of ['ADA.ARCHER143', 'zoe']) {
      await platform.call('POST', 'users', { body: { username: 'zoe' } });
      const refused = await platform.call('POST', 'users', { body: { username } });
      expect(refused.status).toBe(400);
      expect(detailsOf(refused)).toMatchObject([{ code: 'UNIQUENESS_VIOLATION', target: 'username' }]);
    }
  });

  test('that is not what it should be is refused member by member', async () => {
    const refused = await platform.call('POST', 'users', { body: { email: 'nobody', enabled: 'yes' } });
    expect(detailsOf(refused)).toMatchObject([
      { code: 'REQUIRED_VALUE', target: 'username' },
      { code: 'INVALID_VALUE', target: 'email' },
      { code: 'INVALID_VALUE', target: 'enabled' },
    ]);
  });
});
