import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { answerJson, type Remote, startRemote } from '#test/support/connectors.ts';
import { startTestEngine, type TestEngine } from '#test/support/engine.ts';
import { hostFiles, managementClient } from '#test/support/sample-connector.ts';

type Json = Readonly<Record<string, unknown>>;

/** How a remote takes changes. */
const ways = {
  'PATCH of the changed members': { method: 'PATCH' },
  'PUT of the whole object': { method: 'PUT', sendAll: true },
  'PUT of an object that is read inside another': { method: 'PUT', sendAll: { from: 'data.person' } },
} as const;
type Way = keyof typeof ways;
const systems: Readonly<Record<Way, string>> = {
  'PATCH of the changed members': 'merging',
  'PUT of the whole object': 'replacing',
  'PUT of an object that is read inside another': 'nested',
};

let api: Remote;
let engine: TestEngine;
let call: ReturnType<typeof managementClient>;
/** The one object of the remote, by its path. */
let stored: Json = {};

/** RFC 7396 of one level below the top, as most remotes do it. */
function merged(present: Json, change: Json): Json {
  const joined = Object.entries(change).map(([name, value]) => {
    const before = present[name];
    const areObjects = [before, value].every(
      (each) => typeof each === 'object' && each !== null && !Array.isArray(each),
    );
    return [name, areObjects ? { ...(before as Json), ...(value as Json) } : value];
  });
  return { ...present, ...(Object.fromEntries(joined) as Json) };
}

function documentOf(way: Way) {
  const at = way === 'PUT of an object that is read inside another' ? 'data.person.' : '';
  const written = { mail: 'mail', city: 'address.city', tags: 'tags' };
  const read = Object.fromEntries(Object.entries(written).map(([name, path]) => [name, at + path]));
  const path = `/${systems[way]}/{uid}`;
  return {
    configurationProperties: {
      serviceUri: api.origin,
      authenticationMethod: 'TOKEN',
      authToken: 'test-token',
      objectTypes: {
        __ACCOUNT__: {
          schema: [
            { fieldName: 'mail', type: 'STRING', flags: [] },
            { fieldName: 'city', type: 'STRING', flags: [] },
            { fieldName: 'tags', type: 'STRING', flags: ['MULTIVALUED'] },
          ],
          operations: {
            GET: { path, method: 'GET', idPath: `${at}id`, namePath: `${at}id`, responseMapping: read },
            UPDATE: { path, ...ways[way], idPath: `${at}id`, requestMapping: written },
          },
        },
      },
    },
  };
}

beforeAll(async () => {
  api = await startRemote((request, response) => {
    const isNested = request.url.startsWith('/nested/');
    if (request.method === 'PATCH') stored = merged(stored, JSON.parse(request.body) as Json);
    if (request.method === 'PUT') stored = JSON.parse(request.body) as Json;
    answerJson(isNested ? { data: { person: stored } } : stored)(request, response);
  });
  const documents = (Object.keys(ways) as Way[]).map((way) => [systems[way], documentOf(way)]);
  engine = await startTestEngine({ files: hostFiles(Object.fromEntries(documents)) });
  call = managementClient(engine.connectorHost);
});
beforeEach(() => {
  stored = {};
});
afterAll(async () => {
  await engine.stop();
  await api.close();
});

const text = fc.stringMatching(/^[a-z]{1,6}$/);
const object = fc.record({
  mail: text,
  address: fc.record({ city: text, zip: text }),
  tags: fc.uniqueArray(text, { maxLength: 4 }),
  theme: fc.option(text, { nil: null }),
  history: fc.array(fc.record({ at: fc.nat(), by: text }), { maxLength: 3 }),
});
const change = fc.record(
  { mail: text, city: text, tags: fc.uniqueArray(text, { minLength: 1, maxLength: 3 }) },
  { requiredKeys: [] },
);

test.each(Object.keys(ways) as Way[])(
  'a patch changes what it names, and nothing else, by a %s',
  async (way) => {
    await fc.assert(
      fc.asyncProperty(object, change, async (present, wanted) => {
        const before = { id: '7', ...present };
        stored = before;
        const patches = Object.entries(wanted).map(([field, value]) => ({
          operation: 'replace',
          field: `/${field}`,
          value,
        }));
        fc.pre(patches.length > 0);
        const { status } = await call('PATCH', `/openidm/system/${systems[way]}/__ACCOUNT__/7`, patches);
        expect(status).toBe(200);
        expect(stored).toEqual({
          ...before,
          mail: wanted.mail ?? before.mail,
          tags: wanted.tags ?? before.tags,
          address: { ...before.address, city: wanted.city ?? before.address.city },
        });
      }),
      { numRuns: 60 },
    );
  },
);
