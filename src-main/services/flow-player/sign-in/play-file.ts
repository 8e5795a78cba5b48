import type { BrowseEnd } from '../browse-end.ts';
import { PlayFailure } from '../play-failure.ts';
import type { DrivenPage } from './driven-page.ts';
import type { ActsStopped, DescribedSignIn } from './sign-in-ways.ts';
import { type Walk, wasRefused } from './walk.ts';
import { elsewhereMessage, rememberedMessage } from './ways.ts';

/** A page may have many labels: the first of them say which it is. */
const shownLabels = 8;

/** The end of a sign-in at an act of its file, or before the first. */
type FileEnd = Extract<BrowseEnd, { readonly end: 'failure' }>;

/** A page in front of which a user is signed in. */
interface InFront {
  readonly page: DrivenPage;
  readonly username: string;
  readonly password: string;
  /** True once the browser has come to the redirect URI. */
  readonly isOver: () => boolean;
  readonly signal: AbortSignal;
}

/**
 * Plays the acts of the file that describes a sign-in. Those that are left, a consent that is asked for at times say, are
 * up to the caller. Null: all were played; else how it ended, with the act at which it stopped.
 */
export async function playFile(
  walk: Walk,
  { name, play }: DescribedSignIn,
  { page, username, password, isOver, signal }: InFront,
): Promise<FileEnd | null> {
  if (password !== '' && (await wasRefused(walk, username, password)))
    return { end: 'failure', message: rememberedMessage(username) };
  const { hasTypedPassword, stopped } = await play({
    page,
    username,
    password: password === '' ? null : password,
    async oneTimeCode() {
      const code = await walk.ways.oneTimeCode(username);
      if (code === null) throw new PlayFailure(noCode(username));
      walk.secrets.push(code);
      return code;
    },
    isAllowed: (origin) => walk.typing.has(origin),
    isOver,
    signal,
  });
  walk.isPasswordSent ||= hasTypedPassword;
  if (stopped === null) return null;
  return { end: 'failure', message: stopSentence(walk, name, username, stopped), act: stopped.act };
}

function noCode(username: string): string {
  return `The sign-in needs a one-time code, but ${username} has no TOTP secret. Add the secret to the user.`;
}

function stopSentence(walk: Walk, name: string, username: string, stopped: ActsStopped): string {
  const { act, of, reason, origin, missing, there } = stopped;
  const at = `sign-ins/${name}.json stopped at act ${act} of ${of}`;
  const page = there === null ? '' : ` The page was “${there.title}” with ${seen(there.labels)}.`;
  switch (reason) {
    case 'elsewhere':
      return `${at}. ${elsewhereMessage(origin ?? '', walk.player.target)}`;
    case 'no-value':
      return missing === 'totp' ? noCode(username) : `${at}: ${username} has no usable password.`;
    case 'cancelled':
      return 'The run was cancelled.';
    case 'time':
      return `${at}: timeout.${page}`;
    case 'not-found':
      return `${at}: the element was not found.${page}`;
  }
}

function seen(labels: readonly string[]): string {
  const first = labels.slice(0, shownLabels).map((label) => `“${label}”`);
  return first.length === 0 ? 'no text' : first.join(', ');
}
