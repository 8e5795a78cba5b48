import { isSecretName, isSecretParameter, secretKindOfHeader } from '../exchange/redaction.ts';
import type { WorkspaceFileKind } from './files.ts';
import { isJsonObject, type JsonPath, valueAt } from './json-pointer.ts';
import type { JsonValue } from './three-way.ts';

const settingsPaths: readonly JsonPath[] = [
  ['services', 'connectorHost', 'password'],
  ['services', 'connectorHost', 'keystore', 'password'],
  ['network', 'proxy', 'password'],
];

/** Stands for every member of a list. */
const each = '*';
const targetPaths: readonly JsonPath[] = [
  ['clients', each, 'client_secret'],
  ['clients', each, 'private_key'],
  ['clients', each, 'certificate_key'],
  ['clients', each, 'registration_access_token'],
  ['users', each, 'password'],
  ['users', each, 'totp_seed'],
  ['proxy', 'password'],
  ['saml', 'private_key'],
];

/** Where Gatehouse's own formats hold secrets; the products' documents are looked through by names. */
const fixedPaths: Readonly<Record<WorkspaceFileKind, readonly JsonPath[] | null>> = {
  manifest: settingsPaths,
  environment: settingsPaths,
  client: [['client_secret'], ['private_key']],
  user: [['password'], ['pin']],
  'saml-issuer': [],
  'jwt-issuer': [],
  'identity-provider': [['client_secret']],
  webhook: [['secret']],
  target: targetPaths,
  'sign-in': [],
  platform: [['client_secret']],
  flow: [],
  attack: [],
  connector: null,
  recording: [],
  route: null,
  traffic: [],
  contract: [],
};

/** Tests by its name whether a member of a product document holds a secret. */
type IsSecret = (name: string) => boolean;

const credentialFields: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'proxy-authorization',
  'set-cookie',
]);
const isSecretMember: IsSecret = (name) =>
  isSecretName(name) || /jwt(?:Key|Pem|Cert)$/i.test(name) || credentialFields.has(name.toLowerCase());
const isSecretField: IsSecret = (name) => secretKindOfHeader(name, '') !== undefined;
/** Objects of a connector whose members are fields of a header, or parameters of a query. */
const fieldObjects: ReadonlyMap<string, IsSecret> = new Map([
  ['headers', isSecretField],
  ['defaultHeaders', isSecretField],
  ['queryParams', isSecretParameter],
]);
/** Objects whose texts are names and paths of attributes, whatever their members are called. */
const mappings: ReadonlySet<string> = new Set(['schema', 'responseMapping', 'requestMapping']);
/** A placeholder that a request fills in, such as the uid. */
const variable = /^\{(?:uid|_[\w+]+)\}$/;

/** Where in a document of the workspace secrets stand, in whatever form they are held. */
export function secretPaths(kind: WorkspaceFileKind, document: JsonValue): readonly JsonPath[] {
  const places =
    fixedPaths[kind]?.flatMap((path) => expand(document, path)) ??
    placesByName(document, [], kind === 'connector' ? fieldObjects : new Map(), isSecretMember);
  return places.filter((path) => {
    const value = valueAt(document, path);
    return isSecretForm(value) || (fixedPaths[kind] === null && isStructure(value));
  });
}

/** The paths that a path with `*` in it stands for in a document. */
function expand(document: JsonValue, path: JsonPath): readonly JsonPath[] {
  const at = path.indexOf(each);
  if (at < 0) return [path];
  const list = valueAt(document, path.slice(0, at));
  if (!Array.isArray(list)) return [];
  return list.flatMap((_item, index) =>
    expand(document, [...path.slice(0, at), index, ...path.slice(at + 1)]),
  );
}

