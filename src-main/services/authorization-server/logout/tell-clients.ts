import type { Runtime } from '../runtime.ts';
import type { SessionAccount } from '../stores/sessions.ts';
import { logoutTopic } from './topic.ts';

/** Limit of waiting deliveries: a client that never responds must not fill the disk. */
const maxPending = 10_000;

/** A session that ended, and the client that is told. */
export interface LogoutNotice {
  readonly clientId: string;
  readonly username: string;
  readonly sid: string;
}

/**
 * Queues a logout token for each client of a session that takes them; the caller commits. Returns the ids of these
 * clients. OpenID Connect Back-Channel Logout §2.5
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
      // Each has a subject of its own, so that a client that does not respond delays no other delivery.
      outbox.enqueue(logoutTopic, `${clientId}\n${sid}`, { clientId, username, sid } satisfies LogoutNotice);
      told.push(clientId);
    }
  }
  return told;
}
