import { percentEncode } from '../../oauth/form.ts';
import type { JsonPath } from '../../workspace/json-pointer.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import type { ReadValues, Wanted } from '../compiled.ts';
import type { AttributeDefinition } from '../configuration/attributes.ts';
import type { GetOperation, ReadStep } from '../configuration/operations.ts';
import {
  compileTextSource,
  converted,
  isWanted,
  type RecordReader,
  readAttributes,
  readText,
  type TextSource,
} from '../mapping/readers.ts';
import { compileResponseMapping, type MappingLevel } from '../mapping/response-mapping.ts';
import type { Path } from '../paths/index.ts';
import { compileRequest, fillRequest, type RequestTemplate } from '../requests/request-template.ts';
import { valuesOfUid } from '../requests/variables.ts';
import type { ConnectorObject, RemoteRequest, RemoteResponse } from '../types.ts';
import type { OperationContext } from './context.ts';

/**
 * The pair that names the wanted attributes to the remote, including the sources of uid and name; without
 * names: none.
 */
export function wantedPairs(
  attrToGetKey: string | null | undefined,
  wanted: Wanted,
  reader: RecordReader,
  sources: readonly (TextSource | null)[],
): readonly string[] {
  if (attrToGetKey === null || attrToGetKey === undefined || attrToGetKey === '' || wanted === 'default')
    return [];
  const names = new Set([
    ...sources.flatMap((source) => (source?.kind === 'path' ? (source.path.root ?? []) : [])),
    ...reader.chosen(wanted).map(({ path }) => path.remoteName),
  ]);
  return [
    `${percentEncode(attrToGetKey)}=${[...names]
      .filter((name) => name !== '')
      .map(percentEncode)
      .join(',')}`,
  ];
}

/** GET, parsed. */
export interface CompiledGet {
  readonly request: RequestTemplate;
  readonly level: MappingLevel;
  readonly uid: TextSource | null;
  readonly name: TextSource | null;
  readonly steps: readonly CompiledReadStep[];
}

/** Parses GET. */
export function compileGet(get: GetOperation, context: OperationContext): CompiledGet {
  const { schema, report } = context;
  const at = ['operations', 'GET'];
  return {
    request: compileRequest(get, { kind: 'main', operation: 'GET' }, schema),
    level: compileResponseMapping(get.responseMapping, schema, [...at, 'responseMapping'], report),
    uid: compileTextSource(get.idPath, get.idRegularExpression, [...at, 'idPath'], report),
    name: compileTextSource(get.namePath, null, [...at, 'namePath'], report),
    steps: compileReadSteps(get.additionalStep, 'GET', context),
  };
}

/** The request that reads one object. */
export function getRequest(
  get: CompiledGet,
  uid: string,
  wanted: Wanted,
  attrToGetKey: string | null | undefined,
): RemoteRequest {
  const query = wantedPairs(attrToGetKey, wanted, get.level.reader, [get.uid, get.name]);
  return fillRequest(get.request, valuesOfUid(uid), { query });
}

/** Reads the object from the answer; null: no path leads to anything. @throws connector.value-* */
export function readObject(
  { level, uid, name }: CompiledGet,
  response: RemoteResponse,
  wanted: Wanted,
): ConnectorObject | null {
  const { json } = response;
  if (typeof json !== 'object' || json === null) return null;
  const object = {
    uid: readText(uid, response),
    name: readText(name, response),
    attributes: readAttributes(level.reader.chosen(wanted), json),
  };
  const isFound = object.uid !== null || Object.keys(object.attributes).length > 0;
  // It may have none of the wanted attributes, and exist all the same.
  return isFound || level.reader.readers.some(({ path }) => path.read(json) !== undefined) ? object : null;
}

/** A further request that fills one attribute, parsed. */
export interface CompiledReadStep {
  readonly request: RequestTemplate;
  /** null: the schema has no such attribute, and the step is never needed. */
  readonly definition: AttributeDefinition | null;
  readonly path: Path | null;
}

/** Parses the further requests of GET or QUERY. */
export function compileReadSteps(
  steps: readonly ReadStep[],
  operation: 'GET' | 'QUERY',
  { schema, report }: OperationContext,
): readonly CompiledReadStep[] {
  return steps.map((step, index) => {
    const at: JsonPath = ['operations', operation, 'additionalStep', index];
    const definition = schema.get(step.resourceName) ?? null;
    if (definition === null)
      report.add(
        [...at, 'resourceName'],
        'connector.unknown-attribute',
        `The schema has no attribute ${step.resourceName} for this step.`,
        'Add it to the schema, or remove the step.',
      );
    return {
      request: compileRequest(step, { kind: 'step', operation, index, attribute: step.resourceName }, schema),
      definition,
      path: report.path(step.valuePath, [...at, 'valuePath']),
    };
  });
}

/** Attributes that the further requests for wanted attributes name. */
export function readStepNeeds(steps: readonly CompiledReadStep[], wanted: Wanted): readonly string[] {
  if (steps.every(({ request }) => request.needs.attributes.length === 0)) return [];
  return steps.filter((step) => isNeeded(step, wanted)).flatMap(({ request }) => request.needs.attributes);
}

/** The further requests for wanted attributes; an object without the attribute that one names has nothing to ask for. */
export function readStepRequests(
  steps: readonly CompiledReadStep[],
  uid: string,
  wanted: Wanted,
  read: ReadValues,
): readonly RemoteRequest[] {
  return steps
    .filter((step) => isNeeded(step, wanted) && isAnswerable(step, read))
    .map(({ request }) => fillRequest(request, valuesOfUid(uid, read)));
}

function isNeeded({ definition }: CompiledReadStep, wanted: Wanted): boolean {
  return definition !== null && isWanted(definition, wanted);
}

function isAnswerable({ request: { needs } }: CompiledReadStep, read: ReadValues): boolean {
  if (read.isUnread) return true;
  return (
    needs.attributes.every((name) => (read.attributes[name] ?? null) !== null) &&
    (!needs.name || read.name !== null)
  );
}

/** The value that the answer to a step gives its attribute; undefined: none. @throws connector.value-* */
export function readStepValue(
  step: CompiledReadStep | undefined,
  response: RemoteResponse,
): JsonValue | undefined {
  const value = step?.path?.read(response.json);
  if (value === undefined || step === undefined || step.definition === null) return undefined;
  return converted(step.definition, value);
}
