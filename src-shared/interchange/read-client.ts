import { isJsonObject } from '../workspace/json-pointer.ts';
import { clientFileSchema } from '../workspace/registrations.ts';
import type { JsonValue } from '../workspace/three-way.ts';
import {
  grantNames,
  idTokenAlgorithms,
  implicitGrant,
  issuesToken,
  keptMember,
  openResponseTypes,
  plainMembers,
  unitSeconds,
} from './client-names.ts';
import { publicKeySet, withoutSecretFields } from './kept-fields.ts';

type Members = Readonly<Record<string, JsonValue>>;

/** A client of an export as a client's file says it, or why it is not taken over. */
export type ReadProductClient =
  | {
      readonly clientId: string;
      readonly document: Members;
      /** In clear, as the export has it; null: it has none that can be read. */
      readonly secret: string | null;
      readonly needsSecret: boolean;
      /** Members that nothing here understands; they are kept, and given back. */
      readonly notUnderstood: readonly string[];
      /** Secrets that are not taken over, by their names. */
      readonly unreadable: readonly string[];
      readonly remarks: readonly string[];
    }
  | { readonly clientId: string; readonly reason: string };

/** Members that were taken over, and what they became. */
interface Taken {
  readonly document: Record<string, JsonValue>;
  readonly consumed: Set<string>;
}

/** Members that every export has, so that they say nothing by being there. */
const alwaysWritten = ['clientId', 'clientAuth', 'enabled', 'grantTypes'];

/** Reads one client of an export of the authorization server that document 1 is modelled on. */
export function readProductClient(item: JsonValue, vendorUrn: string): ReadProductClient {
  if (!isJsonObject(item)) return { clientId: '', reason: 'The item is not an object.' };
  const clientId = textOf(item, 'clientId') ?? '';
  if (clientId === '') return { clientId, reason: 'clientId is missing.' };
  if (item['enabled'] === false)
    return { clientId, reason: 'The client is disabled there. Here, all clients are active.' };
  const secret = readSecret(item);
  if ('reason' in secret) return { clientId, reason: secret.reason };
  const taken: Taken = { document: { client_id: clientId }, consumed: new Set(alwaysWritten) };
  takeSimple(item, taken);
  const otherGrants = takeGrants(item, taken, vendorUrn);
  const remarks = [...takeScopes(item, taken), ...takeLifetime(item, taken)];
  const privateKeys = takeKeys(item, taken);
  if (secret.method !== null) taken.document['token_endpoint_auth_method'] = secret.method;
  const kept = keptFields(item, taken, otherGrants);
  if (kept.members !== null) taken.document[keptMember] = kept.members;
  // That it has a secret is enough here: exports mostly leave out which.
  const method = secret.method ?? 'client_secret_basic';
  const checked = clientFileSchema.safeParse({ ...taken.document, token_endpoint_auth_method: method });
  if (!checked.success)
    return {
      clientId,
      reason: `${checked.error.issues[0]?.path.join('.')}: ${checked.error.issues[0]?.message}`,
    };
  return {
    clientId,
    document: taken.document,
    secret: secret.text,
    needsSecret: secret.method === null,
    notUnderstood: kept.notUnderstood,
    unreadable: [...secret.unreadable, ...privateKeys, ...kept.removed],
    remarks,
  };
}

/** The clients of an export: one alone, a list, or `{"items":[…]}`; null where the document is none. */
export function clientItems(document: JsonValue): readonly JsonValue[] | null {
  const items = isJsonObject(document) ? (document['items'] ?? [document]) : document;
  if (!Array.isArray(items)) return null;
  const all = items as readonly JsonValue[];
  const isClient = (item: JsonValue) => isJsonObject(item) && typeof item['clientId'] === 'string';
  return all.some(isClient) ? all : null;
}

interface ReadSecret {
  /** The method that the client is registered for; null: the product takes its secret in the header and the form. */
  readonly method: 'none' | 'private_key_jwt' | null;
  readonly text: string | null;
  readonly unreadable: readonly string[];
}

