import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { answerJson, startRemote } from '#test/support/connectors.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { accountConnector, hostFiles, managementClient } from '#test/support/sample-connector.ts';
import { startedOnce } from '#test/support/started.ts';

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
  return accountConnector(api.origin, {
    schema: [
      { fieldName: 'mail', type: 'STRING', flags: [] },
      { fieldName: 'city', type: 'STRING', flags: [] },
      { fieldName: 'tags', type: 'STRING', flags: ['MULTIVALUED'] },
    ],
    operations: {
      GET: { path, method: 'GET', idPath: `${at}id`, namePath: `${at}id`, responseMapping: read },
      UPDATE: { path, ...ways[way], idPath: `${at}id`, requestMapping: written },
    },
  });
}

const api = startedOnce(() =>
  startRemote((request, response) => {
    const isNested = request.url.startsWith('/nested/');
    if (request.method === 'PATCH') stored = merged(stored, JSON.parse(request.body) as Json);
    if (request.method === 'PUT') stored = JSON.parse(request.body) as Json;
    answerJson(isNested ? { data: { person: stored } } : stored)(request, response);
  }),
);
const engine = startedOnce(() => {
  const documents = (Object.keys(ways) as Way[]).map((way) => [systems[way], documentOf(way)]);
  return startTestEngine({ files: hostFiles(Object.fromEntries(documents)) });
});
const call = managementClient(engine);
beforeEach(() => {
  stored = {};
});

const text = fc.stringMatching(/^[a-z]{1,6}$/);
const object = fc.record({
  mail: text,
  address: fc.record({ city: text, zip: text }),
  tags: fc.uniqueArray(text, { maxLength: 4 }),
  theme: fc.option(text, { nil: null }),
  history: fc.array(fc.record({ at: fc.nat(), by: text }), { maxLength: 3 }),
});
type Value = string | readonly string[] | null;
interface Step {
  readonly operation: 'add' | 'replace' | 'remove' | 'move' | 'copy';
  readonly field: '/mail' | '/city' | '/tags';
  readonly value?: Value;
  readonly from?: '/mail' | '/city';
}
type Person = Readonly<Record<'mail' | 'city' | 'tags', Value>>;

const single = fc.constantFrom('/mail', '/city');
const tags = fc.uniqueArray(text, { minLength: 1, maxLength: 3 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ operation: fc.constantFrom('add', 'replace'), field: single, value: text }),
  fc.record({ operation: fc.constantFrom('add', 'replace'), field: fc.constant('/tags'), value: tags }),
  fc.record({ operation: fc.constant('remove'), field: fc.constantFrom('/mail', '/city', '/tags') }),
  fc.record({ operation: fc.constant('remove'), field: fc.constantFrom('/mail', '/tags'), value: text }),
  fc.record({ operation: fc.constantFrom('move', 'copy'), field: single, from: single }),
);

const listOf = (value: Value): readonly string[] =>
  value === null ? [] : typeof value === 'string' ? [value] : value;

/** A step as the documents of the product tell it. */
function applied(person: Person, { operation, field, value = null, from }: Step): Person {
  const name = field.slice(1) as keyof Person;
  const source = (from ?? field).slice(1) as keyof Person;
  const now = person[name];
  if (operation === 'replace') return { ...person, [name]: value };
  if (operation === 'add')
    return { ...person, [name]: name === 'tags' ? [...listOf(now), ...listOf(value)] : value };
  if (operation === 'copy') return { ...person, [name]: person[source] };
  if (operation === 'move')
    return source === name ? person : { ...person, [source]: null, [name]: person[source] };
  if (value === null) return { ...person, [name]: null };
  if (name === 'tags') return { ...person, tags: listOf(now).filter((each) => each !== value) };
  return now === value ? { ...person, [name]: null } : person;
}

/** An attribute without a value may be null, or not there. */
function withoutNulls(value: Json): Json {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]) => {
      if (each === null) return [];
      const isObject = typeof each === 'object' && !Array.isArray(each);
      return [[name, isObject ? withoutNulls(each as Json) : each]];
    }),
  );
}

test.each(Object.keys(ways) as Way[])(
  'a patch changes what it names, and nothing else, by a %s',
  async (way) => {
    await fc.assert(
      fc.asyncProperty(object, fc.array(step, { minLength: 1, maxLength: 4 }), async (present, steps) => {
        const before = { id: '7', ...present };
        stored = before;
        const { status } = await call('PATCH', `/openidm/system/${systems[way]}/__ACCOUNT__/7`, steps);
        expect(status).toBe(200);
        const {
          mail,
          city,
          tags: left,
        } = steps.reduce<Person>(applied, {
          mail: before.mail,
          city: before.address.city,
          tags: before.tags,
        });
        const after = { ...before, mail, tags: left, address: { ...before.address, city } };
        expect(withoutNulls(stored)).toEqual(withoutNulls(after));
      }),
      { numRuns: 100 },
    );
  },
);
