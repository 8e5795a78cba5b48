import type { Runtime } from '../runtime.ts';
import type { SessionAccount } from '../stores/sessions.ts';
import { logoutTopic } from './topic.ts';

/** Beyond this many deliveries that wait, clients are not told: one that never answers must not fill the disk. */
const maxPending = 10_000;

/** A session that ended, and the client that is told. */
export interface LogoutNotice {
  readonly clientId: string;
  readonly username: string;
  readonly sid: string;
}

/**
 * Tells each client that took part in a session, and wants to know, that it ended; the caller commits. Returns the ids
 * of those that are told. OpenID Connect Back-Channel Logout §2.5
 */
export function tellClients(
  { registrations, outbox, logger }: Pick<Runtime, 'registrations' | 'outbox' | 'logger'>,
  accounts: readonly SessionAccount[],
): readonly string[] {
  const told: string[] = [];
  for (const { subject, clients } of accounts) {
    const { username, sid } = subject;
    if (sid === undefined) continue;
    for (const clientId of clients) {
      if (registrations().client(clientId)?.logout.backchannelUri === undefined) continue;
      if (outbox.pending(logoutTopic) >= maxPending) {
        logger.warn('logout.not-kept', { clientId, username });
        continue;
      }
      // Of a subject of its own: a client that does not answer holds up nobody's sign-out but this one.
      outbox.enqueue(logoutTopic, `${clientId}\n${sid}`, { clientId, username, sid } satisfies LogoutNotice);
      told.push(clientId);
    }
  }
  return told;
}
