import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '#test/support/engine.ts';
import { startFeathers } from '#test/support/remotes/feathers.ts';
import { startJsonApi } from '#test/support/remotes/json-api.ts';
import { startNephele } from '#test/support/remotes/nephele.ts';
import type { Remote } from '#test/support/remotes/remote.ts';
import { hostFiles, managementClient } from '#test/support/sample-connector.ts';

let remote: Remote;
let engine: TestEngine;
let call: ReturnType<typeof managementClient>;
let people: string;

/** Drives a server by a document of test/fixtures/connectors, and by nothing else. */
async function drive<Server extends Remote>(fixture: string, start: () => Promise<Server>): Promise<Server> {
  const started = await start();
  remote = started;
  const file = new URL(`../../fixtures/connectors/${fixture}.json`, import.meta.url);
  const document = JSON.parse(readFileSync(file, 'utf8').replaceAll('&{remote}', started.url)) as unknown;
  engine = await startTestEngine({ files: hostFiles({ [fixture]: document }) });
  call = managementClient(engine);
  people = `/openidm/system/${fixture}/__ACCOUNT__`;
  return started;
}
afterEach(async () => {
  await engine.stop();
  await remote.stop();
});

async function list(filter: string, more = '') {
  const answer = await call('GET', `${people}?_queryFilter=${encodeURIComponent(filter)}${more}`);
  expect(answer.status).toBe(200);
  return answer.body as {
    result: { _id: string; userName: string }[];
    pagedResultsCookie: string | null;
    totalPagedResults: number;
  };
}

async function namesOf(filter: string): Promise<readonly string[]> {
  return (await list(filter)).result.map(({ userName }) => userName);
}

async function pages(filter: string, pageSize: number): Promise<readonly string[]> {
  const names: string[] = [];
  let cookie = '';
  for (let page = 0; page < 100; page += 1) {
    const more = cookie === '' ? '' : `&_pagedResultsCookie=${encodeURIComponent(cookie)}`;
    const { result, pagedResultsCookie } = await list(filter, `&_pageSize=${pageSize}${more}`);
    names.push(...result.map(({ userName }) => userName));
    if (pagedResultsCookie === null) return names;
    cookie = pagedResultsCookie;
  }
  throw new Error('The pages do not end.');
}

const user = (index: number) => `user${String(index).padStart(2, '0')}`;
const users = (count: number) => Array.from({ length: count }, (_, index) => user(index));

/** One is created, read, changed and deleted; `kept` is read from the server itself. */
async function lifeOf(name: string): Promise<void> {
  const created = await call('POST', `${people}?_action=create`, { userName: name, city: 'Hull' });
  expect(created).toMatchObject({ status: 201, body: { userName: name, city: 'Hull' } });
  const at = `${people}/${encodeURIComponent(String(created.body['_id']))}`;
  const patched = await call('PATCH', at, [{ operation: 'replace', field: '/city', value: 'Leeds' }]);
  expect(patched).toMatchObject({ status: 200, body: { userName: name, city: 'Leeds' } });
  expect((await call('DELETE', at)).status).toBe(200);
  expect((await call('GET', at)).status).toBe(404);
}

describe('JSON:API, with whole addresses of the next pages (jsonapi-server)', () => {
  test('lists, pages and filters find what is there', async () => {
    await drive('json-api', startJsonApi);
    expect(await namesOf('true')).toEqual(users(60));
    expect(await pages('true', 7)).toEqual(users(60));
    expect(await namesOf('userName eq "user57"')).toEqual(['user57']);
    // It filters each of its pages for itself, so that most of them are empty.
    expect(await pages('userName eq "user57" or userName eq "user02"', 1)).toEqual(['user02', 'user57']);
    expect(await namesOf('city eq "York" and userName gt "user56"')).toEqual(['user57', 'user59']);
    await lifeOf('ann');
  });
});

describe('operators in brackets, a PUT that replaces (Feathers)', () => {
  test('lists, pages, filters and totals tell what is there', async () => {
    await drive('feathers', startFeathers);
    expect(await namesOf('true')).toEqual(users(25));
    expect(await pages('true', 10)).toEqual(users(25));
    expect(await namesOf('city eq "York" and userName ge "user20"')).toEqual(['user21', 'user23']);
    expect(await pages('userName gt "user03" and !(city eq "York")', 4)).toEqual(
      users(25).filter((_, index) => index > 3 && index % 2 === 0),
    );
    const counted = await list('city eq "York"', '&_pageSize=3&_totalPagedResultsPolicy=EXACT');
    expect(counted.totalPagedResults).toBe(12);
    await lifeOf('ann');
  });

  test('what nothing maps survives a change', async () => {
    const { url } = await drive('feathers', startFeathers);
    const patch = [{ operation: 'replace', field: '/city', value: 'Leeds' }];
    expect((await call('PATCH', `${people}/3`, patch)).status).toBe(200);
    expect(await (await fetch(`${url}/people/3`)).json()).toEqual({
      id: 3,
      login: user(3),
      city: 'Leeds',
      theme: 'dark',
    });
  });
});

describe('ETags and conditions, ids that the caller chooses (nephele)', () => {
  test('one is created under its name, read, changed and deleted', async () => {
    const { url } = await drive('nephele', startNephele);
    await lifeOf('ann');
    const again = { userName: 'ben', city: 'Hull' };
    expect((await call('POST', `${people}?_action=create`, again)).status).toBe(201);
    expect((await call('POST', `${people}?_action=create`, again)).status).toBe(412);
    await call('PATCH', `${people}/ben`, [{ operation: 'replace', field: '/city', value: 'Leeds' }]);
    expect(await (await fetch(`${url}/ben.json`)).json()).toEqual({
      login: 'ben',
      city: 'Leeds',
      theme: 'dark',
    });
  });

  test('a change of somebody else in between is not lost: 412', async () => {
    const store = await drive('nephele', startNephele);
    await call('POST', `${people}?_action=create`, { userName: 'cid', city: 'Hull' });
    const theirs = { login: 'cid', city: 'Hull', theme: 'light', note: 'theirs' };
    store.beforeWrite = async () => {
      const body = JSON.stringify(theirs);
      await fetch(`${store.url}/cid.json`, {
        method: 'PUT',
        body,
        headers: { 'Content-Type': 'application/json' },
      });
    };
    const patch = [{ operation: 'replace', field: '/city', value: 'Leeds' }];
    expect((await call('PATCH', `${people}/cid`, patch)).status).toBe(412);
    expect(await (await fetch(`${store.url}/cid.json`)).json()).toEqual(theirs);
    expect((await call('PATCH', `${people}/cid`, patch)).status).toBe(200);
    expect(await (await fetch(`${store.url}/cid.json`)).json()).toEqual({ ...theirs, city: 'Leeds' });
  });
});
