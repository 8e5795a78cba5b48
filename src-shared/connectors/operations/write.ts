import type { JsonPath } from '../../workspace/json-pointer.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import type { PlannedStep, ReadValues } from '../compiled.ts';
import type {
  CreateOperation,
  DeleteOperation,
  MappingEntries,
  UpdateOperation,
  WriteStep,
} from '../configuration/operations.ts';
import { compileTextSource, readText, type TextSource } from '../mapping/readers.ts';
import {
  type AttributeWriter,
  compileRequestMapping,
  emptyBody,
  writeAttributes,
} from '../mapping/request-mapping.ts';
import { fillBody, mergeBodies } from '../requests/body-template.ts';
import { lacks, type Needs, nameIn } from '../requests/needs.ts';
import { compileRequest, fillRequest, type RequestTemplate } from '../requests/request-template.ts';
import {
  asIs,
  compileTemplate,
  fill,
  onlyPlaceholder,
  type Template,
  type Values,
} from '../requests/variables.ts';
import type { Attributes, JsonObject, RemoteRequest, RemoteResponse } from '../types.ts';
import { checkBody } from './check-body.ts';
import { nothingRead, type OperationContext, unread } from './context.ts';

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
  /** The uid that the caller chooses; null: the answer says it. */
  readonly chosenUid: Template | null;
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
    request: compileRequest(operation, { kind: 'main', operation: name }, context.schema),
    writers: compileMapping(operation.requestMapping, [...at, 'requestMapping']),
    isMapped: isMapping(operation.requestMapping),
  };
  const steps = operation.additionalStep.map((step, index) => {
    const writers = compileMapping(step.requestMapping, [...at, 'additionalStep', index, 'requestMapping']);
    return stepOf(step, { operation: name, index, writers }, context);
  });
  for (const { request, writers } of [main, ...steps])
    if (!request.needs.isBroken)
      checkBody(
        request.body === null ? undefined : fillBody(request.body, sampleValues),
        writers,
        context.report,
      );
  const chosenUid = name === 'CREATE' ? chosenUidOf(operation.idPath, context) : null;
  const uid =
    chosenUid !== null
      ? null
      : compileTextSource(operation.idPath, operation.idRegularExpression, [...at, 'idPath'], context.report);
  return { ...main, steps, uid, chosenUid };
}

const sampleValues: Values = { uid: null, page: null, object: unread };

/** An idPath that is one placeholder of the change is the uid itself. */
function chosenUidOf(idPath: string, { schema }: Pick<OperationContext, 'schema'>): Template | null {
  const template = compileTemplate(idPath, schema);
  const variable = onlyPlaceholder(template)?.variable;
  return variable === 'attribute' || variable === 'name' ? template : null;
}

/** Parses DELETE. */
export function compileDelete(operation: DeleteOperation, context: OperationContext): CompiledWriteOperation {
  return {
    request: compileRequest(operation, { kind: 'main', operation: 'DELETE' }, context.schema),
    writers: [],
    isMapped: false,
    uid: null,
    chosenUid: null,
    steps: operation.additionalStep.map((step, index) =>
      stepOf(step, { operation: 'DELETE', index, writers: [] }, context),
    ),
  };
}

function isMapping(mapping: MappingEntries | null | undefined): boolean {
  return Object.keys(mapping ?? {}).length > 0;
}

function stepOf(
  step: WriteStep,
  {
    operation,
    index,
    writers,
  }: {
    readonly operation: WriteName;
    readonly index: number;
    readonly writers: readonly AttributeWriter[];
  },
  { schema }: Pick<OperationContext, 'schema'>,
): CompiledWrite {
  const [only] = writers;
  const attribute = writers.length === 1 && only !== undefined ? only.attribute : null;
  return {
    request: compileRequest(step, { kind: 'step', operation, index, attribute }, schema),
    writers,
    // DELETE has no attributes: its body is sent as configured.
    isMapped: operation !== 'DELETE' && isMapping(step.requestMapping),
  };
}

