import { hash } from 'node:crypto';
import { candidateKeys, isSignedByAny, readCompactJws, typeIn } from '#main/platform/compact-jws.ts';
import {
  formValue,
  idJagTyp,
  jwtBearerGrantType,
  jwtGrantTyp,
  methodOfAlgorithm,
  tokenPath,
} from '#shared/oauth/index.ts';
import { type JwtIssuer, readsStrictly } from '#shared/workspace/index.ts';
import { invalidRequest } from '../errors.ts';
import { keysOf } from '../keys/client-keys.ts';
import type { ClientKeySet } from '../stores/client-key-store.ts';
import { replayFault, textOf, timeFault } from '../token/assertion-checks.ts';
import { isJag, isPlainGrant, type JwtGrant, required, type TokenContext } from '../token/context.ts';
import { beginFamily, decideAudience, decideScope, type Issuance, issueStep } from '../token/issue.ts';
import type { Grant } from './grant.ts';
import { decideJagScope, jagAudience, jagSteps } from './id-jag-redemption.ts';
import { claimsOf, refuseJwtGrant } from './jwt-grant.ts';
import { findJwtSubject } from './jwt-subject.ts';

/** A client exchanges a JWT from a trusted issuer for an access token, without a refresh token. RFC 7523 §2.1 */
export const jwtBearerGrant: Grant = {
  usesUp: true,
  steps: [
    { id: 'jwt-grant-given', rule: 'Assertion is present', clause: 'RFC 7523 §2.1', check: checkGiven },
    { id: 'jwt-grant-read', rule: 'Assertion is a signed JWT', clause: 'RFC 7523 §3 (9)', check: read },
    {
      id: 'jwt-grant-issuer',
      rule: 'Issuer is trusted',
      clause: 'RFC 7523 §3 (1)',
      check: findIssuer,
      describe: (context) => `Issuer is trusted: ${issuerOf(context).name}`,
    },
    {
      id: 'jwt-grant-type',
      rule: 'typ is that of an authorization grant',
      clause: 'RFC 8725 §3.11',
      check: checkType,
      describe: typeInWords,
    },
    {
      id: 'jwt-grant-algorithm',
      rule: 'Algorithm is one of the issuer',
      clause: 'RFC 8725 §3.1',
      check: checkAlgorithm,
      describe: (context) => `Algorithm is one of the issuer: ${grantOf(context).jws.algorithm}`,
    },
    {
      id: 'jwt-grant-signature',
      rule: 'Issuer signed the assertion',
      clause: 'RFC 7523 §3 (9)',
      check: checkSignature,
    },
    {
      id: 'jwt-grant-audience',
      rule: 'Assertion is for this server',
      clause: 'RFC 7523 §3 (3)',
      check: checkAudience,
      applies: isPlainGrant,
      isUnlisted: true,
    },
    {
      id: 'jwt-grant-time',
      rule: 'Assertion is valid at this time',
      clause: 'RFC 7523 §3 (4)',
      check: checkTime,
    },
    ...jagSteps,
    {
      id: 'jwt-grant-subject',
      rule: 'Subject is present and known',
      clause: 'RFC 7523 §3 (2)',
      check: findJwtSubject,
      describe: ({ subject }) => `Subject is present and known: ${subject?.username ?? ''}`,
    },
    {
      id: 'jwt-grant-not-replayed',
      rule: 'Assertion has not been used',
      clause: 'RFC 7523 §3 (7)',
      check: useOnce,
      describe: (context) =>
        mayReuse(context) ? 'ID-JAGs may be used again, by the settings' : 'Assertion has not been used',
    },
    {
      id: 'scope-within-registration',
      rule: 'Scope is within the registration',
      clause: 'RFC 6749 §3.3',
      check: (context) =>
        isJag(context)
          ? decideJagScope(context)
          : decideScope(context, required(context.client).scopes, 'said'),
      describe: ({ scope }) =>
        scope === '' ? 'No scope is requested' : `Scope is within the registration: ${scope}`,
    },
    issueStep('RFC 7523 §2.1', decide),
  ],
};

function grantOf({ jwtGrant }: TokenContext): JwtGrant {
  return required(jwtGrant);
}

function issuerOf(context: TokenContext): JwtIssuer {
  return required(grantOf(context).issuer);
}

function checkGiven({ form }: TokenContext): void {
  if (formValue(form, 'assertion') === undefined) throw invalidRequest('assertion parameter is required');
}

function read(context: TokenContext): void {
  const jws = readCompactJws(formValue(context.form, 'assertion') ?? '');
  if (jws === null) throw refuseJwtGrant({ detail: 'The assertion is not a signed JWT.' });
  context.jwtGrant = { jws, issuer: null };
}

function findIssuer(context: TokenContext): void {
  const { iss } = claimsOf(context);
  const issuer = context.runtime
    .registrations()
    .jwtIssuers()
    .find((each) => each.issuer === iss);
  if (issuer === undefined)
    throw refuseJwtGrant({ detail: 'No file of a JWT issuer names iss.', got: textOf(iss) });
  if (issuer.profile === 'id-jag' && !context.settings.idJag)
    throw refuseJwtGrant({ detail: 'ID-JAGs are off in the settings of the server.', got: issuer.name });
  grantOf(context).issuer = issuer;
}

