import type { Player } from '#main/services/flow-player/index.ts';
import type { FlowRun } from '#shared/api/index.ts';
import { asksFor, authorizationParameter, type BrowseStep, type ScriptStep } from '#shared/flows/index.ts';

/** The parts of a run that the client's checks read. */
export interface CheckedRun {
  readonly player: Player;
  readonly steps: readonly ScriptStep[];
  readonly plan: { readonly browser: FlowRun['browser'] };
}

/** The step whose answer gives the values of a prefix in the front channel; undefined: there is none. */
export function browseOf({ steps }: CheckedRun, prefix: string): BrowseStep | undefined {
  return steps.find((step): step is BrowseStep => step.act === 'browse' && step.prefix === prefix);
}

/** A parameter of an authorization request as it is sent; null: it is not sent; undefined: it cannot be told. */
export function requestParameter(
  run: CheckedRun,
  step: BrowseStep | undefined,
  name: string,
): string | null | undefined {
  const template = step === undefined ? undefined : authorizationParameter(run.steps, step, name);
  return template == null ? template : (run.player.fillNow(template) ?? undefined);
}

/** True if an authorization request carries a state, or that cannot be told. */
export function isStateSent(steps: readonly ScriptStep[], step: BrowseStep): boolean {
  return authorizationParameter(steps, step, 'state') !== null;
}

/** A response type of other words than the known ones promises nothing. OAuth 2.0 Multiple Response Types §4 */
export function asksForNothing(steps: readonly ScriptStep[], step: BrowseStep): boolean {
  const type = authorizationParameter(steps, step, 'response_type');
  return type != null && !asksFor(type, 'code', 'token', 'id_token');
}