/** True if a request needs to be sent: all attributes that it is there for may be absent. */
function isNeeded({ request, writers, isMapped }: CompiledWrite, attributes: Attributes): boolean {
  const { needs, purpose } = request;
  const isGiven = (name: string) => Object.hasOwn(attributes, name);
  if (isMapped) return writers.some(({ attribute }) => isGiven(attribute)) || needs.carried.some(isGiven);
  const isFree = purpose.kind === 'main' || purpose.operation === 'DELETE' || needs.attributes.length === 0;
  return isFree || needs.attributes.some(isGiven);
}

/** A write: the object, its change, and what else is known of it. */
export interface WriteValues {
  /** null: there is none yet. */
  readonly uid: string | null;
  readonly attributes: Attributes;
  readonly read: ReadValues;
  /** The attribute that is the name; null: there is none. */
  readonly naming: string | null;
}

/** The main request of UPDATE; null where it would change nothing, which some remotes take for “remove everything”. */
export function updateRequest(update: CompiledWrite, values: WriteValues): RemoteRequest | null {
  return isNeeded(update, values.attributes) ? writeRequest(update, values) : null;
}

/** The request that writes attributes, over an object as it is where one is given. */
export function writeRequest(
  { request, writers }: CompiledWrite,
  write: WriteValues,
  present?: JsonObject,
): RemoteRequest {
  const values = { uid: write.uid, page: null, object: objectOf(request.needs, write) };
  return fillRequest(request, values, {
    body: bodyOf(request, writers, values, write.attributes, present),
  });
}

/** The change goes before what was read; null: no placeholder asks for it. */
function objectOf({ etag, name, attributes }: Needs, write: WriteValues): ReadValues | null {
  if (!etag && !name && attributes.length === 0) return null;
  const { read, naming } = write;
  return {
    ...read,
    attributes: { ...read.attributes, ...write.attributes },
    name: nameIn(write.attributes, naming) ?? read.name,
  };
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

/** The uid that an object was created with; null: neither the caller nor the answer says it. */
export function createdUid(
  { uid, chosenUid, request }: CompiledWriteOperation,
  response: RemoteResponse,
  attributes: Attributes,
  naming: string | null,
): string | null {
  if (chosenUid === null) return readText(uid, response);
  const needs = { ...request.needs, name: true };
  const object = objectOf(needs, { uid: null, attributes, read: nothingRead, naming });
  return fill(chosenUid, { uid: null, page: null, object }, asIs, asIs) || null;
}

/** The further requests; one of which no attribute is written is left out. */
export function writePlan(
  { steps }: CompiledWriteOperation,
  attributes: Attributes,
  naming: string | null,
): readonly PlannedStep[] {
  return steps
    .filter((step) => isNeeded(step, attributes))
    .map((step) => ({
      reads: readsOf(step.request.needs, attributes, naming),
      request: (uid, read) => writeRequest(step, { uid, attributes, read, naming }),
    }));
}

function readsOf(needs: Needs, attributes: Attributes, naming: string | null): PlannedStep['reads'] {
  if (needs.etag) return 'etag';
  return lacks(needs, attributes, naming) ? 'object' : 'nothing';
}

/** True if placeholders of the requests stand for what the change does not say, so that the object is read before. */
export function readsBefore(
  operation: CompiledWriteOperation,
  attributes: Attributes,
  naming: string | null,
): boolean {
  const isMain =
    isNeeded(operation, attributes) && readsOf(operation.request.needs, attributes, naming) !== 'nothing';
  return isMain || writePlan(operation, attributes, naming).some(({ reads }) => reads === 'object');
}

/** Attributes that placeholders of an operation name. */
export function namedAttributes({ request, steps }: CompiledWriteOperation): ReadonlySet<string> {
  return new Set([request, ...steps.map((step) => step.request)].flatMap(({ needs }) => needs.attributes));
}
