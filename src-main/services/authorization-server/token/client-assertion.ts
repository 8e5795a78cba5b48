import { createSecretKey, hash } from 'node:crypto';
import { candidateKeys, isSignedByAny, readCompactJws, typeIn } from '#main/platform/compact-jws.ts';
import { isRightSignature } from '#main/platform/jws-signatures.ts';
import type { Step } from '#main/platform/pipeline.ts';
import {
  clientAssertionTyp,
  formValue,
  introspectionPath,
  jwtAssertionType,
  methodOfAlgorithm,
  pushedAuthorizationPath,
  revocationPath,
  tokenPath,
} from '#shared/oauth/index.ts';
import { readsStrictly } from '#shared/workspace/index.ts';
import { OAuthError } from '../errors.ts';
import { keysOfClient } from '../keys/client-keys.ts';
import type { ClientKeySet } from '../stores/client-key-store.ts';
import { replayFault, textOf, timeFault } from './assertion-checks.ts';
import { type BackContext, isAsserted, required, sendsAssertion } from './context.ts';
import { type Fault, refuseClient, sourceOf } from './refuse-client.ts';

/** Bytes of a secret that are as strong as HS256. RFC 7518 §3.2 */
const minSecretBytes = 32;

/** A request that authenticates in another way has none of these steps in its trace. */
const onlyAsserted = {
  applies: isAsserted,
  isUnlisted: true,
} as const;

/** The first of the checks, which finds out whose guesses are counted. */
export const readAssertionStep: Step<BackContext> = {
  id: 'client-assertion-read',
  rule: 'Client assertion is a signed JWT',
  clause: 'RFC 7521 §4.2',
  check: readAssertion,
  applies: sendsAssertion,
  isUnlisted: true,
};

/** Checks of the JWT by which a client authenticates; a request without one skips them. RFC 7523 §3 */
export const clientAssertionSteps: readonly Step<BackContext>[] = [
  {
    id: 'client-assertion-subject',
    rule: 'iss and sub name the client',
    clause: 'RFC 7523 §3',
    check: checkSubject,
    ...onlyAsserted,
    describe: ({ assertion }) => `iss and sub name the client: ${required(assertion).clientId}`,
  },
  {
    id: 'client-assertion-method',
    rule: 'Client is registered for this method and algorithm',
    clause: 'OpenID Connect Core §9',
    check: checkMethod,
    ...onlyAsserted,
    describe: ({ assertion }) =>
      `Client is registered for this method and algorithm: ${required(assertion).jws.algorithm}`,
  },
  {
    id: 'client-assertion-type',
    rule: 'typ is that of a client assertion',
    clause: 'RFC 8725 §3.11',
    check: checkType,
    ...onlyAsserted,
    describe: typeInWords,
  },
  {
    id: 'client-assertion-signature',
    rule: 'Client signed the assertion',
    clause: 'RFC 7523 §3',
    check: checkSignature,
    ...onlyAsserted,
  },
  {
    id: 'client-assertion-audience',
    rule: 'Assertion is for this server alone',
    clause: 'RFC 7523 §3',
    check: checkAudience,
    ...onlyAsserted,
    describe: audienceInWords,
  },
  {
    id: 'client-assertion-time',
    rule: 'Assertion is valid at this time',
    clause: 'RFC 7523 §3',
    check: checkTime,
    ...onlyAsserted,
  },
  {
    id: 'client-assertion-not-replayed',
    rule: 'Assertion has not been used',
    clause: 'RFC 7523 §3',
    check: useOnce,
    ...onlyAsserted,
  },
];

function refuse(context: BackContext, fault: Fault): OAuthError {
  return refuseClient(context, context.assertion?.clientId ?? '', fault);
}

