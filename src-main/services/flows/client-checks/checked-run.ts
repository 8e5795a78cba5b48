import type { Player } from '#main/services/flow-player/index.ts';
import type { FlowRun } from '#shared/api/index.ts';
import type { BrowseStep, ScriptStep } from '#shared/flows/index.ts';

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
  if (step === undefined || step.request.raw !== undefined) return undefined;
  const field = step.request.query.find((one) => one.name === name && !one.isOmitted);
  if (field !== undefined) return run.player.fillNow(field.value) ?? undefined;
  // A pushed or signed request has its parameters elsewhere. RFC 9101 §5
  const isElsewhere = step.request.query.some((one) => one.name === 'request' || one.name === 'request_uri');
  return isElsewhere ? undefined : null;
}