function readSecret(item: Members): ReadSecret | { readonly reason: string } {
  const auth = item['clientAuth'];
  if (auth === undefined || auth === null) return { method: 'none', text: null, unreadable: [] };
  if (!isJsonObject(auth)) return { reason: 'clientAuth is not an object.' };
  const type = textOf(auth, 'type') ?? 'NONE';
  if (type === 'NONE') return { method: 'none', text: null, unreadable: [] };
  if (type === 'PRIVATE_KEY_JWT') return { method: 'private_key_jwt', text: null, unreadable: [] };
  if (type !== 'SECRET')
    return {
      reason: `The client authenticates with ${type}. Only a secret, a signed JWT or no authentication is supported here.`,
    };
  const text = textOf(auth, 'secret') ?? '';
  const isSealed = text === '' && (textOf(auth, 'encryptedSecret') ?? '') !== '';
  return {
    text: text === '' ? null : text,
    method: null,
    unreadable: isSealed ? ['clientAuth.encryptedSecret'] : [],
  };
}

const simpleMembers: readonly (readonly [
  product: string,
  own: string,
  convert: (value: JsonValue) => JsonValue | undefined,
])[] = [
  ['name', 'client_name', (value) => (typeof value === 'string' && value !== '' ? value : undefined)],
  ['redirectUris', 'redirect_uris', (value) => (isTextList(value) ? value : undefined)],
  ['bypassApprovalPage', 'skip_consent', (value) => (value === true ? true : undefined)],
  ['requireProofKeyForCodeExchange', 'require_pkce', (value) => (value === true ? true : undefined)],
  ['requireSignedRequests', 'require_signed_request_object', (value) => (value === true ? true : undefined)],
  [
    'requestObjectSigningAlgorithm',
    'request_object_signing_alg',
    (value) => (typeof value === 'string' ? value : undefined),
  ],
  [
    'refreshRolling',
    'roll_refresh_tokens',
    (value) => (value === 'ROLL' ? true : value === 'DONT_ROLL' ? false : undefined),
  ],
];

function takeSimple(item: Members, { document, consumed }: Taken): void {
  for (const [product, own, convert] of simpleMembers) {
    const value = item[product] === undefined ? undefined : convert(item[product]);
    if (value === undefined) continue;
    consumed.add(product);
    // A client without a name is called by its id on both sides.
    const isNameless = product === 'name' && value === item['clientId'];
    const isEmpty = Array.isArray(value) && value.length === 0;
    if (!isNameless && !isEmpty) document[own] = value;
  }
}

interface OtherGrants {
  /** Those that nothing here knows. */
  readonly unknown: readonly string[];
  /** Those that have no effect here, and are given back. */
  readonly idle: readonly string[];
}

/** Takes the grants over; returns the others. */
function takeGrants(item: Members, { document, consumed }: Taken, vendorUrn: string): OtherGrants {
  const named = item['grantTypes'];
  const grants = isTextList(named) ? named : [];
  const known = new Map(grantNames(vendorUrn).map(({ product, registered }) => [product, registered]));
  const types = grants.flatMap((grant) => known.get(grant) ?? []);
  const restricted = item['restrictedResponseTypes'];
  const isImplicit = grants.includes(implicitGrant);
  document['grant_types'] = types;
  if (isTextList(restricted) && restricted.length > 0) {
    document['response_types'] = restricted;
    consumed.add('restrictedResponseTypes');
  } else if (isImplicit) document['response_types'] = [...openResponseTypes(types)];
  const isIdle = isImplicit && !issuesToken(document['response_types']);
  return {
    unknown: grants.filter((grant) => grant !== implicitGrant && !known.has(grant)),
    idle: isIdle ? [implicitGrant] : [],
  };
}

function takeScopes(item: Members, { document, consumed }: Taken): readonly string[] {
  const list = (name: string) => {
    const value = item[name];
    return isTextList(value) ? value : [];
  };
  const restricted = list('restrictedScopes');
  const scopes = [...new Set([...restricted, ...list('exclusiveScopes')])];
  if (scopes.length > 0) document['scope'] = scopes.join(' ');
  if (item['restrictScopes'] !== true)
    return [
      'The client may request every common scope there. Here, it may request only the scopes in its file.',
    ];
  consumed.add('restrictScopes');
  consumed.add('restrictedScopes');
  return [];
}