/** The JWT and the client of which the request speaks. RFC 7521 §4.2 @throws OAuthError invalid_client */
function readAssertion(context: BackContext): void {
  const type = formValue(context.form, 'client_assertion_type');
  if (type !== jwtAssertionType)
    throw refuse(context, {
      detail: 'client_assertion_type is not that of a JWT.',
      want: jwtAssertionType,
      got: type ?? 'none',
    });
  const jws = readCompactJws(formValue(context.form, 'client_assertion') ?? '');
  if (jws === null) throw refuse(context, { detail: 'client_assertion is not a signed JWT.' });
  const { sub } = jws.claims;
  context.assertion = { jws, clientId: typeof sub === 'string' ? sub : '', client: null };
}

/** @throws OAuthError invalid_client */
function checkSubject(context: BackContext): void {
  const assertion = required(context.assertion);
  const { clientId, jws } = assertion;
  const client = context.runtime.registrations().client(clientId);
  if (client === undefined)
    throw refuse(context, { detail: 'sub is not a registered client.', got: clientId || 'none' });
  context.notes.tags.push(`client:${clientId}`);
  assertion.client = client;
  const { iss } = jws.claims;
  if (iss !== clientId)
    throw refuse(context, { detail: 'iss differs from sub.', want: clientId, got: textOf(iss) });
  const named = formValue(context.form, 'client_id');
  if (named !== undefined && named !== clientId)
    throw refuse(context, { detail: 'client_id differs from sub.', want: clientId, got: named });
}

/** The registered method decides which algorithms count: never a MAC and a signature for one client. RFC 8725 §3.1 */
function checkMethod(context: BackContext): void {
  const { jws, client } = required(context.assertion);
  const { authentication, assertionAlgorithm } = required(client);
  const method = methodOfAlgorithm(jws.algorithm);
  if (method === null || method !== authentication)
    throw refuse(context, {
      detail: 'The client is not registered for an assertion with this algorithm.',
      want: authentication ?? 'client_secret_basic',
      got: jws.algorithm || 'none',
    });
  if (assertionAlgorithm === undefined || assertionAlgorithm === jws.algorithm) return;
  throw refuse(context, {
    detail: 'The client is registered for another algorithm.',
    want: assertionAlgorithm,
    got: jws.algorithm,
  });
}

/** A JWT of another kind is none; the plain type is what older clients send. RFC 10070, RFC 8725 §3.11 */
function checkType(context: BackContext): void {
  const { jws } = required(context.assertion);
  const type = typeIn(jws.header);
  if (type === null || type === clientAssertionTyp) return;
  if (type === 'jwt' && !readsStrictly(context.settings.profile)) return;
  throw refuse(context, {
    detail: 'typ is that of another kind of JWT.',
    want: clientAssertionTyp,
    got: type,
  });
}

function typeInWords({ assertion }: BackContext): string {
  const type = typeIn(required(assertion).jws.header);
  if (type === null) return 'typ is absent. RFC 10070 recommends one.';
  return type === 'jwt'
    ? 'typ is JWT. RFC 10070 recommends client-authentication+jwt.'
    : 'typ is that of a client assertion';
}

/** @throws OAuthError invalid_client */
function checkSignature(context: BackContext): void | Promise<void> {
  const { jws, client } = required(context.assertion);
  if (methodOfAlgorithm(jws.algorithm) === 'client_secret_jwt') return checkMac(context);
  const found = keysOfClient(
    context.runtime,
    required(client),
    context.nowMillis,
    (keys) => candidateKeys(jws, keys).length > 0,
  );
  return found instanceof Promise
    ? found.then((keys) => checkKeys(context, keys))
    : checkKeys(context, found);
}

function checkKeys(context: BackContext, found: ClientKeySet): void {
  const { jws } = required(context.assertion);
  if ('fault' in found) throw refuse(context, { detail: found.fault });
  const candidates = candidateKeys(jws, found.keys);
  if (candidates.length === 0)
    throw refuse(context, {
      detail: 'No key of the client has the kid of the assertion.',
      want: found.keys.map(({ kid }) => textOf(kid)).join(' '),
      got: textOf(jws.header['kid']),
    });
  if (!isSignedByAny(jws, candidates))
    throw wrongSignature(context, 'No key of the client made the signature.');
}

