import { type CallbackSeen, PlayFailure, repeatedParameters } from '#main/services/flow-player/index.ts';
import type { BrowseStep, ScriptStep } from '#shared/flows/index.ts';
import type { Run } from './run.ts';

/** RFC 6749 §3.1: of a parameter that stands twice nobody can say which one counts. @throws PlayFailure */
export function checkOnce(callback: CallbackSeen): void {
  const names = repeatedParameters(callback);
  if (names.length > 0) throw new PlayFailure(ambiguous(names));
}

/** Returns the client's refusal of an answer in which parameters stand twice. */
export function ambiguous(names: readonly string[]): string {
  return `The client refuses the answer: ${names.join(', ')} came more than once.`;
}

/** RFC 6749 §10.12: an answer whose state is not the one that was sent is somebody else's. @throws PlayFailure */
export function checkState(run: Run, step: BrowseStep, parameters: ReadonlyMap<string, string>): void {
  const name = `${step.prefix}state`;
  const state = run.player.values.get(name);
  if (state === undefined || !step.isStateChecked) return;
  const isSent =
    step.request.query.some((field) => field.name === 'state' && !field.isOmitted) ||
    step.request.raw !== undefined;
  const came = parameters.get('state') ?? '';
  if (came === state.value) return run.player.set(name, { ...state, state: 'matches', tone: 'ok' });
  if (!isSent && came === '') return run.player.set(name, { ...state, state: 'not sent', tone: 'warn' });
  run.player.set(name, { ...state, state: 'differs', tone: 'danger' });
  throw new PlayFailure(
    came === ''
      ? 'The client refuses the answer: it came without the state that was sent.'
      : `The client refuses the answer: its state “${came.slice(0, 80)}” is not the one that was sent.`,
  );
}

/** A code is worth nothing after its exchange, whatever came of it. Design §7.12 */
export function markUsed(run: Run, step: ScriptStep): void {
  if (step.act !== 'send' || step.request.body.kind !== 'form') return;
  for (const name of ['code', 'b.code'])
    if (step.request.body.fields.some(({ value, isOmitted }) => !isOmitted && value === `{{${name}}}`)) {
      const code = run.player.values.get(name);
      if (code !== undefined)
        run.player.set(name, { ...code, state: 'used up', tone: 'muted', expiresAtMillis: null });
    }
}
