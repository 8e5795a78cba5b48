import type { HttpRequest } from '#main/platform/http.ts';
import type { ConnectorRunInput } from '#shared/api/connectors.ts';
import type { JsonObject, OperationName } from '#shared/connectors/index.ts';
import { assertNever } from '#shared/errors/index.ts';
import { parseQueryFilter, type QueryFilter } from '#shared/query/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import type {
  ManagementContext,
  ManagementOperation,
  ManagementPorts,
  Parameters,
} from '../management/context.ts';
import { HostError } from '../management/host-error.ts';
import { createOperation } from '../management/operations/create.ts';
import { deleteOperation } from '../management/operations/delete.ts';
import { getOperation } from '../management/operations/get.ts';
import { listOperation, nativeFilter } from '../management/operations/list.ts';
import { statusOf } from '../management/operations/test.ts';
import { updateOperation } from '../management/operations/update.ts';
import { type HostType, hostTypes, nativeAttributes } from '../management/records.ts';
import type { Call, Connector } from '../ports.ts';
import type { System } from '../systems/systems.ts';

/** Parts that an operation is performed with. */
export interface Performance {
  readonly ports: ManagementPorts;
  readonly system: System;
  readonly connector: Connector;
  readonly input: Required<Pick<ConnectorRunInput, 'operation'>> & OperationInput;
  readonly call: Call;
}

/** Input that a person gives for an operation. */
export interface OperationInput {
  readonly objectType: string;
  readonly uid: string | null;
  readonly attributes: JsonObject;
  readonly filter: string;
  readonly pageSize: number | null;
  readonly offset: number | null;
  readonly cookie: string | null;
  readonly fields: readonly string[];
  readonly script: {
    readonly type: string;
    readonly source: string;
    readonly arguments: JsonObject;
  } | null;
}

/**
 * Performs an operation like the management interface, and returns its answer.
 * @throws HostError, and errors
 * of the connector
 */
export async function perform(performance: Performance): Promise<JsonValue> {
  const { connector, system, input, call } = performance;
  switch (input.operation) {
    case 'TEST':
      return statusOf(system, call);
    case 'SCHEMA':
      return connector.schema() as unknown as JsonValue;
    case 'SCRIPT': {
      const { script } = input;
      if (script === null) throw new HostError(400, 'The script is missing');
      return connector.script(script, script.arguments, call);
    }
    case 'GET':
      return responseOf(performance, getOperation);
    case 'QUERY':
      return responseOf(performance, listOperation);
    case 'CREATE':
      return responseOf(performance, createOperation);
    case 'UPDATE':
      return responseOf(performance, updateOperation);
    case 'DELETE':
      return responseOf(performance, deleteOperation);
    default:
      return assertNever(input.operation);
  }
}

/** Builds the requests of an operation alone; the connector sends none of them. */
export async function performDry({ connector, input, call }: Performance): Promise<JsonValue> {
  const { operation } = input;
  if (operation === 'SCHEMA') return connector.schema() as unknown as JsonValue;
  if (operation === 'TEST') await connector.test(call);
  else if (operation !== 'SCRIPT')
    await performDryOnType({ connector, input, call }, typeOf(connector, input.objectType), operation);
  return null;
}

async function performDryOnType(
  { connector, input, call }: Pick<Performance, 'connector' | 'input' | 'call'>,
  type: HostType,
  operation: OperationName,
): Promise<unknown> {
  const { name } = type.compiled;
  const uid = input.uid ?? '';
  switch (operation) {
    case 'GET':
      return connector.get(name, uid, 'default', call);
    case 'QUERY':
      return connector.query(name, { ...input, filter: filterOf(input, type), wanted: 'default' }, call);
    case 'CREATE':
      return connector.create(name, nativeAttributes(type, input.attributes), call);
    case 'UPDATE':
      return connector.update(name, uid, nativeAttributes(type, input.attributes), call);
    case 'DELETE':
      return connector.delete(name, uid, call);
    default:
      return assertNever(operation);
  }
}

/** @throws HostError 400 */
export function filterOf({ filter }: Pick<OperationInput, 'filter'>, type: HostType): QueryFilter | null {
  const parsed = parseQueryFilter(filter);
  if ('filter' in parsed) return nativeFilter(parsed.filter, type);
  throw new HostError(400, `The filter is not valid: ${parsed.problem.message}`, {
    members: { offset: parsed.problem.offset },
  });
}

/** @throws HostError 404 */
export function typeOf(connector: Connector, name: string): HostType {
  const type = hostTypes(connector.document, connector.types).get(name);
  if (type === undefined) throw new HostError(404, `The connector has no object type ${name}`);
  return type;
}

async function responseOf(performance: Performance, operation: ManagementOperation): Promise<JsonValue> {
  const { body } = await operation.perform(contextOf(performance, operation));
  return body === '' ? null : (JSON.parse(body.toString()) as JsonValue);
}

/** The context in which the pipeline would perform the operation. */
function contextOf(
  { ports, system, connector, input, call }: Performance,
  operation: ManagementOperation,
): ManagementContext {
  const type = typeOf(connector, input.objectType);
  const target = { system: system.name, type: type.name };
  const isObject = operation.on === 'object';
  const path = `/openidm/system/${[system.name, type.name, ...(isObject ? [input.uid ?? ''] : [])].map(encodeURIComponent).join('/')}`;
  return {
    failedIndex: -1,
    skippedSteps: 0,
    failure: null,
    ports,
    request: requestFor(operation.method, path, input.attributes),
    call,
    answers: 0,
    remarks: [],
    address: isObject
      ? { kind: 'object', ...target, id: input.uid ?? '' }
      : { kind: 'collection', ...target },
    parameters: parametersOf(input, operation),
    operation,
    system,
    connector,
    type,
    response: null,
  };
}

function parametersOf(input: OperationInput, { action }: ManagementOperation): Parameters {
  return {
    action,
    queryFilter: input.filter,
    queryId: null,
    queryExpression: null,
    pageSize: input.pageSize,
    pagedResultsOffset: input.offset,
    pagedResultsCookie: input.cookie,
    totals: null,
    sortKeys: [],
    fields: input.fields,
    isPretty: false,
    additional: {},
  };
}

function requestFor(method: string, path: string, attributes: JsonObject): HttpRequest {
  return {
    method,
    target: path,
    path,
    query: '',
    headers: { 'content-type': 'application/json' },
    rawHeaders: [],
    body: Buffer.from(JSON.stringify(attributes)),
    remoteAddress: '',
    origin: '',
  };
}
