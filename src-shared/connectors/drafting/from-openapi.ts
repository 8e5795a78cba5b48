import { withoutEnd } from '../../text/ends.ts';
import { isJsonObject, valueAt } from '../../workspace/json-pointer.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import type { AttributeFlag, OperationName } from '../configuration/vocabulary.ts';
import type { JsonObject } from '../types.ts';
import { type DraftAttribute, guessAttributes, guessId, guessName } from './attributes.ts';
import type { DraftAuthentication } from './authentication.ts';
import type { DraftResource } from './document.ts';
import {
  exampleOf,
  marksOf,
  type OpenApiReader,
  openApiReader,
  type SchemaMarks,
} from './openapi-schemas.ts';
import { authenticationOfOpenApi } from './openapi-security.ts';
import { pagingOfParameters } from './paging.ts';
import { findRecords } from './records.ts';
import { pathOf, type Segments } from './segments.ts';

/** Objects that an API offers, and what can be done with them. */
export interface OpenApiResource {
  /** Path of the list, such as /users. */
  readonly path: string;
  readonly operations: readonly OperationName[];
}

export interface OpenApiDraft {
  readonly title: string;
  /** Empty: the document names no server. */
  readonly serviceUri: string;
  readonly authentication: DraftAuthentication;
  readonly resources: readonly OpenApiResource[];
  readonly notes: readonly string[];
  /** Drafts the objects at a path of `resources` as an object class. */
  readonly draft: (path: string, objectType: string) => DraftResource | null;
}

interface PathPair {
  readonly path: string;
  readonly collection: JsonObject;
  readonly item: JsonObject;
  /** The path of one object, its parameter called `{uid}`. */
  readonly itemPath: string;
}

const textOf = (value: JsonValue | undefined) => (typeof value === 'string' ? value : '');

/** Lists and the paths of one object in them: `/users` and `/users/{id}`. */
function pairsOf(reader: OpenApiReader): readonly PathPair[] {
  const paths = reader.resolve(reader.document['paths']);
  return Object.keys(paths).flatMap((path) => {
    const clean = withoutEnd(path, '/');
    if (/\{[^{}]*\}$/.test(clean)) return [];
    const below = Object.keys(paths).find(
      (other) => other.startsWith(`${clean}/`) && /^\{[^/}]*\}\/?$/.test(other.slice(clean.length + 1)),
    );
    const collection = reader.resolve(paths[path]);
    if (below === undefined && (collection['get'] === undefined || collection['post'] === undefined))
      return [];
    const item = below === undefined ? {} : reader.resolve(paths[below]);
    // A path with further parameters belongs to another object: nothing of a connector would fill them in.
    return clean.includes('{') ? [] : [{ path: clean, collection, item, itemPath: `${clean}/{uid}` }];
  });
}

const jsonTypes = /^application\/(?:[\w.+-]*\+)?json\b/;

function jsonSchemaOf(reader: OpenApiReader, holder: JsonObject): JsonValue | undefined {
  const content = reader.resolve(holder['content']);
  const type = Object.keys(content).find((name) => jsonTypes.test(name));
  return type === undefined ? undefined : reader.resolve(content[type])['schema'];
}

/** The schema of the answer of a success. */
function responseSchema(reader: OpenApiReader, operation: JsonValue | undefined): JsonValue | undefined {
  const responses = reader.resolve(reader.resolve(operation)['responses']);
  const status = Object.keys(responses).find((name) => /^2(?:\d\d|XX)$/i.test(name)) ?? 'default';
  return jsonSchemaOf(reader, reader.resolve(responses[status]));
}

function bodySchema(reader: OpenApiReader, operation: JsonValue | undefined): JsonValue | undefined {
  return jsonSchemaOf(reader, reader.resolve(reader.resolve(operation)['requestBody']));
}

function parameterNames(reader: OpenApiReader, ...holders: readonly JsonObject[]): readonly string[] {
  return holders
    .flatMap(({ parameters }) => (Array.isArray(parameters) ? parameters : []))
    .map((parameter) => reader.resolve(parameter))
    .filter((parameter) => parameter['in'] === 'query')
    .map((parameter) => textOf(parameter['name']));
}

function methodsOf({ collection, item }: PathPair): Partial<Record<OperationName, string>> {
  const update = ['patch', 'put', 'post'].find((method) => item[method] !== undefined);
  return {
    ...(item['get'] === undefined ? {} : { GET: 'GET' }),
    ...(collection['get'] === undefined ? {} : { QUERY: 'GET' }),
    ...(collection['post'] === undefined ? {} : { CREATE: 'POST' }),
    ...(update === undefined ? {} : { UPDATE: update.toUpperCase() }),
    ...(item['delete'] === undefined ? {} : { DELETE: 'DELETE' }),
  };
}

/** The part of an example at a way, as the one record of it. */
function recordAt(example: JsonValue, way: Segments): JsonObject {
  const found = valueAt(example, way);
  return isJsonObject(found) ? found : {};
}

/** Schema of the value at a path; the path goes through lists. */
function schemaAt(
  reader: OpenApiReader,
  schema: JsonValue | undefined,
  way: Segments,
): JsonValue | undefined {
  let found = schema;
  for (const step of way) found = valueAt(reader.resolve(found), ['properties', step]);
  const resolved = reader.resolve(found);
  return resolved['items'] ?? found;
}

