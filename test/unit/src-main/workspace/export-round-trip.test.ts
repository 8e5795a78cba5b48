import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { parseTree } from 'jsonc-parser';
import { afterEach, expect } from 'vitest';
import { createMemoryStorage } from '#main/services/storage/index.ts';
import { exportDocument } from '#main/workspace/export-document.ts';
import {
  createFileEditor,
  createInterchange,
  createUndoStore,
  loadWorkspace,
  openSecretStore,
  openWorkspaceManifest,
  readDroppedFiles,
} from '#main/workspace/index.ts';
import { usualConnectorRef } from '#shared/connectors/configuration/versions.ts';
import {
  attributeFlags,
  attributeTypes,
  operationNames,
} from '#shared/connectors/configuration/vocabulary.ts';
import { readConnector } from '#shared/connectors/index.ts';
import type { JsonValue } from '#shared/workspace/index.ts';
import { asyncProperty } from '#test/support/property.ts';
import { writeWorkspace } from '#test/support/workspace.ts';

type Json = Readonly<Record<string, unknown>>;

const file = 'connectors/provisioner.openicf-hr.json';
const random = { bytes: (count: number) => randomBytes(count) };
const clock = { nowMillis: () => 1_000 };
/** Names of the secrets that documents refer to; the target knows them too. */
const secretNames = ['hr.token', 'hr.password', 'client-secret'] as const;
const variables = Object.fromEntries(secretNames.map((name) => [name, 'x']));

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

/** A workspace with these files, and what takes over into it. */
async function open(files: Json) {
  const directory = writeWorkspace({ 'gatehouse.json': { name: 'W' }, ...files });
  const { records } = createMemoryStorage({ maxExchanges: 1, maxExchangeBytes: 1 });
  const secrets = await openSecretStore(records);
  const workspace = loadWorkspace(openWorkspaceManifest(directory.path), secrets.resolve);
  const undo = createUndoStore({ records, random, clock });
  const editor = createFileEditor({ workspace, secrets, undo, random, seal: false });
  const close = () => {
    workspace.close();
    directory.remove();
  };
  opened.push(close);
  const interchange = createInterchange({ workspace, editor, secrets, records, clock, random });
  return { workspace, interchange, textOf: () => readFileSync(join(directory.path, file), 'utf8') };
}

const dropped = (text: string) =>
  readDroppedFiles([{ name: 'conf/provisioner.openicf-hr.json', bytes: new TextEncoder().encode(text) }]);

/** Exports the document, takes it over into another workspace, and says what stands there. */
async function carried(text: string) {
  const source = await open({ [file]: text });
  const exported = exportDocument(source.workspace, file, null, random);
  const target = await open({});
  const preview = target.interchange.preview(dropped(exported.text));
  const { failed, written } = await target.interchange.write(preview.id, new Set([file]));
  expect({ failed, written, notTaken: preview.notTaken }).toEqual({
    failed: [],
    written: [file],
    notTaken: [],
  });
  const home = source.interchange.preview(dropped(exported.text)).entities.map(({ state }) => state);
  return { ...exported, home, imported: target.textOf() };
}

/** A secret as a document holds it, and as it has to stand in an export. */
interface Held {
  readonly form: JsonValue;
  readonly exported: JsonValue;
  readonly isLeftOut: boolean;
}
const asIs = (form: JsonValue): Held => ({ form, exported: form, isLeftOut: false });
const leftOut = (form: JsonValue): Held => ({ form, exported: null, isLeftOut: true });

const name = fc.constantFrom(...secretNames);
const held: fc.Arbitrary<Held> = fc.oneof(
  name.map((secret) => ({ form: { $secret: secret }, exported: `&{${secret}}`, isLeftOut: false })),
  name.map((secret) => asIs(`&{${secret}}`)),
  fc.constant(
    asIs({
      $crypto: { type: 'x-simple-encryption', value: { key: 'k', cipher: 'c', iv: 'i', data: 'd' } },
    }),
  ),
  fc.constantFrom(asIs(null), asIs('')),
  fc.constantFrom(leftOut('planted-clear'), leftOut('planted-beside-&{hr.token}')),
);
const jwtKey = fc.oneof(held, fc.constant(leftOut({ kty: 'oct', k: 'planted-key' })));
const secretsHeld = fc.record(
  { password: held, authToken: held, clientSecret: held, refreshToken: held, jwtPem: held, jwtKey },
  { requiredKeys: [] },
);

const attribute = fc.record({
  fieldName: fc.stringMatching(/^[a-z]{3,8}$/),
  type: fc.constantFrom(...attributeTypes),
  flags: fc.uniqueArray(fc.constantFrom(...attributeFlags)),
});
const schema = fc.uniqueArray(attribute, { selector: ({ fieldName }) => fieldName, maxLength: 6 });

const fixtures = ['feathers', 'json-api', 'nephele', 'scim', 'bulk-bodies', 'body-cursors'] as const;
type FixtureType = Readonly<Record<string, unknown>> & { readonly operations: Json };

function accountsOfFixture(fixture: (typeof fixtures)[number]): FixtureType {
  const path = new URL(`../../../fixtures/connectors/${fixture}.json`, import.meta.url);
  const { configurationProperties } = JSON.parse(readFileSync(path, 'utf8')) as {
    configurationProperties: { objectTypes: { __ACCOUNT__: FixtureType } };
  };
  return configurationProperties.objectTypes['__ACCOUNT__'];
}

// GET is read before the writes that need it.
const operationsKept = fc.subarray([...operationNames]).map((names) => ['GET', ...names]);
/** An object type that drives a real server, with some of its operations. */
const described = fc
  .tuple(fc.constantFrom(...fixtures.map(accountsOfFixture)), operationsKept)
  .map(([type, kept]) => ({
    ...type,
    operations: Object.fromEntries(
      Object.entries(type.operations).filter(([operation]) => kept.includes(operation)),
    ),
  }));

