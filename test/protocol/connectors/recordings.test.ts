import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ConnectorStudio } from '#main/services/connectors/index.ts';
import type { VerifiedRecording } from '#shared/api/connectors.ts';
import type { ConnectorRun } from '#shared/connectors/index.ts';
import { recordingFileSchema } from '#shared/connectors/recording.ts';
import { answerJson, startRemote } from '#test/support/connectors.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { eventually } from '#test/support/eventually.ts';
import { startedAnew, startedOnce } from '#test/support/started.ts';

const file = 'connectors/provisioner.openicf-hr.json';
const attribute = (fieldName: string, ...flags: readonly string[]) => ({ fieldName, type: 'STRING', flags });
const paths = { idPath: 'id', namePath: 'login' };
const groups = { resourceName: 'groups', method: 'GET', path: '/users/{uid}/groups', valuePath: 'names[*]' };

/** A connector that asks for tokens and fills an attribute with a request of its own for each person. */
function documentAt(origin: string) {
  return {
    connectorRef: { bundleName: 'rest', bundleVersion: '1.5.20.36', connectorName: 'RestConnector' },
    enabled: true,
    configurationProperties: {
      serviceUri: `${origin}/api`,
      authenticationMethod: 'OAUTH',
      grantType: 'client_credentials',
      tokenEndpoint: `${origin}/token`,
      clientId: 'hr',
      clientSecret: 'planted-client-secret',
      objectTypes: {
        __ACCOUNT__: {
          schema: [
            attribute('login', 'REQUIRED'),
            attribute('groups', 'MULTIVALUED'),
            attribute('__PASSWORD__'),
          ],
          operations: {
            GET: { path: '/users/{uid}', method: 'GET', ...paths, responseMapping: { login: 'login' } },
            QUERY: {
              path: '/users',
              method: 'GET',
              ...paths,
              responseMapping: { items: { login: 'login' } },
              additionalStep: [groups] as Readonly<Record<string, unknown>>[],
            },
            CREATE: {
              path: '/users',
              method: 'POST',
              idPath: 'id',
              requestMapping: { login: 'login', __PASSWORD__: 'credentials.password' },
            },
          },
          exceptions: { NOT_FOUND: [{ code: '404', messageErrorPath: 'why' }] } as Record<string, unknown>,
        },
      },
    },
  };
}
type Document = ReturnType<typeof documentAt>;

/** The object type of the document, which tests change. */
function accounts(): Document['configurationProperties']['objectTypes']['__ACCOUNT__'] {
  const { __ACCOUNT__: type } = document.configurationProperties.objectTypes;
  return type;
}

let studio: ConnectorStudio;
let document: Document;

const running = startedOnce(() => startTestEngine({ start: false }));
beforeAll(async () => {
  ({ studio } = await running.engine.connectors());
});
const remote = startedAnew(() =>
  startRemote((request, response) => {
    const { url } = request;
    const id = /\/users\/(\w+)/.exec(url)?.[1];
    if (url === '/token')
      return answerJson({ access_token: 'planted-token', expires_in: 600 })(request, response);
    if (id === 'none') return answerJson({ why: 'nobody' }, 404)(request, response);
    if (!url.endsWith('/groups'))
      return answerJson({
        id: id ?? '9',
        login: 'ann',
        items: ['1', '2', '3'].map((each) => ({ id: each, login: `p${each}` })),
      })(request, response);
    // The later ones are answered first.
    return void setTimeout(
      () => answerJson({ names: [`group ${id}`] })(request, response),
      40 - Number(id) * 10,
    );
  }),
);
beforeEach(() => {
  document = documentAt(remote.origin);
});

type Given = Partial<Parameters<ConnectorStudio['run']>[0]> & Pick<ConnectorRun, 'operation'>;

function run(given: Given): Promise<ConnectorRun> {
  return studio.run({
    document: JSON.stringify(document),
    file,
    objectType: '__ACCOUNT__',
    uid: null,
    attributes: {},
    filter: 'true',
    pageSize: null,
    offset: null,
    cookie: null,
    fields: [],
    script: null,
    isDryRun: false,
    isConfirmed: true,
    ...given,
  });
}

/** Runs an operation and keeps it as the one recording that there is. */
async function record(given: Given): Promise<ConnectorRun> {
  const done = await run(given);
  await studio.record(file, done.id, 'one');
  return done;
}

const written = () =>
  readFileSync(join(running.engine.workspace.directory, 'connectors/recordings/one.json'), 'utf8');

