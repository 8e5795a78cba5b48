import { beforeEach, describe, expect, test } from 'vitest';
import type { Connector } from '#main/services/connectors/index.ts';
import type { RemoteStep } from '#shared/connectors/index.ts';
import { answerJson, type Remote } from '#test/support/connectors.ts';
import { startedAnew } from '#test/support/started.ts';
import { ask, startDirectory, users } from './directory.ts';

let api: Remote;
let connector: Connector;
let steps: RemoteStep[];
const directory = startedAnew(startDirectory);
beforeEach(() => {
  ({ api, connector } = directory);
  steps = [];
});

describe('queries', () => {
  test('a page has its objects, their further attributes, and the cookie of the next one', async () => {
    const first = await connector.query('__ACCOUNT__', ask(null, { pageSize: 2 }), {});
    expect(first.objects.map(({ uid, attributes }) => [uid, attributes['groups']])).toEqual([
      ['1', ['g1', 'all']],
      ['2', ['g2', 'all']],
    ]);
    expect(first.cookie).toBe('2');
    const last = await connector.query('__ACCOUNT__', ask(null, { pageSize: 2, cookie: '4' }), {});
    expect(last).toMatchObject({ objects: [{ uid: '5' }], cookie: null });
    expect(directory.lines()).toContain('GET /users?limit=2&cursor=4');
  });

  test('a page by an offset that cannot be sent is refused, and not the first page again', async () => {
    const asking = connector.query('__ACCOUNT__', ask(null, { pageSize: 2, offset: 2 }), {});
    await expect(asking).rejects.toMatchObject({ type: 'BAD_REQUEST' });
    expect(api.seen).toHaveLength(0);
  });

  test('a filter for the uid reads one object; one that is not there is an empty list', async () => {
    expect(await connector.query('__ACCOUNT__', ask('_id eq "2"'), {})).toMatchObject({
      objects: [{ uid: '2' }],
    });
    expect(await connector.query('__ACCOUNT__', ask('_id eq "77"'), {})).toMatchObject({ objects: [] });
    const both = ask('_id eq "2" and mail eq "other@example.com"');
    expect(await connector.query('__ACCOUNT__', both, {})).toMatchObject({ objects: [] });
    expect(directory.lines().filter((line) => line.startsWith('GET /users?'))).toEqual([]);
  });

  test('what the remote cannot filter is filtered here, and the step says so', async () => {
    const page = await connector.query('__ACCOUNT__', ask('mail eq "x@example.com" and city sw "Yo"'), {
      steps,
    });
    expect(api.seen[0]?.url).toBe(`/users?q=${encodeURIComponent('mail is "x@example.com"')}`);
    // The remote lists them all: only what stays for here is checked again.
    expect(page.objects.map(({ uid }) => uid)).toEqual(['2', '4']);
    expect(page.notes).toEqual(['filtered locally: city sw "Yo"']);
    expect(steps[0]?.notes).toEqual(page.notes);
    // It was read for the filter alone, and the further requests of what was left out were saved.
    expect(page.objects[0]?.attributes).not.toHaveProperty('city');
    expect(directory.lines().filter((line) => line.endsWith('/groups'))).toHaveLength(2);
  });

  test('a filter by an attribute of further requests makes them first', async () => {
    const page = await connector.query('__ACCOUNT__', ask('groups eq "g3"'), {});
    expect(page.objects.map(({ uid }) => uid)).toEqual(['3']);
    expect(directory.lines().filter((line) => line.endsWith('/groups'))).toHaveLength(5);
  });

  test('a filter that nothing can match asks nobody', async () => {
    expect(await connector.query('__ACCOUNT__', ask('false'), {})).toMatchObject({
      objects: [],
      cookie: null,
    });
    expect(api.seen).toHaveLength(0);
  });

  test('a list without a page size has the records of all pages', async () => {
    api.answer = (request, response) => {
      const { searchParams } = new URL(request.url, api.origin);
      const first = Number(searchParams.get('cursor') ?? 0);
      answerJson({ items: users.slice(first, first + 2), next: first + 2 < users.length ? first + 2 : null })(
        request,
        response,
      );
    };
    const bare = { ...ask(null), wanted: new Set(['mail']) };
    const page = await connector.query('__ACCOUNT__', bare, {});
    expect(page.objects.map(({ uid }) => uid)).toEqual(['1', '2', '3', '4', '5']);
    expect(page).toMatchObject({ cookie: null, remarks: [] });
  });

  test('a list that goes on behind its bound says so', async () => {
    const page = await connector.query('__ACCOUNT__', { ...ask('city sw "Bath"'), maximum: 2 }, {});
    expect(page).toMatchObject({ isCut: true, cookie: null });
    expect(page.remarks).toEqual(['truncated after 2 records; use _pageSize to read the rest']);
  });

  test('a list that is not there is no object that is not there', async () => {
    api.answer = answerJson({ error: 'no such path' }, 404);
    const asking = connector.query('__ACCOUNT__', ask(null), {});
    await expect(asking).rejects.toMatchObject({
      type: 'OTHER',
      message: expect.stringMatching(/^The list does not exist in the remote system\. .*404/) as string,
    });
  });

  test('a walk goes through all pages, and has each object once', async () => {
    const uids: (string | null)[] = [];
    for await (const { objects } of connector.walk('__ACCOUNT__', { ...ask(null), pageSize: 2 }, { steps }))
      uids.push(...objects.map(({ uid }) => uid));
    expect(uids).toEqual(['1', '2', '3', '4', '5']);
    expect(directory.lines().filter((line) => line.startsWith('GET /users?'))).toHaveLength(3);
  });

  test('a walk says of each page how it was asked for, and why it is the last', async () => {
    const pages = [];
    for await (const page of connector.walk('__ACCOUNT__', { ...ask('city sw "Bath"'), pageSize: 3 }, {}))
      pages.push(page);
    expect(
      pages.map(({ variables, uids, newRecords, stop }) => [variables.cookie, uids.length, newRecords, stop]),
    ).toEqual([
      [null, 3, 3, null],
      ['3', 2, 2, 'no-cookie'],
    ]);
    expect(pages.map(({ objects }) => objects.map(({ uid }) => uid))).toEqual([['1', '3'], ['5']]);
  });

  test('a remote that repeats its pages for ever is left', async () => {
    api.answer = answerJson({ items: users.slice(0, 2), next: 'more' });
    const uids: (string | null)[] = [];
    const bare = { ...ask(null), wanted: new Set(['mail']) };
    for await (const { objects } of connector.walk('__ACCOUNT__', bare, {}))
      uids.push(...objects.map(({ uid }) => uid));
    expect(uids).toEqual(['1', '2']);
    expect(api.seen.length).toBeLessThan(4);
  });

  test('an answer that is no list ends a walk as a failure, and not as its last page', async () => {
    api.answer = answerJson({ error: 'maintenance' });
    const walking = (async () => {
      for await (const _ of connector.walk('__ACCOUNT__', { ...ask(null), pageSize: 2 }, { steps }));
    })();
    await expect(walking).rejects.toMatchObject({
      type: 'OTHER',
      message: 'The response of the remote system has no list at items.',
    });
    expect(steps.at(-1)?.failure).toMatchObject({ code: 'connector.remote-failed' });
  });
});
