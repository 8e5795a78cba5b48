import { hash } from 'node:crypto';
import { mask, secretKindOfHeader, secretKindOfName } from '#shared/exchange/index.ts';
import type { CompiledExpression, NamePath } from '#shared/expressions/index.ts';

/** Characters of a group that its bucket is kept by as they are. */
const maxKeyLength = 256;
const shownOfLong = 64;
/** Groups that have a number at one time. */
const maxNumbers = 10_000;

/** The text by which the bucket of a group is kept: a group may be as long as a header, and there may be many. */
export function bucketKey(group: string): string {
  if (group.length <= maxKeyLength) return group;
  // A copy: a part of a text would keep the whole of it in memory.
  const start = Buffer.from(group.slice(0, shownOfLong)).toString();
  return `${start}… (sha-256 ${hash('sha256', group, 'base64url')})`;
}

/** Tests whether a place of a request holds a credential, or may hold one. */
export function isSecretRead([root, member, leaf, part]: NamePath): boolean {
  if (root === 'request') {
    // Without a fixed name, its position in the list of values is given, or nothing.
    if (member === 'headers') return isOpen(leaf) || secretKindOfHeader(leaf, '') !== undefined;
    if (member === 'form' || member === 'queryParams')
      return isOpen(leaf) || secretKindOfName(leaf) !== undefined;
    return member === undefined || member === 'cookies';
  }
  if (root !== 'contexts' && root !== 'context') return false;
  if (member !== 'oauth2') return member === undefined;
  return leaf === undefined || (leaf === 'accessToken' && (part === undefined || part === 'token'));
}

function isOpen(name: string | undefined): name is undefined {
  return name === undefined || /^\d+$/.test(name);
}

/** Names of the groups of a filter in trace and screens: those made of credentials have a number alone. */
export class GroupNames {
  readonly #isSecret: boolean;
  readonly #numbers = new Map<string, number>();
  #count = 0;

  constructor({ reads }: CompiledExpression) {
    this.#isSecret = reads.some(isSecretRead);
  }

  shown(key: string): string {
    if (!this.#isSecret || key === '') return key;
    const known = this.#numbers.get(key);
    if (known !== undefined) return `${mask} ${known}`;
    if (this.#numbers.size >= maxNumbers) this.#numbers.clear();
    this.#count += 1;
    this.#numbers.set(key, this.#count);
    return `${mask} ${this.#count}`;
  }
}
