import { isJsonObject } from '../workspace/json-pointer.ts';
import type { JsonValue } from '../workspace/three-way.ts';

const secretMember = /(?:secrets?|password|privatekey|passphrase)$/i;
/** Members of a JWK that make it a private one. RFC 7518 §6.2.2, §6.3.2, §6.4.1 */
const privateMembers: ReadonlySet<string> = new Set(['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k']);

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
  const isKey = typeof value['kty'] === 'string';
  const removed: string[] = [];
  const kept = Object.entries(value).flatMap(([name, member]) => {
    if (member !== null && (secretMember.test(name) || (isKey && privateMembers.has(name)))) {
      removed.push([...path, name].join('.'));
      return [];
    }
    const inner = withoutSecretFields(member, [...path, name]);
    removed.push(...inner.removed);
    return [[name, inner.value] as const];
  });
  return { value: Object.fromEntries(kept), removed };
}
