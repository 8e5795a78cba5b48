import { candidateKeys, isSignedByAny, readCompactJws, typeIn } from '#main/platform/compact-jws.ts';
import { unverifiedClaims, unverifiedHeader } from '#main/platform/unverified-jwt.ts';
import { type Form, type FormField, percentEncode } from '#shared/oauth/index.ts';
import type { Client } from '#shared/workspace/index.ts';
import type { FindClientKeys } from '../keys/client-keys.ts';

/** Signatures that the server verifies; `none` only for a client that is registered for it. RFC 9101 §10.5 */
export const requestObjectAlgorithms = ['RS256', 'PS256', 'ES256', 'EdDSA', 'none'] as const;

/** An unverified request object: its claims are not used before `requestObjectFault` has found none. */
export interface RequestObject {
  readonly text: string;
  /** Null where it could not be read. */
  readonly claims: Readonly<Record<string, unknown>> | null;
  readonly algorithm: string;
  /** The fault found so far; null: it can be read. */
  readonly fault: string | null;
}

/** Takes a request object apart without trusting it. RFC 9101 §6.1 */
export function readRequestObject(text: string): RequestObject {
  const unreadable = (fault: string): RequestObject => ({ text, claims: null, algorithm: '', fault });
  const parts = text.split('.');
  if (parts.length === 5) return unreadable('it is encrypted, but the server has no decryption key');
  if (parts.length !== 3) return unreadable('it is not a JWT of three parts');
  try {
    const { alg } = unverifiedHeader(text);
    return {
      text,
      claims: unverifiedClaims(text),
      algorithm: typeof alg === 'string' ? alg : '',
      fault: null,
    };
  } catch {
    return unreadable('it is not a JWT that can be decoded');
  }
}

/** A group of rules for request objects: a weakness can leave one out. */
export type RequestObjectRule = 'type' | 'client' | 'claims';

/** Everything of the request that a check of the object compares with. */
export interface RequestObjectExpectation {
  readonly client: Client;
  readonly findKeys: FindClientKeys;
  readonly issuer: string;
  readonly isStrict: boolean;
  readonly isSignatureRequired: boolean;
  /** True if its client sends it straight to the server. */
  readonly isPushed: boolean;
  readonly ignored: readonly RequestObjectRule[];
  readonly nowMillis: number;
  readonly skewSeconds: number;
  /** `response_type` beside the object; undefined if only the object has it. */
  readonly outerResponseType: string | undefined;
}

/**
 * Describes the fault of a request object, in words for its author; null where it is valid. RFC 9101 §6.2 and §6.3
 */
export async function requestObjectFault(
  object: RequestObject,
  expected: RequestObjectExpectation,
): Promise<string | null> {
  const { claims, fault } = object;
  if (fault !== null || claims === null) return fault ?? 'it cannot be read';
  const type = expected.ignored.includes('type') ? null : typeFault(object.text);
  return (await signatureFault(object, expected)) ?? type ?? claimsFault(claims, expected);
}

async function signatureFault(
  { text, algorithm }: RequestObject,
  { client, findKeys, isSignatureRequired }: RequestObjectExpectation,
): Promise<string | null> {
  const { algorithm: registered } = client.requestObject;
  if (registered !== undefined && algorithm !== registered)
    return `it is signed with ${algorithm || 'nothing'}, but the client is registered for ${registered}`;
  if (algorithm === 'none') {
    if (registered !== 'none' || isSignatureRequired) return 'it is not signed';
    return text.endsWith('.') ? null : 'its header says unsigned, but it has a signature';
  }
  if (!requestObjectAlgorithms.some((known) => known === algorithm))
    return `the algorithm ${algorithm} is not supported`;
  const jws = readCompactJws(text);
  if (jws === null) return 'it requires an unknown extension, or its signature is malformed';
  const found = await findKeys((keys) => candidateKeys(jws, keys).length > 0);
  if ('fault' in found) return `the client has no keys to verify it with: ${found.fault}`;
  const candidates = candidateKeys(jws, found.keys);
  if (candidates.length === 0) return `no registered key has the kid ${String(jws.header['kid'])}`;
  return isSignedByAny(jws, candidates) ? null : 'its signature does not verify with any key of the client';
}

