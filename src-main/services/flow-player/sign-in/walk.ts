import type { BrowseStep } from '#shared/flows/index.ts';
import type { BrowseHooks } from '../browse-end.ts';
import type { Player } from '../player.ts';
import type { SignInWays } from './sign-in-ways.ts';
import { memoryKeyOf, signInWaysOf, typingOrigins } from './ways.ts';

/** A walk through the front channel: who walks, and where it has been. */
export interface Walk {
  readonly player: Player;
  readonly step: BrowseStep;
  readonly hooks: BrowseHooks;
  readonly ways: SignInWays;
  /** Origins of documents in which something may be typed. */
  readonly typing: ReadonlySet<string>;
  /** Origin of the first request. */
  readonly home: string;
  /** Redirect URIs of the request as it was sent, and of the client. */
  readonly redirectUris: readonly string[];
  readonly visited: Set<string>;
  /** The password was sent: it never is a second time. */
  isPasswordSent: boolean;
  /** Values that were typed and stand in no record in clear. */
  readonly secrets: string[];
}

/** Begins a walk at the address of a request as it leaves. */
export async function beginWalk(
  player: Player,
  step: BrowseStep,
  hooks: BrowseHooks,
  { origin, target, body }: { readonly origin: string; readonly target: string; readonly body: string },
): Promise<Walk> {
  const home = new URL(origin).origin;
  const sent = [target.slice(target.indexOf('?') + 1), body].flatMap((text) =>
    new URLSearchParams(text).getAll('redirect_uri'),
  );
  const named = await namedRedirectUri(player, step);
  const client = player.client();
  const own = [client?.redirectUri ?? '', ...(client?.redirectUris ?? [])];
  return {
    player,
    step,
    hooks,
    ways: signInWaysOf(player.target),
    typing: typingOrigins(player.target),
    home,
    redirectUris: [...new Set([named, ...sent, ...own])].filter((uri) => uri !== ''),
    visited: new Set([home]),
    isPasswordSent: false,
    secrets: [],
  };
}

/** The redirect URI as the request really names it: a case may have changed it. */
async function namedRedirectUri(player: Player, { request }: BrowseStep): Promise<string> {
  const field = request.query.find(({ name, isOmitted }) => name === 'redirect_uri' && !isOmitted);
  if (field === undefined) return '';
  try {
    return await player.fill(field.value);
  } catch {
    return '';
  }
}

/** The user name and the password of a step. @throws flow.value-missing */
export async function personOf({ player, step }: Walk): Promise<{ username: string; password: string }> {
  return { username: await player.fill(step.username), password: await player.fill(step.password) };
}

/** True of the password that the file of the server names, which must not lock the user out by being tried again. */
function isOwn({ player: { target } }: Walk, username: string, password: string): boolean {
  return password !== '' && target.password(username) === password;
}

/** True of a password that the server refused before. */
export async function wasRefused(walk: Walk, username: string, password: string): Promise<boolean> {
  const { target } = walk.player;
  return (
    isOwn(walk, username, password) && walk.ways.memory.isRefused(memoryKeyOf(target), username, password)
  );
}

/** Remembers how the server took the password that this walk has sent. */
export async function notePassword(walk: Walk, how: 'accepted' | 'refused'): Promise<void> {
  if (!walk.isPasswordSent) return;
  const { username, password } = await personOf(walk);
  if (!isOwn(walk, username, password)) return;
  const key = memoryKeyOf(walk.player.target);
  if (how === 'refused') await walk.ways.memory.noteRefused(key, username, password);
  else walk.ways.memory.noteAccepted(key, username, password);
}