const properties = fc.record(
  {
    serviceUri: fc.constantFrom('https://hr.example.com/api', '&{hr.url}/api'),
    authenticationMethod: fc.constantFrom('BASIC', 'token', 'NONE'),
    login: fc.string(),
    maximumConnections: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.constant('7')),
    defaultHeaders: fc.constantFrom({ 'X-Trace': 'on' }, null),
    retries: fc.constantFrom([], [{ codes: ['503'], attempts: 2 }]),
    objectTypes: fc.dictionary(
      fc.stringMatching(/^__[A-Z]{3,9}__$/),
      fc.oneof(
        schema.map((attributes) => ({ schema: attributes })),
        described,
      ),
    ),
  },
  { requiredKeys: ['serviceUri', 'objectTypes'] },
);

const perOperation = <Value>(value: fc.Arbitrary<Value>) =>
  fc.record({ GET: value, SEARCH: value, CREATE: value, TEST: value }, { requiredKeys: [] });
const rate = fc.record(
  { requestLimit: fc.integer({ min: 1, max: 99 }), requestPeriod: fc.constantFrom(500, '1000') },
  { requiredKeys: [] },
);
const pool = fc.record(
  { maxObjects: fc.integer({ min: 1, max: 99 }), maxWait: fc.constantFrom(-1, 0, 30_000), minIdle: fc.nat() },
  { requiredKeys: [] },
);
/** As a text says it: a minus before zero is lost there. */
const kept = fc.json({ maxDepth: 2 }).map((text) => JSON.parse(text) as JsonValue);
const envelope = fc.record(
  {
    _id: fc.constantFrom('provisioner.openicf/other', null),
    name: fc.constantFrom('hr', 'other', null),
    displayName: fc.string(),
    enabled: fc.constantFrom(true, false, 'false', null),
    connectorRef: fc.constantFrom({ ...usualConnectorRef, connectorHostRef: '#LOCAL' }, null),
    objectTypes: fc.constantFrom({ __ACCOUNT__: { nativeType: '__ACCOUNT__', more: 1 } }, null),
    operationTimeout: perOperation(fc.integer({ min: -1, max: 90_000 })),
    operationRateLimits: perOperation(rate),
    poolConfigOption: fc.option(pool),
    excludeUnmodified: fc.boolean(),
    operationOptions: kept,
    resultsHandlerConfig: kept,
    syncFailureHandler: kept,
    syncRetry: kept,
    producerBufferSize: kept,
    connectorPoolingSupported: kept,
    notOfTheHost: kept,
  },
  { requiredKeys: [] },
);

/** Members of the generated document; the order of a document is that of its author. */
const documents = fc
  .tuple(envelope, properties, secretsHeld, fc.boolean(), fc.constantFrom(0, 2, '\t'))
  .map(([outer, inner, secrets, isFirst, indent]) => {
    const of = (form: keyof Held) =>
      Object.fromEntries(Object.entries(secrets).map(([member, value]) => [member, value[form]]));
    const documentOf = (form: 'form' | 'exported'): Json => {
      const configurationProperties = { ...inner, ...of(form) };
      return isFirst ? { configurationProperties, ...outer } : { ...outer, configurationProperties };
    };
    const places = Object.entries(secrets).flatMap(([member, { isLeftOut }]) =>
      isLeftOut ? [`/configurationProperties/${member}`] : [],
    );
    return { document: documentOf('form'), exported: documentOf('exported'), places, indent };
  });

/** Names of the members of a text, each as often as it stands there. */
function membersOf(text: string): readonly string[] {
  return (parseTree(text)?.children ?? []).map(({ children }) => String(children?.[0]?.value));
}

asyncProperty([documents], { numRuns: 60 })(
  'whatever the document: taken over from its export it is the same, its secrets by their names or left out',
  async ({ document, exported, places, indent }) => {
    const text = JSON.stringify(document, null, indent);
    const found = await carried(text);
    for (const close of opened.splice(0)) close();

    expect(found.text).not.toMatch(/planted|\$secret/);
    expect(found.leftOut.toSorted()).toEqual(places.toSorted());
    // A stored secret is a variable at the target.
    for (const secret of secretNames)
      expect(found.variables.includes(secret)).toBe(JSON.stringify(exported).includes(`&{${secret}}`));

    const imported = JSON.parse(found.imported) as Record<string, unknown>;
    const { _id, connectorRef, objectTypes, ...rest } = imported;
    const { _id: id, connectorRef: ref, objectTypes: shown, ...before } = exported;
    expect(rest).toEqual(before);
    expect(_id).toBe(id ?? 'provisioner.openicf/hr');
    expect(connectorRef).toEqual(ref ?? usualConnectorRef);
    const { objectTypes: types } = document['configurationProperties'] as { objectTypes: Json };
    if ((shown ?? null) === null) expect(Object.keys(objectTypes as Json)).toEqual(Object.keys(types));
    else expect(objectTypes).toEqual(shown);
    const members = membersOf(found.imported);
    expect(new Set(members).size).toBe(members.length);

    const [first, second] = [document, imported].map((each) =>
      readConnector(each as JsonValue, { variables: { ...variables, 'hr.url': 'https://hr.example.com' } }),
    );
    const told = ({ problems }: ReturnType<typeof readConnector>) =>
      problems.map(({ code, pointer }) => `${code} ${pointer}`);
    if (first !== undefined && second !== undefined && places.length === 0)
      expect(told(second).filter((problem) => !told(first).includes(problem))).toEqual([]);
    // At home it is no change.
    expect(found.home).toEqual(['same']);
  },
);
