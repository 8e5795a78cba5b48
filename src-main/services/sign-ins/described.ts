import type { Timers } from '#main/platform/timers.ts';
import type { DescribedSignIn } from '#main/services/flow-player/index.ts';
import type { SignIn, SignInFile } from '#shared/sign-ins/index.ts';
import { ActsPage } from './play/driven-acts.ts';
import { learntActs } from './play/learnt-acts.ts';
import { type PlayResult, playActs } from './play/play-acts.ts';

/** Makes a sign-in that a file describes; `learn` takes the file with the acts optional that a play passed without. */
export function describedSignIn(
  { name, file }: SignIn,
  timers: Timers,
  learn: (file: SignInFile) => void,
): DescribedSignIn {
  return {
    name,
    async play({ page, username, password, oneTimeCode, isAllowed, isOver, signal }) {
      const result = await playActs({
        acts: file.steps,
        page: new ActsPage(page, isOver),
        values: { username, password, code: oneTimeCode },
        isAllowed,
        timers,
        signal,
        ...(file.timeout === undefined ? {} : { actMillis: file.timeout }),
      });
      const learnt = learntActs(file, result);
      if (learnt !== null) learn(learnt);
      return { hasTypedPassword: hasTypedPassword(file, result), stopped: stoppedOf(file, result) };
    },
  };
}

function hasTypedPassword({ steps }: SignInFile, { outcomes }: PlayResult): boolean {
  return steps.some(
    (act, index) =>
      act.type === 'change' && act.value.includes('{{password}}') && outcomes[index] === 'played',
  );
}

function stoppedOf({ steps }: SignInFile, result: PlayResult) {
  if (result.kind === 'done') return null;
  const { act, reason, origin, missing, there } = result;
  return { act: act + 1, of: steps.length, reason, origin, missing, there };
}
