import { GatehouseError } from '../errors/index.ts';
import type { Compilation, CompiledObjectType, ReadAnswer, ReadValues } from './compiled.ts';
import type { AttributeDefinition } from './configuration/attributes.ts';
import type { ObjectTypeConfiguration } from './configuration/object-type.ts';
import type { OperationName } from './configuration/vocabulary.ts';
import { type CompiledRule, classify, compileRules } from './exceptions/classify.ts';
import { compileBodyFilter } from './filters/body-filter.ts';
import { planFilter } from './filters/plan.ts';
import type { RemoteLanguage } from './filters/remote-filter.ts';
import { compileFilterTemplates } from './filters/templates.ts';
import { headerOf, readAttributes, readRecordText, readText } from './mapping/readers.ts';
import { nothingRead, unread } from './operations/context.ts';
import {
  type CompiledGet,
  compileGet,
  getRequest,
  readObject,
  readStepNeeds,
  readStepRequests,
  readStepValue,
} from './operations/get.ts';
import { type CompiledQuery, compileQuery, queryRequest, readPage } from './operations/query.ts';
import { compileWhole, type WholeObject, wholeRequest } from './operations/whole-object.ts';
import {
  type CompiledWriteOperation,
  compileDelete,
  compileWrite,
  createdUid,
  namedAttributes,
  readsBefore,
  updateRequest,
  writePlan,
  writeRequest,
} from './operations/write.ts';
import { ProblemReport } from './problem-report.ts';

/** Operations by name. */
interface CompiledOperations {
  readonly GET: CompiledGet;
  readonly QUERY: CompiledQuery;
  readonly CREATE: CompiledWriteOperation;
  readonly UPDATE: CompiledWriteOperation;
  readonly DELETE: CompiledWriteOperation;
}

/** Everything of an object type that is parsed. */
export interface Parts {
  readonly name: string;
  readonly schema: ReadonlyMap<string, AttributeDefinition>;
  readonly config: ObjectTypeConfiguration;
  /** null: it is not configured. */
  readonly operations: { readonly [Name in keyof CompiledOperations]: CompiledOperations[Name] | null };
  readonly rules: readonly CompiledRule[];
  readonly language: RemoteLanguage | null;
  /** null: UPDATE sends attributes as they are. */
  readonly whole: WholeObject | null;
  /** The attribute that is read from where `__NAME__` is; null: there is none. */
  readonly naming: string | null;
}

/** Compiles an object type once; nothing of its configuration is parsed again for a request or a record. */
export function compileObjectType(name: string, config: ObjectTypeConfiguration): Compilation {
  const report = new ProblemReport();
  const parts = compileParts(name, config, report);
  return { type: typeOf(parts), problems: report.problems };
}

/** The parts of an object type, for what looks at them itself. */
export function compileParts(name: string, config: ObjectTypeConfiguration, report: ProblemReport): Parts {
  const schema = schemaOf(config, report);
  const context = { type: name, schema, config, report };
  const { GET, QUERY, CREATE, UPDATE, DELETE } = config.operations ?? {};
  const query = isGiven(QUERY) ? compileQuery(QUERY, context) : null;
  const get = isGiven(GET) ? compileGet(GET, context) : null;
  const update = isGiven(UPDATE) ? compileWrite(UPDATE, 'UPDATE', context) : null;
  return {
    name,
    schema,
    config,
    operations: {
      GET: get,
      QUERY: query,
      CREATE: isGiven(CREATE) ? compileWrite(CREATE, 'CREATE', context) : null,
      UPDATE: update,
      DELETE: isGiven(DELETE) ? compileDelete(DELETE, context) : null,
    },
    rules: compileRules(config.exceptions, report),
    language: languageOf(config, query, report),
    whole: isGiven(UPDATE) && update !== null ? compileWhole(UPDATE, { get, update }, report) : null,
    naming: namingOf(get) ?? namingOf(query),
  };
}

function namingOf(read: CompiledGet | CompiledQuery | null): string | null {
  if (read === null || read.name?.kind !== 'path') return null;
  const level = 'records' in read ? read.records : read.level;
  const at = read.name.path.text;
  return level.reader.readers.find(({ path }) => path.text === at)?.attribute ?? null;
}

function isGiven<Value>(value: Value | null | undefined): value is Value {
  return value !== null && value !== undefined;
}

/** Of two attributes of one name the first counts. */
function schemaOf({ schema }: ObjectTypeConfiguration, report: ProblemReport): Parts['schema'] {
  const attributes = new Map<string, AttributeDefinition>();
  for (const [index, definition] of (schema ?? []).entries()) {
    const { fieldName } = definition;
    if (fieldName === '__proto__' || fieldName === 'constructor' || fieldName === 'prototype')
      report.add(
        ['schema', index, 'fieldName'],
        'connector.invalid',
        `The attribute name ${fieldName} is reserved.`,
        'Choose another name and map it to the path.',
      );
    else if (!attributes.has(fieldName)) attributes.set(fieldName, definition);
  }
  return attributes;
}

