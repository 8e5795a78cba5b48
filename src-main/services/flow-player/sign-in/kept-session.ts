import type { BrowseStep } from '#shared/flows/index.ts';
import type { Player } from '../player.ts';
import { signInWaysOf } from './ways.ts';

/** Only a walk to the client goes by a session: steps that stop at a page are about that page. */
function isToClient({ until }: BrowseStep): boolean {
  return until === undefined || until === 'callback';
}

/** Gives a browser that has no cookies yet those of the session that its user was left with. @throws flow.value-missing */
export async function resumeSession(player: Player, step: BrowseStep): Promise<void> {
  const { sessions } = signInWaysOf(player.target);
  const jar = player.jar(step.browser);
  if (sessions === null || !isToClient(step) || jar.all().length > 0) return;
  jar.replaceBy(await sessions.cookiesOf(await player.fill(step.username)));
}

/** Keeps the session with which a browser has come back to the client, in place of the one before. */
export async function keepSession(player: Player, step: BrowseStep): Promise<void> {
  const { sessions } = signInWaysOf(player.target);
  if (sessions === null || !isToClient(step)) return;
  sessions.keep(await player.fill(step.username), player.jar(step.browser).all());
}