async function verify(): Promise<VerifiedRecording> {
  const asked = remote.seen.length;
  const [verified] = await studio.verify({ document: JSON.stringify(document), file });
  expect(remote.seen).toHaveLength(asked);
  if (verified === undefined) throw new Error('Nothing was recorded.');
  return verified;
}

const passed = { verdict: 'PASSED', differences: [] };

describe('a recording plays without the network', () => {
  test('token included', async () => {
    const { steps } = await record({ operation: 'GET', uid: '1' });
    expect(steps.map(({ purpose }) => purpose.kind)).toEqual(['token', 'main']);
    await remote.close();
    expect(await verify()).toMatchObject(passed);
  });

  test('where the token was at hand when it was recorded', async () => {
    await run({ operation: 'GET', uid: '1' });
    const { steps } = await record({ operation: 'GET', uid: '1' });
    expect(steps.map(({ purpose }) => purpose.kind)).toEqual(['main']);
    expect(await verify()).toMatchObject(passed);
  });

  test('where requests beside each other were answered in another order', async () => {
    const { steps, result } = await record({ operation: 'QUERY', fields: ['login', 'groups'] });
    expect(steps.at(-1)?.request.url).toBe(`${remote.origin}/api/users/1/groups`);
    expect(result).toMatchObject({ result: [{ groups: ['group 1'] }, { groups: ['group 2'] }, {}] });
    expect(await verify()).toMatchObject(passed);
  });

  test('where a token was refused and renewed, and a request redirected', async () => {
    const { answer } = remote;
    await run({ operation: 'GET', uid: '1' });
    let refused = 0;
    remote.answer = (request, response) => {
      if (request.url === '/api/users/1' && (refused += 1) === 1)
        return answerJson({ why: 'expired' }, 401)(request, response);
      if (request.url === '/api/users/1')
        return void response.writeHead(302, { location: '/api/users/2' }).end('{"id":"moved"}');
      return answer(request, response);
    };
    const { steps, result } = await record({ operation: 'GET', uid: '1' });
    expect(steps.map(({ response }) => response?.status)).toEqual([401, 200, 302, 200]);
    expect(result).toMatchObject({ _id: '2' });
    expect(
      recordingFileSchema.parse(JSON.parse(written())).exchanges.map(({ response }) => response?.body),
    ).toEqual([
      '{"why":"expired"}',
      expect.stringContaining('expires_in'),
      '{"id":"moved"}',
      expect.stringContaining('"id":"2"'),
    ]);
    expect(await verify()).toMatchObject(passed);
  });

  test('where an answer is longer than consoles show', async () => {
    await run({ operation: 'GET', uid: '1' });
    remote.answer = answerJson({ id: '1', filler: 'x'.repeat(1_500_000), login: 'ann' });
    const { steps } = await record({ operation: 'GET', uid: '1' });
    expect(steps.at(-1)?.response?.isCut).toBe(true);
    expect(await verify()).toMatchObject(passed);
  });

  test('where next pages have whole addresses, and the remote is another environment’s', async () => {
    const pagination = {
      cookiePagination: { path: '{_pagedResultsCookie}' },
      pagedResultsCookie: { type: 'body', path: 'next' },
    };
    Object.assign(accounts().operations.QUERY, { pagination, additionalStep: [] });
    const { answer } = remote;
    remote.answer = (request, response) => {
      if (request.url === '/token') return answer(request, response);
      const isLast = request.url.endsWith('?after=1');
      const next = isLast ? null : `${remote.origin}/api/users?after=1`;
      return answerJson({ items: [{ id: isLast ? '2' : '1', login: 'p' }], next })(request, response);
    };
    const { result } = await record({ operation: 'QUERY' });
    expect(result).toMatchObject({ resultCount: 2 });
    document.configurationProperties.serviceUri = 'https://hr.example.com/api';
    expect(await verify()).toMatchObject(passed);
  });

  test('where the remote refused, and where it is another environment’s', async () => {
    const { problem } = await record({ operation: 'GET', uid: 'none' });
    expect(problem?.code).toBe('connector.not-found');
    document.configurationProperties.serviceUri = 'https://hr.example.com/v2';
    expect(await verify()).toMatchObject(passed);
  });
});