/** Attributes are named to the remote by their paths in a record. */
function languageOf(
  { filters }: ObjectTypeConfiguration,
  query: CompiledQuery | null,
  report: ProblemReport,
): RemoteLanguage | null {
  if (!isGiven(filters) || query === null) return null;
  const names = new Map<string, string>();
  for (const { attribute, path } of query.records.reader.readers)
    if (!names.has(attribute) && path.remoteName !== '') names.set(attribute, path.remoteName);
  if (query.uid?.kind === 'path') names.set('_id', query.uid.path.remoteName);
  if (query.name?.kind === 'path') names.set('__NAME__', query.name.path.remoteName);
  for (const [attribute, remoteName] of Object.entries(filters.names)) names.set(attribute, remoteName);
  return {
    settings: filters,
    names,
    templates: compileFilterTemplates(filters, report),
    body: compileBodyFilter(filters, names, report),
  };
}

function typeOf(parts: Parts): CompiledObjectType {
  const { name, schema, config, operations, rules, language, whole, naming } = parts;
  const need = <Name extends OperationName>(operation: Name): CompiledOperations[Name] =>
    configured<CompiledOperations[Name]>(operations[operation], operation, name);
  const ruledStatuses = new Set(rules.map(({ status }) => status));
  const settings = {
    attrToGetKey: config.attrToGetKey,
    queryParamKey: config.filters?.queryParamKey ?? '',
    bodyFilter: language?.body ?? null,
  };
  return {
    name,
    schema,
    config,
    has: (operation) => operations[operation] !== null,
    getRequest: (uid, wanted) => getRequest(need('GET'), uid, wanted, config.attrToGetKey),
    readObject: (response, wanted) => readObject(need('GET'), response, wanted),
    queryRequest: (ask) => queryRequest(need('QUERY'), ask, settings),
    followsLinks: operations.QUERY?.followsLinks === true,
    readPage: (response, wanted) => readPage(need('QUERY'), response, wanted),
    createRequest: (attributes) =>
      writeRequest(need('CREATE'), { uid: null, attributes, read: nothingRead, naming }),
    createdUid: (response, attributes = {}) => createdUid(need('CREATE'), response, attributes, naming),
    updateRequest: (uid, attributes, read = unread) =>
      updateRequest(need('UPDATE'), { uid, attributes, read, naming }),
    readsBefore: (operation, attributes) => readsBefore(need(operation), attributes, naming),
    readValues: (operation, read) => readValues(need('GET'), namedAttributes(need(operation)), read),
    sendsAll: whole !== null,
    wholeGetRequest: (uid) => getRequest(need('GET'), uid, 'default', null),
    wholeRequest: (uid, attributes, answer) => {
      if (whole === null) return null;
      const read = readValues(need('GET'), namedAttributes(need('UPDATE')), answer);
      return wholeRequest(whole, need('UPDATE'), { uid, attributes, read, naming }, answer);
    },
    updatedUid: (uid, response) => readText(need('UPDATE').uid, response) ?? uid,
    deleteRequest: (uid, read = unread) =>
      writeRequest(need('DELETE'), { uid, attributes: {}, read, naming }),
    stepNeeds: (operation, wanted) => readStepNeeds(need(operation).steps, wanted),
    readSteps: (operation, uid, wanted, read = unread) =>
      readStepRequests(need(operation).steps, uid, wanted, read),
    writePlan: (operation, attributes) => writePlan(need(operation), attributes, naming),
    writeSteps: (operation, uid, attributes, read = unread) =>
      writePlan(need(operation), attributes, naming).map((step) => step.request(uid, read)),
    readStep: (operation, index, response) => readStepValue(need(operation).steps[index], response),
    // A success that no rule speaks of is one, as nearly every answer is.
    classify: (response) =>
      response.status >= 200 && response.status < 300 && !ruledStatuses.has(String(response.status))
        ? null
        : classify(rules, response),
    planFilter: (filter) =>
      planFilter(filter, { attributes: schema, language, hasGet: operations.GET !== null }),
  };
}

/** The values of an object as it was read, of the attributes that are named alone. */
function readValues(
  { level, name }: CompiledGet,
  named: ReadonlySet<string>,
  { headers, json, isSample = false }: ReadAnswer,
): ReadValues {
  const readers = level.reader.readers.filter(({ attribute }) => named.has(attribute));
  return {
    attributes: json === undefined ? {} : readAttributes(readers, json),
    name:
      name?.kind === 'header'
        ? readText(name, { headers, json, status: 200, text: '' })
        : readRecordText(name, json),
    etag: headerOf({ headers }, 'etag'),
    isUnread: isSample,
  };
}

/** An operation that is configured. @throws connector.unsupported */
function configured<Operation>(operation: Operation | null, name: OperationName, type: string): Operation {
  if (operation !== null) return operation;
  throw new GatehouseError('connector.unsupported', `${type} does not support the operation ${name}.`, {
    fix: `Add ${name} to its operations.`,
  });
}
