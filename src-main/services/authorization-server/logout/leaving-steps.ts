import type { Step } from '#main/platform/pipeline.ts';
import { parseScope } from '#shared/oauth/index.ts';
import { browserSecrets } from '../authorize/browser-binding.ts';
import { sessionCookie } from '../authorize/session-cookie.ts';
import { required } from '../token/context.ts';
import { type EndSessionContext, isLeaving } from './context.ts';
import { tellClients } from './tell-clients.ts';

/** Steps that end a session and everything that belongs to it. */
export const leavingSteps: readonly Step<EndSessionContext>[] = [
  {
    id: 'session-ended',
    rule: 'Session is ended on the server and in the browser',
    clause: 'OpenID Connect RP-Initiated Logout §2',
    check: endSessions,
    applies: isLeaving,
  },
  {
    id: 'grants-revoked',
    rule: 'Codes and grants of the session are revoked, except those with offline_access',
    clause: 'OpenID Connect Back-Channel Logout §2.7',
    check: revokeGrants,
    applies: isLeaving,
  },
  {
    id: 'clients-told',
    rule: 'Clients of the session are notified',
    clause: 'OpenID Connect Back-Channel Logout §2.5',
    check: (context) => {
      const told = tellClients(context.runtime, required(context.leaving));
      context.effect +=
        told.length === 0 ? ' No client is notified.' : ` Clients notified: ${told.join(', ')}.`;
    },
    applies: isLeaving,
  },
];

/** Ends the sessions of the accounts that sign out; other accounts of the browser stay signed in. */
function endSessions(context: EndSessionContext): void {
  const { runtime, request, sessionId, accounts, notes } = context;
  const leaving = required(context.leaving);
  for (const { subject } of leaving) {
    const { username, sid } = subject;
    runtime.sessions.end(sessionId, sid);
    runtime.audit.emit('user.signed_out', { username }, notes);
    notes.tags.push(`user:${username}`);
  }
  // The next person at this browser must not find a page that only waits to be allowed.
  runtime.transactions.endSignedIn(browserSecrets(request));
  if (leaving.length === accounts.length) context.headers = sessionCookie('', runtime.issuer(), 0);
  context.effect = `Signed out in this browser: ${namesOf(leaving)}.`;
}

function revokeGrants(context: EndSessionContext): void {
  const { runtime, notes } = context;
  const sids = new Set(required(context.leaving).map(({ subject }) => subject.sid));
  const isOfSession = (sid: string | undefined): boolean => sid !== undefined && sids.has(sid);
  runtime.codes.cancel(({ subject }) => isOfSession(subject.sid));
  let count = 0;
  for (const family of runtime.families.all()) {
    if (family.revoked || !isOfSession(family.sid) || isOffline(family.scope)) continue;
    runtime.families.revoke(family);
    count += 1;
    const { clientId, username, id } = family;
    const reason = 'The user signed out.';
    runtime.audit.emit('token.revoked', { clientId, username, family: id, reason }, notes);
  }
  context.mustCommit = true;
  context.effect += ` Grants revoked: ${count}.`;
}

/** OpenID Connect Core §11 */
function isOffline(scope: string): boolean {
  return parseScope(scope)?.includes('offline_access') === true;
}

function namesOf(accounts: EndSessionContext['accounts']): string {
  return accounts.map(({ subject }) => subject.username).join(', ');
}
