import { createHash } from 'node:crypto';
import type { PlayTarget } from '../target.ts';
import type { SignInMemory, SignInWays } from './sign-in-ways.ts';

/** Makes the memory of an engine; passwords are kept as hashes. */
export function createSignInMemory(): SignInMemory {
  const targets = new Set<string>();
  const refused = new Set<string>();
  const keyOf = (...parts: readonly string[]) =>
    createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
  return {
    needsBrowser: (target) => targets.has(target),
    noteBrowser: (target) => void targets.add(target),
    isRefused: (...parts) => refused.has(keyOf(...parts)),
    noteRefused: (...parts) => void refused.add(keyOf(...parts)),
    noteAccepted: (...parts) => void refused.delete(keyOf(...parts)),
  };
}

/** A memory for plays that attack: a password that once worked is refused there for what they did, and is tried again. */
export function forgivingMemory(memory: SignInMemory): SignInMemory {
  const accepted = new Set<string>();
  const keyOf = (target: string, username: string) => `${target}\n${username}`;
  return {
    ...memory,
    async noteRefused(target, username, password) {
      if (!accepted.has(keyOf(target, username))) await memory.noteRefused(target, username, password);
    },
    noteAccepted(target, username, password) {
      accepted.add(keyOf(target, username));
      memory.noteAccepted(target, username, password);
    },
  };
}

const nothing: SignInMemory = {
  needsBrowser: () => false,
  noteBrowser: () => undefined,
  isRefused: () => false,
  noteRefused: () => undefined,
  noteAccepted: () => undefined,
};

/** How people sign in at servers of our own: their pages are forms, and the workspace knows their passwords. */
const plainForms: SignInWays = {
  with: 'forms',
  origins: [],
  browsers: null,
  memory: nothing,
  sessions: null,
  acts: null,
  oneTimeCode: () => null,
};

/** How people are signed in at a target. */
export function signInWaysOf({ signIn }: PlayTarget): SignInWays {
  return signIn ?? plainForms;
}

/** The name under which a target is remembered. */
export function memoryKeyOf({
  name,
  endpoints,
}: Pick<PlayTarget, 'name'> & { readonly endpoints: Pick<PlayTarget['endpoints'], 'issuer'> }): string {
  return `${name ?? ''} ${endpoints.issuer}`;
}

/** Origins of documents in which user names, passwords and codes may be typed. */
export function typingOrigins(target: PlayTarget): ReadonlySet<string> {
  const { issuer, authorization } = target.endpoints;
  const addresses = [issuer, authorization ?? issuer, ...signInWaysOf(target).origins];
  return new Set(addresses.flatMap((url) => (URL.canParse(url) ? [new URL(url).origin] : [])));
}

/** The sentence about a page at which nothing is typed. */
export function elsewhereMessage(origin: string, { name }: PlayTarget): string {
  const file = name === null ? 'the server’s file' : `targets/${name}.json`;
  return `A page of ${origin} asks for credentials. Gatehouse did not enter any. If the page belongs to the sign-in, add "${origin}" to sign_in.origins in ${file}.`;
}

/** The sentence about a password that is not sent again. */
export function rememberedMessage(username: string): string {
  return `The server rejected the password of ${username} earlier. Gatehouse does not send it again until you change it.`;
}