/** A JWT of another kind is none, such as an ID token of the same issuer. RFC 10070, RFC 8725 §3.11 */
function checkType(context: TokenContext): void {
  const type = typeIn(grantOf(context).jws.header);
  const want = isJag(context) ? idJagTyp : jwtGrantTyp;
  if (type === want) return;
  const isPlainType = type === null || (type === 'jwt' && !readsStrictly(context.settings.profile));
  if (isPlainType && isPlainGrant(context)) return;
  throw refuseJwtGrant({ detail: 'typ is that of another kind of JWT.', want, got: type ?? 'none' });
}

function typeInWords({ jwtGrant }: TokenContext): string {
  const type = typeIn(required(jwtGrant).jws.header);
  if (type === null) return `typ is absent. RFC 10070 recommends ${jwtGrantTyp}.`;
  return type === 'jwt'
    ? `typ is JWT. RFC 10070 recommends ${jwtGrantTyp}.`
    : 'typ is that of an authorization grant';
}

/** Only algorithms with a public key count: an issuer shares no secret with the server. RFC 8725 §3.1 */
function checkAlgorithm(context: TokenContext): void {
  const { algorithm } = grantOf(context).jws;
  const { algorithms } = issuerOf(context);
  const isKnown = methodOfAlgorithm(algorithm) === 'private_key_jwt';
  if (isKnown && algorithms?.includes(algorithm) !== false) return;
  throw refuseJwtGrant({
    detail: 'The issuer does not sign with this algorithm.',
    want: algorithms?.join(' ') ?? 'an algorithm with a public key',
    got: algorithm || 'none',
  });
}

function checkSignature(context: TokenContext): void | Promise<void> {
  const { jws } = grantOf(context);
  const { keys, name } = issuerOf(context);
  const found = keysOf(
    context.runtime,
    { keys, name: 'issuer', tag: `jwt-issuer:${name}` },
    context.nowMillis,
    (known) => candidateKeys(jws, known).length > 0,
  );
  return found instanceof Promise ? found.then((set) => checkKeys(context, set)) : checkKeys(context, found);
}

function checkKeys(context: TokenContext, found: ClientKeySet): void {
  const { jws } = grantOf(context);
  if ('fault' in found) throw refuseJwtGrant({ detail: found.fault });
  const candidates = candidateKeys(jws, found.keys);
  if (candidates.length === 0)
    throw refuseJwtGrant({
      detail: 'No key of the issuer has the kid of the assertion.',
      want: found.keys.map(({ kid }) => textOf(kid)).join(' '),
      got: textOf(jws.header['kid']),
    });
  if (!isSignedByAny(jws, candidates))
    throw refuseJwtGrant({ detail: 'No key of the issuer made the signature.' });
}

/** The issuer, or the token endpoint, which RFC 10070 still allows for grants. RFC 7523 §3 (3) */
function checkAudience(context: TokenContext): void {
  const { aud } = claimsOf(context);
  const issuer = context.runtime.issuer();
  const own = [issuer, `${issuer}${tokenPath}`];
  const named = Array.isArray(aud) ? (aud as readonly unknown[]) : [aud];
  if (named.some((each) => own.some((name) => name === each))) return;
  throw refuseJwtGrant({
    detail: 'aud is not this server.',
    want: own.join(' or '),
    got: named.map(textOf).join(' '),
  });
}

function checkTime(context: TokenContext): void {
  const claims = claimsOf(context);
  const fault =
    timeFault(claims, context.nowMillis, context.settings) ??
    (isJag(context) && claims['iat'] === undefined ? { detail: 'iat is required.' } : null);
  if (fault !== null) throw refuseJwtGrant(fault);
}

function mayReuse(context: TokenContext): boolean {
  return isJag(context) && context.settings.idJagReuse;
}

/** Without a `jti` the signed text itself is what counts once. RFC 7523 §3 (7) */
function useOnce(context: TokenContext): void {
  const { runtime, nowMillis, settings } = context;
  const { jws } = grantOf(context);
  const { iss, jti, exp, iat } = jws.claims;
  if (isJag(context) && (typeof jti !== 'string' || jti === ''))
    throw refuseJwtGrant({ detail: 'jti is required.' });
  if (mayReuse(context)) return;
  const skewMillis = settings.clockSkewSeconds * 1_000;
  const fault = replayFault(
    runtime.jwtGrants,
    {
      key: hash('sha256', JSON.stringify([iss, jti ?? jws.input]), 'base64url'),
      untilMillis: Number(exp) * 1_000 + skewMillis,
      // The issuer's clock may be ahead.
      madeAtMillis: typeof iat === 'number' ? iat * 1_000 - skewMillis : null,
    },
    nowMillis,
  );
  if (fault !== null) throw refuseJwtGrant({ ...fault, got: textOf(jti) });
  context.mustCommit = true;
  context.effect = 'Nothing was issued. The assertion counts as used.';
}

function decide(context: TokenContext): Issuance {
  const { runtime, notes } = context;
  const subject = required(context.subject);
  const { username } = subject;
  const { clientId } = required(context.client);
  const { issuer } = issuerOf(context);
  // Where it is refused no grant begins.
  const audience = isJag(context) ? jagAudience(context) : decideAudience(context);
  runtime.audit.emit('assertion.accepted', { clientId, username, issuer }, notes);
  const used = mayReuse(context) ? '' : ' The assertion counts as used.';
  return {
    family: beginFamily(context, runtime.tokens.next(), subject, jwtBearerGrantType, audience),
    audience,
    effect: `Issued an access token for ${username}, asserted by ${issuer}.${used}`,
  };
}
