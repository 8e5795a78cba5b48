import type { SignInFile } from '#shared/sign-ins/index.ts';
import { typesValue } from './locate.ts';
import type { PlayResult } from './play-acts.ts';

/**
 * The sign-in with each act optional that a play passed without; null: there is nothing to learn. A play that typed
 * nothing, for somebody was signed in already, says nothing about the acts.
 */
export function learntActs(file: SignInFile, result: PlayResult): SignInFile | null {
  if (result.kind !== 'done' || result.passedWithout.length === 0) return null;
  const hasTyped = file.steps.some((act, index) => typesValue(act) && result.outcomes[index] === 'played');
  if (!hasTyped) return null;
  const without = new Set(result.passedWithout);
  return {
    ...file,
    steps: file.steps.map((act, index) => (without.has(index) ? { ...act, optional: true } : act)),
  };
}