/** True if a value at a place for secrets is one in clear: neither a reference nor an expression. */
export function isClearSecret(kind: WorkspaceFileKind, value: JsonValue | undefined): value is JsonValue {
  if (fixedPaths[kind] === null && isStructure(value)) return true;
  if (typeof value !== 'string' || value === '') return false;
  if (fixedPaths[kind] === null) return !/[&$]\{/.test(value);
  return !/^&\{[A-Za-z0-9._-]{1,128}\}$/.test(value);
}

const references = /&&\{|&\{[^{}]{0,200}\}|\{[\w+]{1,100}\}/g;
/** An authentication scheme is not secret, nor are the names of parameters and cookies. */
const scheme = /^[A-Za-z-]{1,40} /;
const clearPart = /[A-Za-z0-9]{6}/;

/** True if a secret mixes clear text with a reference. Sealing it as a whole would hide the reference. */
export function isPartlyClear(kind: WorkspaceFileKind, value: JsonValue | undefined): value is string {
  if (fixedPaths[kind] !== null || typeof value !== 'string' || !value.includes('&{') || value.includes('${'))
    return false;
  const parts = value
    .replace(references, '')
    .replace(scheme, '')
    .split(/[;,& ]/);
  return parts.some((part) => clearPart.test(part.slice(part.indexOf('=') + 1)));
}

/** The form in which a file names a stored secret: the products' documents know property substitution alone. */
export function secretReference(kind: WorkspaceFileKind, storedName: string): JsonValue {
  return fixedPaths[kind] === null ? `&{${storedName}}` : { $secret: storedName };
}

function placesByName(
  value: JsonValue,
  path: JsonPath,
  fields: typeof fieldObjects,
  isSecret: IsSecret,
): readonly JsonPath[] {
  if (Array.isArray(value))
    return (value as readonly JsonValue[]).flatMap((item, index) =>
      placesByName(item, [...path, index], fields, isSecret),
    );
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const memberPath = [...path, name];
    if (typeof member === 'string') return isSecret(name) && !variable.test(member) ? [memberPath] : [];
    if (isSecretForm(member)) return [memberPath];
    if (isProperty(path) && isSecret(name) && isStructure(member)) return structurePlaces(member, memberPath);
    if (mappings.has(name)) return [];
    return placesByName(member, memberPath, fields, fields.get(name) ?? isSecretMember);
  });
}

/** True within the properties of a connector, of which a secret may be a structure, such as the JWK of jwtKey. */
function isProperty(path: JsonPath): boolean {
  return path.length === 1 && path[0] === 'configurationProperties';
}

/** A structure is one secret; one that names variables, which sealing would hide, has its secrets inside. */
function structurePlaces(value: JsonValue, path: JsonPath): readonly JsonPath[] {
  return JSON.stringify(value).includes('&{') ? privatePlaces(value, path) : [path];
}

/** Members of a key that everybody may know. RFC 7517 §4, RFC 7518 §6, RFC 8037 §2 */
const publicMembers: ReadonlySet<string> = new Set([
  'kty',
  'use',
  'key_ops',
  'alg',
  'kid',
  'x5u',
  'x5c',
  'x5t',
  'x5t#S256',
  'crv',
  'x',
  'y',
  'n',
  'e',
]);

function privatePlaces(value: JsonValue, path: JsonPath): readonly JsonPath[] {
  if (typeof value === 'string') return value === '' ? [] : [path];
  if (Array.isArray(value))
    return (value as readonly JsonValue[]).flatMap((item, index) => privatePlaces(item, [...path, index]));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    publicMembers.has(name) ? [] : privatePlaces(member, [...path, name]),
  );
}

/** True if a value is a list or an object, and none of the forms in which secrets are held. */
function isStructure(value: JsonValue | undefined): boolean {
  return (
    typeof value === 'object' && value !== null && !isSecretForm(value) && privatePlaces(value, []).length > 0
  );
}

function isSecretForm(value: JsonValue | undefined): boolean {
  if (typeof value === 'string') return value !== '';
  return isJsonObject(value) && (Object.hasOwn(value, '$secret') || Object.hasOwn(value, '$crypto'));
}
