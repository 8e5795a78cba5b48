import { timingSafeEqual } from 'node:crypto';
import type { Step } from '#main/platform/pipeline.ts';
import { OAuthError } from '../errors.ts';
import { createThrottle, type Throttle } from '../stores/throttle.ts';
import { required } from '../token/context.ts';
import { tokenHash } from '../token-factory.ts';
import { needsInitialToken, type RegistrationContext } from './context.ts';

/** Checks of who may register a client, how often, and how many there may be. RFC 7591 §3 and §5 */
export const admissionSteps: readonly Step<RegistrationContext>[] = [
  {
    id: 'registration-rate',
    rule: 'Registrations of the address are within the rate',
    clause: 'RFC 7591 §5',
    check: checkRate,
  },
  {
    id: 'initial-token-valid',
    rule: 'Initial access token is valid',
    clause: 'RFC 7591 §3',
    check: checkInitialToken,
    applies: needsInitialToken,
  },
  {
    id: 'registrations-bounded',
    rule: 'Number of registrations is within the limit',
    clause: 'RFC 7591 §5',
    check: checkBound,
  },
];

/** Checks of who may manage a registration. RFC 7592 §2 */
export const holderSteps: readonly Step<RegistrationContext>[] = [
  {
    id: 'registration-token-valid',
    rule: 'Registration access token belongs to this client',
    clause: 'RFC 7592 §2',
    check: checkRegistrationToken,
  },
  {
    id: 'registration-enabled',
    rule: 'Registration is not disabled',
    clause: 'RFC 7592 §2',
    check: checkEnabled,
  },
];

/** @throws OAuthError invalid_token */
function checkInitialToken(context: RegistrationContext): void {
  const { bearer, runtime, nowMillis } = context;
  if (bearer === null) throw new OAuthError('invalid_token', { detail: 'No initial access token was sent.' });
  const found = runtime.initialTokens.find(bearer, nowMillis);
  if (found === null)
    throw new OAuthError('invalid_token', {
      description: 'The initial access token is invalid, expired or used up.',
    });
  context.initialToken = found;
}

/** The throttle for the rate in force: another rate begins to count anew. */
function throttleOf({ runtime, policy }: RegistrationContext): Throttle {
  const { dynamicClients } = runtime;
  if (dynamicClients.rate?.perMinute !== policy.perMinute)
    dynamicClients.rate = {
      perMinute: policy.perMinute,
      throttle: createThrottle({ attempts: policy.perMinute, windowSeconds: 60 }),
    };
  return dynamicClients.rate.throttle;
}

/** Requests count, whatever becomes of them: guesses at tokens too. @throws OAuthError temporarily_unavailable, with 429 */
function checkRate(context: RegistrationContext): void {
  const { request, nowMillis } = context;
  const throttle = throttleOf(context);
  const seconds = throttle.waitSeconds(request.remoteAddress, nowMillis);
  if (seconds > 0) throw tooMany('Too many registrations from this address.', seconds);
  throttle.count(request.remoteAddress, nowMillis);
}

const retrySeconds = 3_600;

/** @throws OAuthError temporarily_unavailable, with 429 */
function checkBound({ runtime, policy, nowMillis }: RegistrationContext): void {
  const { length } = runtime.dynamicClients.all(nowMillis);
  if (length >= policy.maxRegistrations)
    throw tooMany(`The server has ${length} registrations, as many as it allows.`, retrySeconds);
}

function tooMany(description: string, retryAfterSeconds: number): OAuthError {
  return new OAuthError('temporarily_unavailable', { description, status: 429, retryAfterSeconds });
}

/** An unknown client and a wrong token are told alike: nobody learns which clients there are. @throws OAuthError invalid_token */
function checkRegistrationToken(context: RegistrationContext): void {
  const { bearer, named, runtime, nowMillis } = context;
  const found = named === null ? null : runtime.dynamicClients.find(named, nowMillis);
  const isHolder = bearer !== null && isSame(tokenHash(bearer), found?.tokenHash ?? '');
  if (found === null || !isHolder)
    throw new OAuthError('invalid_token', {
      description: 'The registration access token is not valid for this client.',
      detail:
        bearer === null
          ? 'No registration access token was sent.'
          : found === null
            ? 'The server has no such registration.'
            : 'The token is not the current one of this client.',
      ...(named === null ? {} : { got: named }),
    });
  context.registration = found;
  context.notes.tags.push(`client:${found.clientId}`);
}

function isSame(given: string, kept: string): boolean {
  return given.length === kept.length && timingSafeEqual(Buffer.from(given), Buffer.from(kept));
}

/** @throws OAuthError invalid_token */
function checkEnabled({ registration }: RegistrationContext): void {
  if (!required(registration).isDisabled) return;
  throw new OAuthError('invalid_token', {
    description: 'The registration access token is not valid for this client.',
    detail: 'An administrator disabled the client.',
  });
}
