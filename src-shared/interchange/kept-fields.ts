import { isSecretName } from '../exchange/redaction.ts';
import { parsedJson } from '../text/decoding.ts';
import { isJsonObject } from '../workspace/json-pointer.ts';
import type { JsonValue } from '../workspace/three-way.ts';

const secretMember = /(?:secrets?|password|privatekey|passphrase)$/i;
/** Members of a JWK that make it a private one. RFC 7518 §6.2.2, §6.3.2, §6.4.1 */
const privateMembers: ReadonlySet<string> = new Set(['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']);

/** True if a member holds a secret by its name; a number or a Boolean with such a name is only about a secret. */
function isSecretMember(name: string, member: JsonValue): boolean {
  if (member === null) return false;
  return secretMember.test(name) || (isSecretName(name) && ['string', 'object'].includes(typeof member));
}

/** A value without the secrets in it, and where they stood. */
export interface Stripped {
  readonly value: JsonValue;
  /** Names from the outside in, with dots. */
  readonly removed: readonly string[];
}

/** Takes out what is a secret by its name: what nothing here reads is kept in a file that is no place for one. */
export function withoutSecretFields(value: JsonValue, path: readonly string[] = []): Stripped {
  if (Array.isArray(value)) {
    const items = (value as readonly JsonValue[]).map((item, index) =>
      withoutSecretFields(item, [...path, String(index)]),
    );
    return { value: items.map((item) => item.value), removed: items.flatMap(({ removed }) => removed) };
  }
  if (!isJsonObject(value)) return { value, removed: [] };
  const isKey = typeof value['kty'] === 'string' || path.at(-2) === 'keys';
  const removed: string[] = [];
  const kept = Object.entries(value).flatMap(([name, member]) => {
    if (isSecretMember(name, member) || (isKey && member !== null && privateMembers.has(name))) {
      removed.push([...path, name].join('.'));
      return [];
    }
    const inner = withoutSecretsOf(name, member, [...path, name]);
    if (inner === null) {
      removed.push([...path, name].join('.'));
      return [];
    }
    removed.push(...inner.removed);
    return [[name, inner.value] as const];
  });
  return { value: Object.fromEntries(kept), removed };
}

/** Null: it may be a secret, and nothing says which part of it. */
function withoutSecretsOf(name: string, member: JsonValue, path: readonly string[]): Stripped | null {
  if (name !== 'jwks' || typeof member !== 'string' || member === '')
    return withoutSecretFields(member, path);
  const keys = publicKeySet(member, path);
  return keys === null ? null : { value: JSON.stringify(keys.value), removed: keys.removed };
}

/** A key set that is written as text, with public members alone; null where the text is none. */
export function publicKeySet(text: string, path: readonly string[]): Stripped | null {
  const parsed = parsedJson(text);
  const isSet = isJsonObject(parsed) && Array.isArray(parsed['keys']);
  return isSet ? withoutSecretFields(parsed, path) : null;
}
