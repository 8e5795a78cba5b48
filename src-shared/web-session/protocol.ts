/** Begins the name of whatever belongs to this application alone: no gateway passes it on. */
export const ownPrefix = 'gatehouse_';
/** Begins the token of a session. */
export const sessionPrefix = `${ownPrefix}session_`;
/** Where a page in a browser opens its socket to the engine. */
export const socketPath = '/rpc/socket';
/** Largest first message of a socket, in bytes: it proves the session and carries nothing else. */
export const maxProofBytes = 1_024;
/** The host's answer to a first message that proves a session. */
export const provenMessage = '{"proven":true}';
/** Why the host closes a socket: nothing proved a session, or the session has ended. RFC 6455 §7.4.2 */
export const refusedCloseCode = 4_401;

/** The paths of the host's own calls, all by POST with JSON; all but the first carry the session as a bearer. */
export const sessionPaths = {
  begin: '/session',
  list: '/session/list',
  end: '/session/end',
  link: '/session/link',
} as const;

/** The start token in what a person pastes: the whole link, or the token alone; null where there is none. */
export function startTokenOf(text: string): string | null {
  const trimmed = text.trim();
  const inLink = /[#&]token=([\w-]{43})(?:$|&)/.exec(trimmed.slice(-200))?.[1];
  return inLink ?? (/^[\w-]{43}$/.test(trimmed) ? trimmed : null);
}
