import type { JsonPath } from '../../workspace/json-pointer.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import type { ReadValues, Wanted } from '../compiled.ts';
import type { AttributeDefinition } from '../configuration/attributes.ts';
import type { ReadStep } from '../configuration/operations.ts';
import { converted, isWanted } from '../mapping/readers.ts';
import type { Path } from '../paths/index.ts';
import { compileRequest, fillRequest, type RequestTemplate } from '../requests/request-template.ts';
import type { RemoteRequest, RemoteResponse } from '../types.ts';
import { type OperationContext, valuesOfUid } from './context.ts';

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
        `The schema has no attribute ${step.resourceName}, which this step would fill.`,
        'Add it to the schema, or leave the step out.',
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
