import type { CallbackSeen } from '#main/services/flow-player/index.ts';
import { type BrowseStep, usualMode } from '#shared/flows/index.ts';
import type { callbackChecks } from '../pure/client-checks/index.ts';
import { type CheckedRun, isStateSent, requestParameter } from './checked-run.ts';

type Seen = Parameters<(typeof callbackChecks)[number]['run']>[0];

/** An authorization response beside its request. */
export function callbackSeen(
  run: CheckedRun,
  step: BrowseStep,
  callback: CallbackSeen,
  parameters: ReadonlyMap<string, string>,
): Seen {
  const { target, values } = run.player;
  return {
    parameters,
    state: step.isStateChecked ? values.get(`${step.prefix}state`)?.value : undefined,
    isStateSent: isStateSent(run.steps, step),
    issuer: target.endpoints.issuer,
    isIssuerNamed: target.namesIssuer,
    wantedMode: wantedMode(run, step),
    mode: run.plan.browser === 'unattended' ? modeOf(callback) : null,
  };
}

/** The mode that was asked for, else that of the response type. OAuth 2.0 Multiple Response Types §2.1 */
function wantedMode(run: CheckedRun, step: BrowseStep): string | null {
  const mode = requestParameter(run, step, 'response_mode');
  if (mode === undefined) return null;
  if (mode !== null) return ['query', 'fragment', 'form_post'].includes(mode) ? mode : null;
  const type = requestParameter(run, step, 'response_type');
  return type == null ? null : usualMode(type);
}

function modeOf({ url, form }: CallbackSeen): string {
  if (form !== null) return 'form_post';
  return url.includes('#') ? 'fragment' : 'query';
}