function withMarks(
  attribute: DraftAttribute,
  read: SchemaMarks,
  written: SchemaMarks,
  isWritable: boolean,
): DraftAttribute {
  const path = pathOf(attribute.segments);
  const has = (marks: keyof SchemaMarks) => read[marks].has(path) || written[marks].has(path);
  const added: readonly AttributeFlag[] = [
    ...(written.required.has(path) ? (['REQUIRED'] as const) : []),
    ...(has('readOnly') || !isWritable ? (['NOT_CREATABLE', 'NOT_UPDATEABLE'] as const) : []),
    ...(has('writeOnly') ? (['NOT_READABLE'] as const) : []),
  ];
  return { ...attribute, flags: [...new Set([...attribute.flags, ...added])] };
}

function draftPair(reader: OpenApiReader, pair: PathPair, objectType: string): DraftResource {
  const listSchema = responseSchema(reader, pair.collection['get']);
  const itemSchema = responseSchema(reader, pair.item['get']);
  const writeSchema = bodySchema(reader, pair.collection['post']) ?? bodySchema(reader, pair.item['put']);
  const listExample = listSchema === undefined ? [] : exampleOf(reader, listSchema);
  const list = findRecords(listExample);
  const itemExample = itemSchema === undefined ? {} : exampleOf(reader, itemSchema);
  const item = findRecords(isJsonObject(itemExample) ? itemExample : {});
  const itemRoot = item.isList ? [] : item.root;
  const bodyExample = writeSchema === undefined ? {} : exampleOf(reader, writeSchema);
  const body = findRecords(isJsonObject(bodyExample) ? bodyExample : {});
  const bodyRoot = body.isList ? [] : body.root;
  const written = recordAt(bodyExample, bodyRoot);
  const read = list.records[0] ?? recordAt(itemExample, itemRoot);
  // Write-only members, such as a password, appear only in the body.
  const record: JsonObject = { ...written, ...read };
  const idWay = guessId([record]) ?? ['id'];
  const nameWay = guessName([record]) ?? idWay;
  const readMarks = marksOf(
    reader,
    listSchema === undefined ? itemSchema : schemaAt(reader, listSchema, list.root),
  );
  const writeMarks = marksOf(reader, schemaAt(reader, writeSchema, bodyRoot));
  const isKnown = Object.keys(written).length > 0;
  const attributes = guessAttributes([record], [idWay]).map((attribute) => {
    const marked = withMarks(
      attribute,
      readMarks,
      writeMarks,
      !isKnown || Object.hasOwn(written, attribute.segments[0] ?? ''),
    );
    const isRead = Object.hasOwn(read, attribute.segments[0] ?? '');
    return isRead || marked.flags.includes('NOT_READABLE')
      ? marked
      : { ...marked, flags: [...marked.flags, 'NOT_READABLE' as const] };
  });
  return {
    objectType,
    collectionPath: pair.path,
    itemPath: pair.itemPath,
    methods: methodsOf(pair),
    listRoot: list.isList ? list.root : [],
    itemRoot,
    bodyRoot,
    bodyTemplate: null,
    idWay,
    nameWay,
    attributes,
    paging: pagingOfParameters(
      parameterNames(reader, pair.collection, reader.resolve(pair.collection['get'])),
      listExample,
    ),
  };
}

/** The address of the first server, its variables at their defaults. OpenAPI 3.1 §4.6 */
function serviceUriOf(reader: OpenApiReader): string {
  const servers = reader.document['servers'];
  const server = reader.resolve(Array.isArray(servers) ? servers[0] : undefined);
  const url = typeof server['url'] === 'string' ? server['url'] : '';
  const filled = url.replaceAll(/\{([^{}]+)\}/g, (whole, name: string) => {
    const value = valueAt(server, ['variables', name, 'default']);
    return typeof value === 'string' ? value : whole;
  });
  return /^https?:\/\//.test(filled) ? withoutEnd(filled, '/') : '';
}

/** Reads what an OpenAPI 3 document offers; null: it is none. */
export function readOpenApi(document: JsonValue): OpenApiDraft | null {
  if (!isJsonObject(document) || !textOf(document['openapi']).startsWith('3.')) return null;
  const reader = openApiReader(document);
  const pairs = pairsOf(reader);
  const { authentication, note } = authenticationOfOpenApi(reader);
  const title = textOf(valueAt(document, ['info', 'title']));
  const draft = (path: string, objectType: string) => {
    const pair = pairs.find((candidate) => candidate.path === path);
    return pair === undefined ? null : draftPair(reader, pair, objectType);
  };
  const operations = (pair: PathPair) => {
    const methods = methodsOf(pair);
    return (['GET', 'QUERY', 'CREATE', 'UPDATE', 'DELETE'] as const).filter(
      (name) => methods[name] !== undefined,
    );
  };
  return {
    title,
    serviceUri: serviceUriOf(reader),
    authentication,
    resources: pairs.map((pair) => ({
      path: pair.path,
      operations: operations(pair),
    })),
    notes: note === null ? [] : [note],
    draft,
  };
}
