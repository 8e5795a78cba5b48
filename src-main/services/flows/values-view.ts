import type { RunValue } from '#main/services/flow-player/index.ts';
import type { FlowStep, FlowValue } from '#shared/api/index.ts';
import { mask } from '#shared/exchange/index.ts';
import { type RequestTemplate, stateAt } from '#shared/flows/index.ts';
import { numberOfSource, usesOf } from './run-rows.ts';

/** The parts of a run that the view of its values needs besides them. */
export interface ValuesContext {
  readonly steps: readonly FlowStep[];
  readonly nowMillis: number;
  readonly requestOf: (stepId: string) => RequestTemplate | undefined;
  /** Names of values that were typed over. */
  readonly edited: ReadonlySet<string>;
}

/** The values of a run as the screens see them: no secret in clear. */
export function valuesView(values: ReadonlyMap<string, RunValue>, context: ValuesContext): FlowValue[] {
  const { steps, nowMillis, requestOf, edited } = context;
  return [...values]
    .filter(([name]) => !name.includes('form.'))
    .map(([name, { value, secret, stepId, ...rest }]) => ({
      name,
      ...rest,
      ...stateAt(rest, nowMillis),
      secret,
      preview: secret ? mask : value.slice(0, 400),
      fromStep: numberOfSource(steps, stepId),
      usedInSteps: usesOf(name, steps, requestOf),
      isEdited: edited.has(name),
    }));
}
