import type { OutboxMessage } from '#main/services/outbox/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { formatForm } from '#shared/oauth/index.ts';
import { call } from '../outgoing-call.ts';
import type { Runtime } from '../runtime.ts';
import { issueLogoutToken } from './logout-token.ts';
import type { LogoutNotice } from './tell-clients.ts';

const timeoutMillis = 5_000;
const maxResponseBytes = 65_536;
/** With the pauses of the outbox, these take about an hour: an older sign-out is of no use to a client. */
const maxAttempts = 60;

/**
 * Posts a logout token to a client. Each attempt has a token of its own: the former one may have ended, and a client
 * that took it refuses it the second time. OpenID Connect Back-Channel Logout §2.5
 * @throws Error where it has to be tried again
 */
export async function deliverLogout(runtime: Runtime, { payload, attempts }: OutboxMessage): Promise<void> {
  const notice = payload as LogoutNotice;
  const { clientId, username } = notice;
  const client = runtime.registrations().client(clientId);
  const uri = client?.logout.backchannelUri;
  // The client has been changed since and no longer takes logout tokens.
  if (client === undefined || uri === undefined) return;
  const giveUp = (reason: string): void => {
    runtime.logger.warn('logout.failed', { clientId, reason });
    runtime.audit.emit('logout.failed', { clientId, username, reason });
  };
  try {
    const token = await issueLogoutToken(runtime, client, notice);
    const status = await post(runtime, uri, token, [`client:${clientId}`, `user:${username}`]);
    // The client validated the token and would reject the next one too. OpenID Connect Back-Channel Logout §2.8
    if (status === 400) giveUp('The client rejected the logout token.');
    else if (status < 200 || status > 299) throw refused(status);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    // A restricted workspace stays restricted: trying again is pointless.
    const isForbidden = error instanceof GatehouseError && error.code === 'workspace.restricted';
    if (!isForbidden && attempts + 1 < maxAttempts) throw error;
    giveUp(reason);
  }
}

/** A redirect is not followed: it could lead anywhere. */
async function post(runtime: Runtime, url: string, token: string, tags: readonly string[]): Promise<number> {
  const { status } = await call(runtime, {
    method: 'POST',
    url,
    headers: ['Content-Type', 'application/x-www-form-urlencoded'],
    body: formatForm([['logout_token', token]]),
    timeoutMillis,
    maxBytes: maxResponseBytes,
    tags,
  });
  return status;
}

function refused(status: number): Error {
  return new Error(`The back-channel logout URI of the client returned ${status}.`);
}