function takeLifetime(item: Members, { document, consumed }: Taken): readonly string[] {
  const type = item['persistentGrantExpirationType'];
  if (type !== 'OVERRIDE_SERVER_DEFAULT') return [];
  const time = item['persistentGrantExpirationTime'];
  const unit = textOf(item, 'persistentGrantExpirationTimeUnit') ?? 'DAYS';
  const seconds = Object.hasOwn(unitSeconds, unit) ? unitSeconds[unit] : undefined;
  if (typeof time !== 'number' || !Number.isInteger(time) || time <= 0 || seconds === undefined)
    return ['The lifetime of grants is not imported, because it is not a whole number of a known unit.'];
  document['refresh_token_lifetime_seconds'] = time * seconds;
  for (const name of ['Type', 'Time', 'TimeUnit']) consumed.add(`persistentGrantExpiration${name}`);
  return [];
}

/** Takes the keys over; returns where private members of them stood. */
function takeKeys(item: Members, { document, consumed }: Taken): readonly string[] {
  const policy = item['oidcPolicy'];
  const algorithm = isJsonObject(policy) ? textOf(policy, 'idTokenSigningAlgorithm') : undefined;
  if (algorithm !== undefined && idTokenAlgorithms.has(algorithm))
    document['id_token_signed_response_alg'] = algorithm;
  const settings = item['jwksSettings'];
  const text = isJsonObject(settings) ? textOf(settings, 'jwks') : undefined;
  const keys = text === undefined ? null : publicKeySet(text, ['jwksSettings', 'jwks']);
  if (keys === null) return [];
  document['jwks'] = keys.value;
  consumed.add('jwksSettings');
  return keys.removed;
}

/** Members of an object that was taken over but for these; null where there are none. */
function restOf(item: Members, name: string, takenOver: readonly string[]): Members | null {
  const value = item[name];
  const rest = isJsonObject(value)
    ? Object.entries(value).filter(([member, inner]) => !takenOver.includes(member) && inner !== null)
    : [];
  return rest.length === 0 ? null : Object.fromEntries(rest);
}

/** Returns the members that an export gives back as they came, without the secrets in them. */
function keptFields(item: Members, { document, consumed }: Taken, { unknown, idle }: OtherGrants) {
  const auth = restOf(item, 'clientAuth', ['type', 'secret', 'encryptedSecret']);
  const keySource = consumed.has('jwksSettings') ? restOf(item, 'jwksSettings', ['jwks']) : null;
  const left: readonly (readonly [string, JsonValue])[] = [
    ...Object.entries(item).filter(([name]) => !consumed.has(name)),
    ...(auth === null ? [] : [['clientAuth', auth] as const]),
    ...(keySource === null ? [] : [['jwksSettings', keySource] as const]),
  ];
  const stripped = withoutSecretFields(Object.fromEntries(left));
  const members = isJsonObject(stripped.value) ? { ...stripped.value } : {};
  if (isJsonObject(members['clientAuth']) && Object.keys(members['clientAuth']).length === 0)
    delete members['clientAuth'];
  const otherGrants = [...unknown, ...idle];
  if (otherGrants.length > 0) members['grantTypes'] = otherGrants;
  // As the product has it where they are absent: an export that comes back is not stricter than it went.
  if (item['restrictScopes'] === undefined) members['restrictScopes'] = false;
  if (document['response_types'] !== undefined && item['restrictedResponseTypes'] === undefined)
    members['restrictedResponseTypes'] = [];
  const isPlain = (name: string) =>
    Object.hasOwn(plainMembers, name) && plainMembers[name]?.(item[name]) === true;
  const isOfIdToken = (name: string) =>
    name === 'oidcPolicy' &&
    document['id_token_signed_response_alg'] !== undefined &&
    isJsonObject(item[name]) &&
    Object.keys(item[name]).length === 1;
  return {
    members: Object.keys(members).length === 0 ? null : members,
    notUnderstood: [
      ...left
        .map(([name]) => name)
        .filter((name) => !isPlain(name) && !isOfIdToken(name) && (name !== 'clientAuth' || name in members)),
      ...unknown.map((grant) => `grantTypes: ${grant}`),
    ],
    removed: stripped.removed,
  };
}

function textOf(members: Members, name: string): string | undefined {
  const value = members[name];
  return typeof value === 'string' ? value : undefined;
}

function isTextList(value: JsonValue | undefined): value is readonly string[] {
  return Array.isArray(value) && (value as readonly JsonValue[]).every((item) => typeof item === 'string');
}
