import type { JsonPath } from '../../workspace/json-pointer.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import type {
  CreateOperation,
  DeleteOperation,
  MappingEntries,
  UpdateOperation,
  WriteStep,
} from '../configuration/operations.ts';
import {
  type AttributeWriter,
  compileRequestMapping,
  emptyBody,
  writeAttributes,
} from '../mapping/request-mapping.ts';
import { compileTextSource, type TextSource } from '../mapping/uid-source.ts';
import { fillBody, mergeBodies } from '../requests/body-template.ts';
import { compileRequest, fillRequest, type RequestTemplate } from '../requests/request-template.ts';
import type { Values } from '../requests/variables.ts';
import type { Attributes, JsonObject, RemoteRequest } from '../types.ts';
import { checkBody } from './check-body.ts';
import { noValues, type OperationContext, valuesOfUid } from './context.ts';

type WriteName = 'CREATE' | 'UPDATE' | 'DELETE';

/** A request that carries attributes, parsed. */
interface CompiledWrite {
  readonly request: RequestTemplate;
  readonly writers: readonly AttributeWriter[];
  /** True if the request exists to write attributes; paths that cannot be read may have left it without writers. */
  readonly isMapped: boolean;
}

/** CREATE, UPDATE or DELETE, parsed. */
export interface CompiledWriteOperation extends CompiledWrite {
  /** null: it answers none, or the path cannot be read. */
  readonly uid: TextSource | null;
  readonly steps: readonly CompiledWrite[];
}

/** Parses CREATE or UPDATE. */
export function compileWrite(
  operation: CreateOperation | UpdateOperation,
  name: 'CREATE' | 'UPDATE',
  context: OperationContext,
): CompiledWriteOperation {
  const at: JsonPath = ['operations', name];
  const unflatten = new Map(
    operation.unflattenAttributes.map(({ attributeName, attributeValue }) => [attributeName, attributeValue]),
  );
  const compileMapping = (mapping: MappingEntries | null | undefined, mappingAt: JsonPath) =>
    compileRequestMapping(
      mapping ?? {},
      {
        schema: context.schema,
        unflatten,
        forbidding: name === 'CREATE' ? 'NOT_CREATABLE' : 'NOT_UPDATEABLE',
        report: context.report,
      },
      mappingAt,
    );
  const main: CompiledWrite = {
    request: compileRequest(operation, { kind: 'main', operation: name }),
    writers: compileMapping(operation.requestMapping, [...at, 'requestMapping']),
    isMapped: isMapping(operation.requestMapping),
  };
  const steps = operation.additionalStep.map((step, index) => {
    const writers = compileMapping(step.requestMapping, [...at, 'additionalStep', index, 'requestMapping']);
    return stepOf(step, name, index, writers);
  });
  for (const { request, writers } of [main, ...steps])
    checkBody(request.body === null ? undefined : fillBody(request.body, noValues), writers, context.report);
  const uid = compileTextSource(
    operation.idPath,
    operation.idRegularExpression,
    [...at, 'idPath'],
    context.report,
  );
  return { ...main, steps, uid };
}

/** Parses DELETE. */
export function compileDelete(operation: DeleteOperation): CompiledWriteOperation {
  return {
    request: compileRequest(operation, { kind: 'main', operation: 'DELETE' }),
    writers: [],
    isMapped: false,
    uid: null,
    steps: operation.additionalStep.map((step, index) => stepOf(step, 'DELETE', index, [])),
  };
}

function isMapping(mapping: MappingEntries | null | undefined): boolean {
  return Object.keys(mapping ?? {}).length > 0;
}

function stepOf(
  step: WriteStep,
  operation: WriteName,
  index: number,
  writers: readonly AttributeWriter[],
): CompiledWrite {
  const [only] = writers;
  const attribute = writers.length === 1 && only !== undefined ? only.attribute : null;
  return {
    request: compileRequest(step, { kind: 'step', operation, index, attribute }),
    writers,
    // DELETE has no attributes: its body is sent as configured.
    isMapped: operation !== 'DELETE' && isMapping(step.requestMapping),
  };
}

/** True if a request needs to be sent: all its attributes may be absent. */
function isNeeded({ writers, isMapped }: CompiledWrite, attributes: Attributes): boolean {
  return !isMapped || writers.some(({ attribute }) => Object.hasOwn(attributes, attribute));
}

/** The main request of UPDATE; null where it would change nothing, which some remotes take for “remove everything”. */
export function updateRequest(
  update: CompiledWrite,
  uid: string,
  attributes: Attributes,
): RemoteRequest | null {
  return isNeeded(update, attributes) ? writeRequest(update, uid, attributes) : null;
}

/** The request that writes attributes, over an object as it is where one is given. */
export function writeRequest(
  { request, writers }: CompiledWrite,
  uid: string | null,
  attributes: Attributes,
  present?: JsonObject,
): RemoteRequest {
  const values = uid === null ? noValues : valuesOfUid(uid);
  return fillRequest(request, values, { body: bodyOf(request, writers, values, attributes, present) });
}

function bodyOf(
  { body }: RequestTemplate,
  writers: readonly AttributeWriter[],
  values: Values,
  attributes: Attributes,
  present: JsonObject | undefined,
): JsonValue | undefined {
  const own = mergeBodies(present, body === null ? undefined : fillBody(body, values));
  if (writers.length === 0) return own;
  const target = own ?? emptyBody(writers);
  writeAttributes(writers, attributes, target);
  return target;
}

/** The further requests; one of which no attribute is written is left out. */
export function writeStepRequests(
  { steps }: CompiledWriteOperation,
  uid: string,
  attributes: Attributes,
): readonly RemoteRequest[] {
  return steps
    .filter((step) => isNeeded(step, attributes))
    .map((step) => writeRequest(step, uid, attributes));
}
