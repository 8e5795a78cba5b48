import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestEngine, type TestEngine } from '#test/support/engine.ts';
import { startJsonServer } from '#test/support/remotes/json-server.ts';
import { startMoleculer } from '#test/support/remotes/moleculer.ts';
import type { Remote } from '#test/support/remotes/remote.ts';
import { startScimServer } from '#test/support/remotes/scim.ts';
import { hostFiles, managementClient } from '#test/support/sample-connector.ts';
import { startedOnce } from '#test/support/started.ts';

interface Counterpart {
  readonly fixture: string;
  readonly start: () => Promise<Remote>;
  /** An attribute that is searched for, and the names of those who have it. */
  readonly search: readonly [filter: string, names: readonly string[]];
  /** A filter of which a part is evaluated here. */
  readonly local: readonly [filter: string, names: readonly string[]];
  readonly create: Readonly<Record<string, unknown>>;
  readonly change: Readonly<Record<string, unknown>>;
  readonly refused: {
    readonly attributes: Readonly<Record<string, unknown>>;
    readonly status: number;
  } | null;
  /** Credentials that the remote does not take; null: it takes all. */
  readonly wrong: Readonly<Record<string, unknown>> | null;
}

/** Servers from the registry, driven by configuration alone. */
const counterparts: readonly Counterpart[] = [
  {
    fixture: 'scim',
    start: startScimServer,
    search: ['userName eq "user7" or mail eq "user9@example.com"', ['user7', 'user9']],
    local: [
      'userName sw "user1" and !(active eq true)',
      ['user1', 'user11', 'user13', 'user15', 'user17', 'user19'],
    ],
    create: { userName: 'ann', givenName: 'Ann', sn: 'Archer', mail: ['ann@example.com'], active: true },
    // Of a list it keeps what was there when a patch names no path.
    change: { givenName: 'Anna', active: false },
    refused: { attributes: { userName: 'user3' }, status: 412 },
    wrong: { authToken: 'guess' },
  },
  {
    fixture: 'json-server',
    start: startJsonServer,
    search: ['userName eq "user7"', ['user7']],
    local: ['city eq "York" and (userName eq "user3" or userName eq "user4")', ['user3']],
    create: { userName: 'ann', mail: 'ann@example.com', city: 'Hull', phones: ['555-0199'] },
    change: { city: 'Leeds', phones: ['555-0188'] },
    refused: null,
    wrong: null,
  },
  {
    fixture: 'members',
    start: startMoleculer,
    search: ['userName eq "member03"', ['member03']],
    local: [
      'roles eq "writer" and givenName sw "Given 1"',
      ['member01', 'member11', 'member13', 'member15', 'member17', 'member19'],
    ],
    create: { userName: 'ann', givenName: 'Ann', mail: 'ann@example.com', roles: ['reader'] },
    // An object is replaced as a whole.
    change: { givenName: 'Anna', mail: 'anna@example.com', roles: ['reader', 'writer'] },
    refused: null,
    wrong: { jwtClaims: { aud: 'somebody else' } },
  },
];

type Document = { configurationProperties: Record<string, unknown> };
const documentOf = (fixture: string, url: string): Document =>
  JSON.parse(
    readFileSync(new URL(`../../fixtures/connectors/${fixture}.json`, import.meta.url), 'utf8').replaceAll(
      '&{remote}',
      url,
    ),
  ) as Document;

describe.each(counterparts)(
  '$fixture',
  ({ fixture, start, search, local, create, change, refused, wrong }) => {
    let engine: TestEngine;
    let call: ReturnType<typeof managementClient>;
    const people = `/openidm/system/${fixture}/__ACCOUNT__`;
    const list = async (filter: string, more = '') => {
      const answer = await call('GET', `${people}?_queryFilter=${encodeURIComponent(filter)}${more}`);
      expect(answer.status).toBe(200);
      return answer.body as {
        result: { _id: string; __NAME__: string }[];
        pagedResultsCookie: string | null;
      };
    };
    const namesOf = ({ result }: Awaited<ReturnType<typeof list>>) =>
      result.map(({ __NAME__: name }) => name);

    const remote = startedOnce(start);
    beforeAll(async () => {
      const document = documentOf(fixture, remote.url);
      const refusedDocument = documentOf(fixture, remote.url);
      Object.assign(refusedDocument.configurationProperties, wrong);
      engine = await startTestEngine({ files: hostFiles({ [fixture]: document, wrong: refusedDocument }) });
      call = managementClient(engine);
    });
    afterAll(async () => {
      await engine.stop();
    });

    test('the test finds it', async () => {
      const { body } = await call('POST', `/openidm/system/${fixture}?_action=test`);
      expect(body).toMatchObject({ ok: true });
    });

    test('with other credentials the test fails where the server asks for any', async () => {
      const { status, body } = await call('POST', '/openidm/system/wrong?_action=test');
      expect(status).toBe(200);
      expect(body).toMatchObject(
        wrong === null ? { ok: true } : { ok: false, error: expect.any(String) as unknown },
      );
    });

    test('pages by offset and by cookie show each of the 25 once', async () => {
      const seen: string[] = [];
      for (let offset = 0; offset < 25; offset += 10)
        seen.push(...namesOf(await list('true', `&_pageSize=10&_pagedResultsOffset=${offset}`)));
      expect(new Set(seen).size).toBe(25);
      expect(seen).toHaveLength(25);
      const first = await list('true', '&_pageSize=10');
      expect(first.result).toHaveLength(10);
      if (first.pagedResultsCookie === null) return;
      const second = await list('true', `&_pageSize=10&_pagedResultsCookie=${first.pagedResultsCookie}`);
      expect([...namesOf(first), ...namesOf(second)]).toEqual(seen.slice(0, 20));
    });

    test('what a filter finds is what it says, wherever it is evaluated', async () => {
      expect(namesOf(await list(search[0], '&_pageSize=100')).toSorted()).toEqual(search[1]);
      expect(namesOf(await list(local[0], '&_pageSize=100')).toSorted()).toEqual(local[1]);
    });

    test('one is created, read, changed and deleted', async () => {
      const created = await call('POST', `${people}?_action=create`, create);
      expect(created).toMatchObject({ status: 201, body: create });
      const at = `${people}/${encodeURIComponent(String(created.body['_id']))}`;
      expect((await call('GET', at)).body).toEqual(created.body);
      const changed = await call('PUT', at, change);
      expect(changed).toMatchObject({ status: 200, body: { ...create, ...change } });
      const patched = await call('PATCH', at, [{ operation: 'replace', field: '/userName', value: 'ann.2' }]);
      expect(patched).toMatchObject({ status: 200, body: { userName: 'ann.2', __NAME__: 'ann.2' } });
      expect(await call('DELETE', at)).toMatchObject({ status: 200, body: { _id: created.body['_id'] } });
      expect((await call('GET', at)).status).toBe(404);
    });

    test('what it refuses has the status of its meaning', async () => {
      expect((await call('GET', `${people}/nobody`)).status).toBe(404);
      if (refused === null) return;
      const { status } = await call('POST', `${people}?_action=create`, refused.attributes);
      expect(status).toBe(refused.status);
    });
  },
);