describe('what differs is told, each with its place', () => {
  test('a request that is not sent any more', async () => {
    await record({ operation: 'QUERY', fields: ['login', 'groups'] });
    accounts().operations.QUERY.additionalStep = [];
    const { verdict, differences } = await verify();
    expect(verdict).toBe('FAILED');
    expect(differences.filter(({ actual }) => actual === null)).toContainEqual({
      what: 'Recorded request is not sent.',
      pointer: expect.stringMatching(/^\/exchanges\/\d$/),
      expected: `GET ${remote.origin}/api/users/2/groups`,
      actual: null,
    });
  });

  test('a request that is new', async () => {
    await record({ operation: 'QUERY' });
    accounts().schema.push(attribute('manager'));
    accounts().operations.QUERY.additionalStep.push({
      ...groups,
      resourceName: 'manager',
      path: '/users/{uid}/manager',
    });
    const { verdict, differences } = await verify();
    expect(verdict).toBe('FAILED');
    expect(differences[0]).toEqual({
      what: 'Request is not in the recording.',
      pointer: expect.stringMatching(/^\/exchanges\/\d$/),
      expected: null,
      actual: `GET ${remote.origin}/api/users/1/manager`,
    });
  });

  test('a request that is another one, an object that is read otherwise, a failure that is none any more', async () => {
    const { operations } = accounts();
    await record({ operation: 'GET', uid: '1' });
    operations.GET.path = '/people/{uid}';
    expect((await verify()).differences).toEqual([
      {
        what: 'The url of a request differs.',
        pointer: '/exchanges/1/request/url',
        expected: '/users/1',
        actual: '/people/1',
      },
    ]);
    operations.GET.path = '/users/{uid}';
    operations.GET.responseMapping.login = 'id';
    expect((await verify()).differences.map(({ pointer }) => pointer)).toContain('/result/login');
    operations.GET.responseMapping.login = 'login';
    await record({ operation: 'GET', uid: 'none' });
    accounts().exceptions = {
      FORBIDDEN: [{ code: '404', messageErrorPath: 'why' }],
    };
    expect((await verify()).differences).toEqual([
      {
        what: 'The outcome differs.',
        pointer: '/problem',
        expected: 'connector.not-found',
        actual: expect.stringMatching(/^connector\.forbidden: /),
      },
    ]);
  });
});

test('a recording that cannot be read fails, whichever connector it is of', async () => {
  const path = join(running.engine.workspace.directory, 'connectors/recordings/torn.json');
  writeFileSync(path, '{"system":"hr"');
  const torn = async () => {
    const verdicts = await studio.verify({ document: JSON.stringify(document), file });
    return verdicts.find(({ name }) => name === 'torn') ?? null;
  };
  expect(await eventually(torn)).toMatchObject({ verdict: 'FAILED' });
  rmSync(path);
  await eventually(async () => ((await torn()) === null ? true : null));
});

describe('a recording', () => {
  test('holds no secret: not of the connector, not of the remote, not one that a person gave', async () => {
    const { answer } = remote;
    remote.answer = (request, response) =>
      request.method === 'POST' && request.url === '/api/users'
        ? answerJson({ id: '1', echo: request.headers.authorization, password: 'planted-password' }, 201)(
            request,
            response,
          )
        : answer(request, response);
    const attributes = { login: 'ann', __PASSWORD__: 'planted-password' };
    const { problem } = await record({ operation: 'CREATE', attributes });
    expect(problem).toBeNull();
    expect(written()).not.toContain('planted');
    expect(remote.seen.find(({ url }) => url === '/api/users')?.body).toContain('planted-password');
    expect(await verify()).toMatchObject(passed);
  });

  test('holds what comes of the masked answers, so that no secret stands in its result', async () => {
    const { answer } = remote;
    remote.answer = (request, response) =>
      request.url === '/api/users/1'
        ? answerJson({ id: '1', login: request.headers.authorization, password: 'planted-password' })(
            request,
            response,
          )
        : answer(request, response);
    const { GET } = accounts().operations;
    Object.assign(GET.responseMapping, { __PASSWORD__: 'password' });
    const { result } = await record({ operation: 'GET', uid: '1' });
    expect(result).toMatchObject({ login: 'Bearer planted-token', __PASSWORD__: 'planted-password' });
    expect(written()).not.toContain('planted');
    expect(await verify()).toMatchObject(passed);
  });

  test.each<[string, Given]>([
    ['a dry run', { operation: 'GET', uid: '1', isDryRun: true }],
    [
      'a script',
      { operation: 'SCRIPT', script: { type: 'application/javascript', source: 'return 1', arguments: {} } },
    ],
  ])('is not made of %s', async (_what, given) => {
    const { id } = await run(given);
    await expect(studio.record(file, id, 'other')).rejects.toThrow(
      expect.objectContaining({ code: 'connector.refused' }),
    );
  });

  test('is not made of a run that got no answer', async () => {
    await remote.close();
    const { id, problem } = await run({ operation: 'GET', uid: '1' });
    expect(problem?.code).toBe('connector.unavailable');
    await expect(studio.record(file, id, 'other')).rejects.toThrow('received no response');
  });
});
