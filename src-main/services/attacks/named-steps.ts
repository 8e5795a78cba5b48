import type { AttackCheck, AttackVariant } from '#shared/attacks/index.ts';
import type { ScriptStep } from '#shared/flows/index.ts';

/**
 * Refuses a variant that names a step which is not there: its attack would never be made, and its checks would look at
 * nothing. The server would be said to withstand what nobody tried.
 * @throws Error with the name
 */
export function requireNamedSteps(
  { edits, change, attack, steps, expect }: AttackVariant,
  base: readonly ScriptStep[],
  all: readonly ScriptStep[],
): void {
  const ofFlow = new Set(base.map(({ id }) => id));
  const played = new Set(all.map(({ id }) => id));
  const edited = [...Object.keys(edits), ...Object.keys(change)].find((id) => !ofFlow.has(id));
  const others = [
    ...(attack === undefined ? [] : [attack]),
    ...steps.flatMap(({ after }) => (after === undefined ? [] : [after])),
    ...expect.flatMap(stepsOfCheck),
  ];
  const missing = edited ?? others.find((id) => !played.has(id));
  if (missing === undefined) return;
  throw new Error(
    `The case refers to the step “${missing}”, which does not exist. Its steps are ${[...played].join(', ')}.`,
  );
}

/** Checks that look at no step: at the server's own records, or at a document. */
const ofNoStep: ReadonlySet<AttackCheck['check']> = new Set([
  'silent',
  'received',
  'no-secrets',
  'registration-refused',
  'review',
]);

/** The steps whose answers a check looks at. */
function stepsOfCheck(check: AttackCheck): readonly string[] {
  if (ofNoStep.has(check.check)) return [];
  if (check.check === 'same') return [check.step, ...check.as];
  return check.check === 'timing' ? [check.step, check.as] : [check.step];
}
