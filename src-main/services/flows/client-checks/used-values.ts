import { type CallbackSeen, PlayFailure, repeatedParameters } from '#main/services/flow-player/index.ts';
import type { ScriptStep } from '#shared/flows/index.ts';
import type { CheckedRun } from './checked-run.ts';

/** RFC 6749 §3.1: if a parameter occurs twice, nobody can say which one counts. @throws PlayFailure */
export function checkOnce(callback: CallbackSeen): void {
  const names = repeatedParameters(callback);
  if (names.length > 0) throw new PlayFailure(ambiguous(names));
}

/** Returns the client's refusal of an answer with repeated parameters. */
export function ambiguous(names: readonly string[]): string {
  return `The client rejects the response: ${names.join(', ')} ${names.length === 1 ? 'occurs' : 'occur'} more than once.`;
}

/** A code is worth nothing after its exchange, whatever came of it. Design §7.12 */
export function markUsed(run: CheckedRun, step: ScriptStep): void {
  if (step.act !== 'send' || step.request.body.kind !== 'form') return;
  for (const name of ['code', 'b.code'])
    if (step.request.body.fields.some(({ value, isOmitted }) => !isOmitted && value === `{{${name}}}`)) {
      const code = run.player.values.get(name);
      if (code !== undefined)
        run.player.set(name, { ...code, state: 'used up', tone: 'muted', expiresAtMillis: null });
    }
}
