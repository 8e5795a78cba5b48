import { createHash, timingSafeEqual } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, importJWK, type JWTPayload, jwtVerify } from 'jose';
import { Refusal } from './errors.ts';
import type { Has } from './flaws.ts';
import type { Parameters } from './parameters.ts';
import { type Authentication, type Client, now, type State } from './state.ts';

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const guessLimit = { guesses: 10, millis: 1_000 };
const challenge = { 'WWW-Authenticate': 'Basic realm="clients", charset="UTF-8"' };

/** Credentials as a request shows them. */
interface Shown {
  readonly way: Client['authentication'];
  readonly id: string;
  readonly proof: string;
}

/**
 * The client of a request, by the one way in which it is registered to authenticate. RFC 6749 §2.3, RFC 7523 §3
 * @throws Refusal
 */
export async function authenticate(
  state: State,
  authorization: string | undefined,
  form: Parameters,
): Promise<Client> {
  const { has, clients, throttle } = state;
  const shown = credentialsOf(state, authorization, form);
  const client = clients.get(shown.id);
  const key = `client ${shown.id}`;
  const isLimited = !has('client-guesses-unlimited') && shown.way !== 'none';
  if (isLimited && throttle.isClosed(key))
    throw new Refusal('slow_down', 'Too many wrong guesses.', 429, { 'Retry-After': '1' });
  if (client === undefined && has('unknown-client-told'))
    throw new Refusal('unauthorized_client', 'No such client.');
  const isRight = await proves(state, shown, client);
  if (client !== undefined && isRight) {
    throttle.right(key);
    return client;
  }
  if (isLimited) throttle.wrong(key, guessLimit);
  throw unknownClient(shown.way === 'client_secret_basic' && !has('challenge-missing'));
}

function unknownClient(isByHeader: boolean): Refusal {
  return new Refusal(
    'invalid_client',
    'The client is not known by these credentials.',
    401,
    isByHeader ? challenge : {},
  );
}

function credentialsOf({ has }: State, authorization: string | undefined, form: Parameters): Shown {
  const ways: Shown[] = [];
  const named = has('two-clients') ? form.first('client_id') : form.get('client_id');
  if (authorization !== undefined) ways.push(basicOf(authorization, has('broken-header-breaks')));
  const secret = form.get('client_secret');
  if (secret !== null) ways.push({ way: 'client_secret_post', id: named ?? '', proof: secret });
  const assertion = form.get('client_assertion');
  if (assertion !== null || form.get('client_assertion_type') !== null)
    ways.push(assertionOf(assertion ?? '', form.get('client_assertion_type')));
  const [first, second] = ways;
  if (second !== undefined && !has('credentials-twice'))
    throw new Refusal('invalid_request', 'The client authenticates in more than one way.');
  // The registered way is the one of the body wherever both are sent.
  const shown = second ?? first ?? { way: 'none', id: named ?? '', proof: '' };
  if (shown.id === '') throw unknownClient(false);
  if (named !== null && named !== shown.id && !has('two-clients'))
    throw new Refusal('invalid_request', 'client_id is of another client.');
  return shown;
}

/** RFC 7617 §2, RFC 6749 §2.3.1 */
function basicOf(header: string, mayBreak: boolean): Shown {
  const [, encoded] = /^Basic ([A-Za-z0-9+/]+={0,2})$/i.exec(header) ?? [];
  const text = Buffer.from(encoded ?? '', 'base64').toString('utf8');
  const at = text.indexOf(':');
  if (encoded === undefined || at < 0) {
    if (mayBreak) throw new TypeError('Cannot read the header.');
    throw unknownClient(true);
  }
  const decoded = (part: string) => decodeURIComponent(part.replaceAll('+', ' '));
  try {
    return { way: 'client_secret_basic', id: decoded(text.slice(0, at)), proof: decoded(text.slice(at + 1)) };
  } catch {
    throw unknownClient(true);
  }
}

function assertionOf(assertion: string, type: string | null): Shown {
  if (type !== assertionType) throw unknownClient(false);
  try {
    return { way: 'private_key_jwt', id: decodeJwt(assertion).sub ?? '', proof: assertion };
  } catch {
    throw unknownClient(false);
  }
}

async function proves(state: State, { way, id, proof }: Shown, client: Client | undefined): Promise<boolean> {
  if (client !== undefined && isTakenUnchecked(state.has, way)) return true;
  const isWay = client !== undefined && mayUse(state.has, way, client);
  if (way === 'none') return isWay;
  if (way === 'private_key_jwt') return (await isSigned(state, id, proof, client)) && isWay;
  return isSame(proof, client?.secret ?? 'a secret that nobody has') && isWay;
}

function isTakenUnchecked(has: Has, way: Authentication): boolean {
  return has(way === 'none' ? 'credentials-not-demanded' : 'credentials-not-checked');
}

/** A client may use the way in which it is registered. RFC 7591 §2 */
function mayUse(has: Has, way: Authentication, { authentication }: Client): boolean {
  const isEither = has('credentials-twice') || has('credentials-in-query');
  const isOther = authentication === 'client_secret_basic' && way === 'client_secret_post';
  return authentication === way || (isEither && isOther);
}

/** Takes as long whatever the texts are. */
function isSame(one: string, other: string): boolean {
  const [a = Buffer.alloc(32), b = Buffer.alloc(32)] = [one, other].map((text) =>
    createHash('sha256').update(text).digest(),
  );
  return timingSafeEqual(a, b);
}

/** RFC 7523 §3, OpenID Connect Core §9; for unknown clients a signature is verified too, which takes the same time. */
async function isSigned(
  state: State,
  id: string,
  assertion: string,
  client: Client | undefined,
): Promise<boolean> {
  const { has, usedAssertions } = state;
  try {
    const payload = await verifiedClaims(state, id, assertion, client);
    const key = `${id} ${payload.jti ?? ''}`;
    if ((payload.exp ?? 0) > now() + 3_600) return false;
    if (usedAssertions.has(key) && !has('assertion-reused')) return false;
    usedAssertions.add(key);
    return true;
  } catch {
    return false;
  }
}

/** @throws where a claim or the signature is wrong */
async function verifiedClaims(
  state: State,
  id: string,
  assertion: string,
  client: Client | undefined,
): Promise<JWTPayload> {
  const { issuer, has, clients } = state;
  const { alg, jwk } = decodeProtectedHeader(assertion);
  const claims = decodeJwt(assertion);
  if (alg === 'none' && has('assertion-unsigned')) return claims;
  const maker = has('assertion-any-subject') ? clients.get(claims.iss ?? '') : client;
  const key = maker?.publicKey ?? state.publicKey;
  const { payload } = await jwtVerify(
    assertion,
    jwk !== undefined && has('assertion-key-in-header') ? await importJWK(jwk, alg) : key,
    {
      ...(has('assertion-any-subject') ? {} : { issuer: id }),
      subject: id,
      ...(has('assertion-any-audience') ? {} : { audience: [issuer, `${issuer}/token`] }),
      algorithms: ['RS256', ...(has('assertion-key-in-header') ? ['ES256'] : [])],
      requiredClaims: has('assertion-without-end') ? ['jti'] : ['exp', 'jti'],
      ...(has('assertion-without-end') ? { clockTolerance: 86_400 } : {}),
    },
  );
  return payload;
}
