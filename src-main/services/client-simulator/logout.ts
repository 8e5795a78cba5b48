import {
  type CompactJws,
  candidateKeys,
  isSignedByAny,
  readCompactJws,
  typeIn,
} from '#main/platform/compact-jws.ts';
import type { HttpResponse } from '#main/platform/http.ts';
import type { PipelineDefinition } from '#main/platform/pipeline.ts';
import { formValue } from '#shared/oauth/index.ts';
import { type ClientContext, required } from './context.ts';
import { keysOf } from './logout-keys.ts';
import type { LogoutIssuer } from './provider.ts';
import { refuse } from './refusal.ts';
import { checkForm } from './start.ts';

/** The event that makes a JWT a logout token. OpenID Connect Back-Channel Logout §2.4 */
const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';
/** How far the clocks of two servers may be apart. */
const leewaySeconds = 60;
/** Longest life of a logout token that is believed: its id is kept as long. OpenID Connect Back-Channel Logout §2.4 */
const maxLifetimeSeconds = 300;

/** A server tells the application that a user signed out there. */
export interface LogoutContext extends ClientContext {
  logoutIssuer: LogoutIssuer | null;
  jws: CompactJws | null;
}

/** Checks of a logout token. OpenID Connect Back-Channel Logout §2.6 */
export const logoutPipeline: PipelineDefinition<LogoutContext> = {
  id: 'client.logout',
  steps: [
    { id: 'form', rule: 'No parameter is repeated', clause: 'RFC 6749 §3.1', check: checkForm },
    {
      id: 'issuer-known',
      rule: 'Identity provider is configured',
      clause: 'OpenID Connect Back-Channel Logout §2.6',
      check: findIssuer,
    },
    {
      id: 'logout-token-read',
      rule: 'logout_token is a signed JWT',
      clause: 'OpenID Connect Back-Channel Logout §2.5',
      check: readToken,
    },
    {
      id: 'logout-token-signed',
      rule: 'Logout token is signed by the identity provider',
      clause: 'OpenID Connect Back-Channel Logout §2.6',
      check: checkSignature,
    },
    {
      id: 'logout-token-ours',
      rule: 'Logout token is from this identity provider, for this application',
      clause: 'OpenID Connect Back-Channel Logout §2.6',
      check: checkParties,
    },
    {
      id: 'logout-token-kind',
      rule: 'JWT is a logout token, and not an ID token',
      clause: 'OpenID Connect Back-Channel Logout §2.6',
      check: checkKind,
    },
    {
      id: 'logout-token-fresh',
      rule: 'Logout token has not expired and was not used before',
      clause: 'OpenID Connect Back-Channel Logout §2.6',
      check: checkFresh,
    },
    {
      id: 'sessions-ended',
      rule: 'Sessions of the user are ended',
      clause: 'OpenID Connect Back-Channel Logout §2.7',
      check: endSessions,
    },
  ],
  effect: ({ effect }) => effect || 'No session is ended.',
};

/** The answer of the application: nobody may keep it. OpenID Connect Back-Channel Logout §2.8 */
export function handleLogout(): HttpResponse {
  return { status: 200, headers: ['Cache-Control', 'no-store'], body: '' };
}

function findIssuer(context: LogoutContext): void {
  const name = context.request.path.split('/')[3] ?? 'home';
  context.providerName = name;
  context.logoutIssuer = context.ports.logoutIssuers(name);
  if (context.logoutIssuer === null)
    throw refuse('This application does not know the provider, or is not registered there.', { got: name });
}

function readToken(context: LogoutContext): void {
  const text = formValue(context.form, 'logout_token');
  context.jws = text === undefined ? null : readCompactJws(text);
  if (context.jws === null) throw refuse('The logout token is missing or cannot be read.');
}

async function checkSignature({ ports, logoutIssuer, jws }: LogoutContext): Promise<void> {
  const token = required(jws);
  // A secret that everybody can read signs nothing: the keys of the set are public. RFC 8725 §3.1
  const isPublic = /^(?:(?:RS|PS|ES)(?:256|384|512)|EdDSA)$/.test(token.algorithm);
  if (!isPublic) throw refuse('The logout token is not signed with a public key.', { got: token.algorithm });
  const keys = await keysOf(ports, required(logoutIssuer));
  if (!isSignedByAny(token, candidateKeys(token, keys)))
    throw refuse('No key of the provider signed the logout token.');
}

function checkParties({ logoutIssuer, jws }: LogoutContext): void {
  const { issuer, audiences } = required(logoutIssuer);
  const { iss, aud } = required(jws).claims;
  const isForUs = [aud].flat().some((each) => typeof each === 'string' && audiences.includes(each));
  if (iss === issuer && isForUs) return;
  throw refuse('The logout token is from another provider, or for another application.', {
    want: `iss ${issuer}, aud ${audiences.join(' ')}`,
    got: `iss ${String(iss)}, aud ${String(aud)}`,
  });
}

function checkKind({ jws }: LogoutContext): void {
  const { header, claims } = required(jws);
  const type = typeIn(header) ?? 'logout+jwt';
  const { events, nonce, sub, sid } = claims;
  const isEvent =
    typeof events === 'object' && events !== null && typeof Reflect.get(events, logoutEvent) === 'object';
  const namesSomebody = typeof sub === 'string' || typeof sid === 'string';
  if (type === 'logout+jwt' && isEvent && nonce === undefined && namesSomebody) return;
  throw refuse('The JWT is not a logout token.', {
    want: `typ logout+jwt, events ${logoutEvent}, no nonce, sub or sid`,
    got: `typ ${type}, events ${JSON.stringify(events) ?? 'none'}, nonce ${nonce === undefined ? 'none' : 'present'}`,
  });
}

function checkFresh({ jws, sessions, nowMillis }: LogoutContext): void {
  const { iat, exp, jti } = required(jws).claims;
  const now = nowMillis / 1_000;
  const isInTime =
    typeof iat === 'number' &&
    typeof exp === 'number' &&
    iat <= now + leewaySeconds &&
    now < exp + leewaySeconds &&
    exp - iat <= maxLifetimeSeconds;
  if (!isInTime)
    throw refuse('The logout token has expired, or has no time.', {
      got: `iat ${String(iat)}, exp ${String(exp)}`,
    });
  if (typeof jti !== 'string' || !sessions.useOnce(jti, (exp + leewaySeconds) * 1_000, nowMillis))
    throw refuse('The logout token was used before, or has no jti.', { got: String(jti) });
}

function endSessions(context: LogoutContext): void {
  const { sub, sid } = required(context.jws).claims;
  const ended = context.sessions.endSignedIn(
    ({ provider, name, sid: own }) =>
      provider === context.providerName && (typeof sid === 'string' ? own === sid : name === sub),
  );
  if (typeof sub === 'string') context.notes.tags.push(`user:${sub}`);
  context.effect = `Sessions ended: ${ended}.`;
}
