import { systemTimers } from '#main/platform/timers.ts';
import { learntActs, type PlayResult, playActs } from '#main/services/sign-ins/index.ts';
import { PlayFailure } from '../play-failure.ts';
import { ActsPage } from './acts-page.ts';
import type { DrivenPage } from './driven-page.ts';
import type { DescribedSignIn } from './sign-in-ways.ts';
import { type Walk, wasRefused } from './walk.ts';
import { elsewhereMessage, rememberedMessage } from './ways.ts';

type Stopped = Extract<PlayResult, { kind: 'stopped' }>;

/**
 * Plays the acts of the file that describes a sign-in. Those that are left, a consent that is asked for at times say, are
 * up to the caller. Null: all were played; else the sentence that says at which act the play stopped.
 */
export async function playFile(
  walk: Walk,
  page: DrivenPage,
  { username, password }: { readonly username: string; readonly password: string },
  described: DescribedSignIn,
  isOver: () => boolean,
  signal: AbortSignal,
): Promise<string | null> {
  const { name, file, learn } = described;
  if (password !== '' && wasRefused(walk, username, password)) return rememberedMessage(username);
  const result = await playActs({
    acts: file.steps,
    page: new ActsPage(page, isOver),
    values: {
      username,
      password: password === '' ? null : password,
      async code() {
        const code = await walk.ways.oneTimeCode(username);
        if (code === null) throw new PlayFailure(noCode(username));
        walk.secrets.push(code);
        return code;
      },
    },
    isAllowed: (origin) => walk.typing.has(origin),
    timers: systemTimers,
    signal,
    ...(file.timeout === undefined ? {} : { actMillis: file.timeout }),
  });
  const hasTyped = file.steps.some(
    (act, index) =>
      act.type === 'change' && act.value.includes('{{password}}') && result.outcomes[index] === 'played',
  );
  walk.isPasswordSent ||= hasTyped;
  if (result.kind === 'stopped') return stopSentence(walk, name, result, file.steps.length);
  const learnt = learntActs(file, result);
  if (learnt !== null) learn(learnt);
  return null;
}

function noCode(username: string): string {
  return `The sign-in needs a one-time code, and none is known of ${username}. Add the seed of the codes to the user.`;
}

function stopSentence(walk: Walk, name: string, stopped: Stopped, count: number): string {
  const { act, reason, origin, missing, there } = stopped;
  const at = `sign-ins/${name}.json stopped at act ${act + 1} of ${count}`;
  if (reason === 'elsewhere') return `${at}. ${elsewhereMessage(origin ?? '', walk.player.target)}`;
  if (reason === 'no-value')
    return missing === 'totp' ? noCode('the user') : `${at}: the user has no password that can be used.`;
  if (reason === 'cancelled') return 'It was cancelled.';
  const page = there === null ? '' : ` There was “${there.title}” instead: ${seen(there.labels)}.`;
  return reason === 'time' ? `${at}: it took too long.${page}` : `${at}: its element did not come.${page}`;
}

/** A page may have many labels: the first of them say which it is. */
const shownLabels = 8;

function seen(labels: readonly string[]): string {
  const first = labels.slice(0, shownLabels).map((label) => `“${label}”`);
  return first.length === 0 ? 'nothing is written on it' : first.join(', ');
}