/** Of what kind a request object says that it is; another kind of JWT is none. RFC 9101 §10.8, RFC 8725 §3.11 */
const objectTypes: ReadonlySet<string> = new Set(['jwt', 'oauth-authz-req+jwt']);

function typeFault(text: string): string | null {
  const type = typeIn(unverifiedHeader(text));
  return type === null || objectTypes.has(type) ? null : 'its typ belongs to another type of JWT';
}

type Claims = Readonly<Record<string, unknown>>;

/** Rules for the claims of a request object: the first that is broken is named. RFC 9101 §5.2 and §6.3 */
const claimRules: readonly {
  readonly rule: RequestObjectRule;
  readonly fault: string;
  readonly isBroken: (claims: Claims, expected: RequestObjectExpectation) => boolean;
}[] = [
  {
    rule: 'client',
    fault: 'its client_id differs from the request',
    isBroken: ({ client_id: id }, { client }) => id !== undefined && id !== client.clientId,
  },
  {
    rule: 'client',
    fault: 'its client_id is missing',
    isBroken: ({ client_id: id }, { isStrict, isPushed }) => (isStrict || isPushed) && id === undefined,
  },
  {
    rule: 'claims',
    fault: 'its iss is not the client',
    isBroken: ({ iss }, { client }) => iss !== undefined && iss !== client.clientId,
  },
  {
    rule: 'claims',
    fault: 'its iss is missing',
    isBroken: ({ iss }, { isStrict }) => isStrict && iss === undefined,
  },
  {
    rule: 'claims',
    fault: 'its aud is not this server',
    isBroken: ({ aud }, { issuer }) =>
      aud !== undefined && aud !== issuer && !(Array.isArray(aud) && aud.includes(issuer)),
  },
  {
    rule: 'claims',
    fault: 'its aud is missing',
    isBroken: ({ aud }, { isStrict }) => isStrict && aud === undefined,
  },
  {
    rule: 'claims',
    fault: 'it has expired',
    isBroken: ({ exp }, { nowMillis, skewSeconds }) =>
      exp !== undefined && !(typeof exp === 'number' && nowMillis / 1_000 < exp + skewSeconds),
  },
  {
    rule: 'claims',
    fault: 'it is not valid yet',
    isBroken: ({ nbf }, { nowMillis, skewSeconds }) =>
      nbf !== undefined && !(typeof nbf === 'number' && nbf - skewSeconds <= nowMillis / 1_000),
  },
  {
    rule: 'claims',
    fault: 'it contains another request object',
    isBroken: (claims) => 'request' in claims || 'request_uri' in claims,
  },
  {
    rule: 'claims',
    fault: 'its response_type differs from the request',
    isBroken: ({ response_type: type }, { outerResponseType }) =>
      outerResponseType !== undefined && type !== undefined && type !== outerResponseType,
  },
  {
    rule: 'type',
    fault: 'its sub is the client, as in a client assertion',
    isBroken: ({ sub }, { client }) => sub === client.clientId,
  },
];

function claimsFault(claims: Claims, expected: RequestObjectExpectation): string | null {
  const broken = claimRules.find(
    ({ rule, isBroken }) => !expected.ignored.includes(rule) && isBroken(claims, expected),
  );
  return broken?.fault ?? null;
}

/** Claims that are about the object, not parameters of the request. */
const ownClaims: ReadonlySet<string> = new Set([
  'iss',
  'aud',
  'exp',
  'nbf',
  'iat',
  'jti',
  'request',
  'request_uri',
]);

/**
 * The parameters of the request with those of the object put before those beside it; in strict, only the object's
 * count. OpenID Connect Core §6.1, RFC 9101 §6.3
 */
export function mergeRequestObject(form: Form, { claims }: RequestObject, isStrict: boolean): Form {
  const inside = Object.entries(claims ?? {}).flatMap(([name, value]): readonly FormField[] => {
    if (ownClaims.has(name)) return [];
    const values: readonly unknown[] = name === 'resource' && Array.isArray(value) ? value : [value];
    return values.map((each) => fieldOf(name, each));
  });
  const named = new Set(inside.map(({ name }) => name));
  const outside = form.fields.filter(
    ({ name }) => !named.has(name) && (!isStrict || name === 'client_id' || claims === null),
  );
  return { ...form, fields: [...inside, ...outside] };
}

function fieldOf(name: string, value: unknown): FormField {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return { name, value: text, raw: percentEncode(text) };
}