/** The secret itself is the key, which is why it is opened here. RFC 7518 §3.2 */
function checkMac(context: BackContext): void {
  const { jws, clientId } = required(context.assertion);
  const secret = Buffer.from(context.runtime.clientSecret(clientId) ?? '', 'utf8');
  if (secret.length === 0) throw refuse(context, { detail: 'The secret of the client is not available.' });
  if (secret.length < minSecretBytes && readsStrictly(context.settings.profile))
    throw refuse(context, {
      detail: 'The secret of the client is too short for its algorithm.',
      want: `${minSecretBytes} bytes or more`,
      got: `${secret.length} bytes`,
    });
  if (!isRightSignature(jws.algorithm, createSecretKey(secret), jws.input, jws.signature))
    throw wrongSignature(context, 'The secret of the client did not make the signature.');
}

/** Somebody who guesses the secret behind a MAC is slowed down as one who sends it. */
function wrongSignature(context: BackContext, detail: string): OAuthError {
  const { runtime, nowMillis } = context;
  runtime.clientGuesses.count(sourceOf(context, required(context.assertion).clientId), nowMillis);
  return refuse(context, { detail });
}

/** Addresses of this server that an assertion of an older client may be for. RFC 7523 §3, RFC 9126 §2 */
function endpointsOf({ runtime, request }: BackContext): readonly string[] {
  const issuer = runtime.issuer();
  const others = [introspectionPath, revocationPath, pushedAuthorizationPath];
  const own = others.filter((path) => request.path.endsWith(path));
  return [tokenPath, ...own].map((path) => `${issuer}${path}`);
}

/** The issuer alone, as a text or a list of one. RFC 10070 */
function isForIssuerAlone({ runtime, assertion, settings }: BackContext): boolean {
  const { aud } = required(assertion).jws.claims;
  if (settings.profile === 'fapi-2.0-security') return aud === runtime.issuer();
  const [only, ...others] = Array.isArray(aud) ? (aud as readonly unknown[]) : [aud];
  return others.length === 0 && only === runtime.issuer();
}

/** @throws OAuthError invalid_client */
function checkAudience(context: BackContext): void {
  if (isForIssuerAlone(context)) return;
  const { aud } = required(context.assertion).jws.claims;
  const issuer = context.runtime.issuer();
  const isStrict = readsStrictly(context.settings.profile);
  const taken = isStrict ? [] : [issuer, ...endpointsOf(context)];
  const named = Array.isArray(aud) ? (aud as readonly unknown[]) : [aud];
  if (named.some((each) => taken.some((name) => name === each))) return;
  throw refuse(context, {
    detail: !isStrict
      ? 'aud is not this server.'
      : context.settings.profile === 'fapi-2.0-security'
        ? 'aud is not the issuer as a string. FAPI 2.0 Security Profile §5.3.2.1'
        : 'aud is not the issuer alone.',
    want: issuer,
    got: named.map(textOf).join(' '),
  });
}

function audienceInWords(context: BackContext): string {
  return isForIssuerAlone(context)
    ? 'Assertion is for this server alone'
    : 'aud is not the issuer alone. RFC 10070 forbids this, and the strict profile rejects it.';
}

/** @throws OAuthError invalid_client */
function checkTime(context: BackContext): void {
  const fault = timeFault(required(context.assertion).jws.claims, context.nowMillis, context.settings);
  if (fault !== null) throw refuse(context, fault);
}

/** @throws OAuthError invalid_client */
function useOnce(context: BackContext): void {
  const { runtime, nowMillis, settings } = context;
  const { jws, clientId } = required(context.assertion);
  const { jti, exp, iat } = jws.claims;
  if (typeof jti !== 'string' || jti === '') throw refuse(context, { detail: 'jti is required.' });
  const key = hash('sha256', JSON.stringify([clientId, jti]), 'base64url');
  const untilMillis = (Number(exp) + settings.clockSkewSeconds) * 1_000;
  const madeAtMillis = typeof iat === 'number' ? iat * 1_000 : null;
  const fault = replayFault(runtime.clientAssertions, { key, untilMillis, madeAtMillis }, nowMillis);
  if (fault !== null) throw refuse(context, fault);
  context.mustCommit = true;
}
