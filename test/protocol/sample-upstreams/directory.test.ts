import { beforeEach, describe, expect, test } from 'vitest';
import { startTestEngine } from '#test/support/engine.ts';
import { startedOnce } from '#test/support/started.ts';

interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

const token = { authorization: 'Bearer hr-sample-token' };
const running = startedOnce(startTestEngine);
// Time goes on, so that no test takes from what the next may ask.
beforeEach(() => running.clock.advance(20_000));

async function ask(
  method: string,
  path: string,
  body?: unknown,
  headers: Readonly<Record<string, string>> = token,
): Promise<Answer> {
  const answer = await fetch(`${running.upstreams}/hr/v1${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? null : JSON.parse(text) };
}

const get = async (path: string) => (await ask('GET', path)).body as Page;

interface Page {
  readonly items: readonly { readonly id: number; readonly login: string }[];
  readonly page: { readonly total: number; readonly next: string | null; readonly has_more: boolean };
}

describe('people of the directory', () => {
  test('one has a name, ways to be reached and an employment', async () => {
    expect(await ask('GET', '/users/101')).toMatchObject({
      status: 200,
      body: {
        id: 101,
        login: 'ada.archer',
        name: { given: 'Ada', family: 'Archer' },
        contact: {
          email: 'ada.archer@example.com',
          phones: [{ kind: 'work', number: '+44 20 7946 0100' }, { kind: 'mobile' }],
        },
        employment: { title: 'Engineer', hired: '2010-01-15T09:00:00Z', active: true },
      },
    });
  });

  test('one is entered, changed, replaced and removed', async () => {
    const created = await ask('POST', '/users', { login: 'zoe', name: { given: 'Zoe' } });
    const { id } = created.body as { id: number };
    expect(created).toMatchObject({
      status: 201,
      body: { login: 'zoe', name: { given: 'Zoe', family: '' } },
    });
    expect(created.headers.get('location')).toBe(`/hr/v1/users/${id}`);
    const patched = await ask('PATCH', `/users/${id}`, {
      name: { family: 'Quill' },
      contact: { phones: [{ number: '123' }] },
    });
    expect(patched.body).toMatchObject({
      name: { given: 'Zoe', family: 'Quill' },
      contact: { email: '', phones: [{ kind: 'work', number: '123' }] },
    });
    const removed = await ask('PATCH', `/users/${id}`, { name: { family: null } });
    expect(removed.body).toMatchObject({ name: { given: 'Zoe', family: '' } });
    const replaced = await ask('PUT', `/users/${id}`, { login: 'zoe.q' });
    expect(replaced.body).toMatchObject({ id, login: 'zoe.q', name: { given: '' }, contact: { phones: [] } });
    expect(await ask('DELETE', `/users/${id}`)).toMatchObject({ status: 204, body: null });
    expect((await ask('GET', `/users/${id}`)).status).toBe(404);
  });

  test('an id is never given a second time', async () => {
    const { id } = (await ask('POST', '/users', { login: 'first' })).body as { id: number };
    await ask('DELETE', `/users/${id}`);
    const next = (await ask('POST', '/users', { login: 'second' })).body as { id: number };
    expect(next.id).toBeGreaterThan(id);
    await ask('DELETE', `/users/${next.id}`);
  });
});

describe('teams of the directory', () => {
  test('they are listed, one is read with its members, and a person has teams', async () => {
    expect((await ask('GET', '/teams')).body).toEqual({
      items: ['Platform', 'Payments', 'Support', 'Research'].map((name) => ({
        id: name.toLowerCase(),
        name,
      })),
    });
    const { members } = (await ask('GET', '/teams/support')).body as { members: readonly number[] };
    expect(members).toContain(102);
    expect((await ask('GET', '/users/102/teams')).body).toMatchObject({
      teams: expect.arrayContaining([{ id: 'support', name: 'Support' }]) as unknown,
    });
  });
});

describe('pages of the directory', () => {
  test('cursors lead through all people, each once, and then there is none', async () => {
    const seen: number[] = [];
    let cursor: string | null = '';
    let pages = 0;
    while (cursor !== null) {
      const { items, page }: Page = await get(`/users?limit=25&cursor=${cursor}`);
      seen.push(...items.map(({ id }) => id));
      expect(page.has_more).toBe(page.next !== null);
      cursor = page.next;
      pages += 1;
    }
    expect(pages).toBe(3);
    expect(seen).toHaveLength(57);
    expect(new Set(seen).size).toBe(57);
  });

  test('a person who is removed between two pages makes no gap behind a cursor', async () => {
    const { body } = await ask('POST', '/users', { login: 'passing' });
    const { id } = body as { id: number };
    const { page } = await get(`/users?limit=56`);
    await ask('DELETE', `/users/${id}`);
    const rest = await get(`/users?limit=56&cursor=${page.next}`);
    expect(rest.items.map(({ id: each }) => each)).toEqual([157]);
  });

  test('offsets count from 0, and a page has 20 people where no limit is given', async () => {
    const first = await get('/users');
    expect(first.items).toHaveLength(20);
    const [last] = (await get('/users?offset=56&limit=5')).items;
    expect(last?.id).toBe(157);
    expect((await get('/users?offset=57')).items).toEqual([]);
  });
});

describe('the filter of the directory', () => {
  test.each([
    ['name.family eq "Brook"', ({ login }: { login: string }) => login.endsWith('.brook')],
    [
      'login sw "ada" and employment.active eq true',
      ({ login }: { login: string }) => login.startsWith('ada'),
    ],
    ['!(id lt 150)', ({ id }: { id: number }) => id >= 150],
  ])('%s', async (filter, expected) => {
    const { items, page } = await get(`/users?limit=100&q=${encodeURIComponent(filter)}`);
    expect(items.length).toBeGreaterThan(0);
    expect(items.filter((item) => !expected(item))).toEqual([]);
    expect(page.total).toBe(items.length);
  });

  test('finds a number among those of a person', async () => {
    const { items } = await get(`/users?q=${encodeURIComponent('contact.phones.number co "7700 900100"')}`);
    expect(items.map(({ id }) => id)).toEqual([101]);
  });
});

describe('what the directory refuses', () => {
  test.each([
    ['no token', {}],
    ['another token', { authorization: 'Bearer other' }],
    ['a token without its scheme', { authorization: 'hr-sample-token' }],
  ])('%s: 401 with a challenge', async (_what, headers) => {
    const refused = await ask('GET', '/users', undefined, headers);
    expect(refused).toMatchObject({ status: 401, body: { error: { code: 'unauthenticated' } } });
    expect(refused.headers.get('www-authenticate')).toBe('Bearer realm="hr"');
  });

  test('Basic credentials are taken as well', async () => {
    const authorization = `Basic ${Buffer.from('hr:hr-sample-token').toString('base64')}`;
    expect((await ask('GET', '/users/101', undefined, { authorization })).status).toBe(200);
  });

  test.each([
    ['GET', '/users/999', undefined, 404, { code: 'not_found' }],
    ['GET', '/users/x', undefined, 404, { code: 'not_found' }],
    ['GET', '/teams/none', undefined, 404, { code: 'not_found' }],
    ['GET', '/other', undefined, 404, { code: 'not_found' }],
    ['POST', '/users', '{"login":', 400, { code: 'malformed' }],
    ['GET', '/users?limit=101', undefined, 400, { code: 'malformed', field: 'limit' }],
    ['GET', '/users?offset=-1', undefined, 400, { code: 'malformed', field: 'offset' }],
    ['GET', '/users?cursor=bm9uZQ', undefined, 400, { code: 'malformed', field: 'cursor' }],
    ['GET', '/users?q=name.family%20is', undefined, 400, { code: 'malformed', field: 'q' }],
    ['POST', '/users', {}, 422, { code: 'validation', field: 'login' }],
    ['POST', '/users', { login: 'A B' }, 422, { code: 'validation', field: 'login' }],
    ['PATCH', '/users/101', { contact: { email: 'no address' } }, 422, { field: 'contact.email' }],
    ['POST', '/users', { login: 'ada.archer' }, 409, { code: 'exists', field: 'login' }],
    ['PATCH', '/users/101', { login: 'ben.brook' }, 409, { code: 'exists', field: 'login' }],
  ])('%s %s with %j: %i', async (method, path, body, status, error) => {
    expect(await ask(method, path, body)).toMatchObject({ status, body: { error } });
  });

  test('a method that an address does not take: 405, and which it takes', async () => {
    const refused = await ask('DELETE', '/users');
    expect(refused).toMatchObject({ status: 405, body: { error: { code: 'not_allowed' } } });
    expect(refused.headers.get('allow')).toBe('GET, POST');
  });
});

test('more than 300 requests in 10 seconds are too many: 429 says after how many seconds there is room', async () => {
  running.clock.freeze();
  let refused: Answer | null = null;
  for (let asked = 0; asked < 320 && refused === null; asked += 1) {
    const answer = await ask('GET', '/teams/support');
    if (answer.status === 429) refused = answer;
    else expect(asked).toBeLessThan(300);
  }
  expect(refused?.body).toEqual({
    error: { code: 'too_many_requests', message: 'More than 300 requests in 10 seconds' },
  });
  const seconds = Number(refused?.headers.get('retry-after'));
  expect(seconds).toBeGreaterThanOrEqual(1);
  running.clock.advance(seconds * 1_000);
  expect((await ask('GET', '/teams/support')).status).toBe(200);
  running.clock.reset();
});
