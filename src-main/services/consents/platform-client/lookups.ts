import {
  type PlatformAgreement,
  type PlatformLanguage,
  type PlatformRevision,
  type UserAttribute,
} from '#shared/consents/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { isJsonObject } from '#shared/workspace/index.ts';
import { failureOf } from '../loading/verdict.ts';
import type { PlatformClient, PlatformResponse } from './client.ts';
import { idOf, segment } from './consents.ts';

/** Asks once the pace allows it, and again where it was refused for now. */
export type Ask = (perform: () => Promise<PlatformResponse>) => Promise<PlatformResponse>;

interface Lookup {
  readonly client: PlatformClient;
  readonly ask: Ask;
  readonly signal: AbortSignal;
}

/** Users that one page of a list holds at most. */
const usersOfPage = 1_000;
/** Keys that one filter names: request headers may have 6 KB. */
const keysOfFilter = 40;
const maxFilterBytes = 4_000;
/** Pages of a list that are followed; more is a list that never ends, as is one of so many empty pages. */
const maxPages = 100_000;
const maxEmptyPages = 100;
/** Agreements, languages and revisions that a list may hold: they are kept all at once. */
const maxTexts = 10_000;

/** All agreements of the environment, with their languages and revisions. @throws import.target-refused, import.target-failed */
export async function readAgreements(lookup: Lookup): Promise<readonly PlatformAgreement[]> {
  const agreements: PlatformAgreement[] = [];
  for await (const item of textsOf(lookup, '/agreements', 'agreements')) {
    const id = idOf(item);
    if (id === '') continue;
    const languages: PlatformLanguage[] = [];
    for await (const language of textsOf(lookup, `/agreements/${segment(id)}/languages`, 'languages'))
      languages.push(await readLanguage(lookup, id, language));
    const { name, enabled, reconsentPeriodDays } = item;
    agreements.push({
      id,
      name: textOf(name),
      isEnabled: enabled !== false,
      reconsentPeriodDays: typeof reconsentPeriodDays === 'number' ? reconsentPeriodDays : null,
      languages,
    });
  }
  return agreements;
}

async function readLanguage(lookup: Lookup, agreementId: string, item: Item): Promise<PlatformLanguage> {
  const id = idOf(item);
  const path = `/agreements/${segment(agreementId)}/languages/${segment(id)}/revisions`;
  const revisions: PlatformRevision[] = [];
  for await (const revision of textsOf(lookup, path, 'revisions')) {
    const { effectiveAt, requireReconsent, requiresReconsent } = revision;
    revisions.push({
      id: idOf(revision),
      effectiveAtMillis: typeof effectiveAt === 'string' ? Date.parse(effectiveAt) : Number.NaN,
      // The documents spell it both ways.
      requireReconsent: requireReconsent === true || requiresReconsent === true,
    });
  }
  const { locale, displayName, enabled, currentRevision } = item;
  const current = idOf(currentRevision);
  return {
    id,
    locale: textOf(locale),
    displayName: textOf(displayName),
    isEnabled: enabled !== false,
    currentRevisionId: current === '' ? null : current,
    revisions: revisions.filter(
      ({ id: revisionId, effectiveAtMillis }) => revisionId !== '' && !Number.isNaN(effectiveAtMillis),
    ),
  };
}

/** A user of the platform, as far as it can be found by it. */
export interface PlatformUser {
  readonly id: string;
  readonly username: string;
  readonly email: string;
  readonly externalId: string;
}

/**
 * Finds the users of some keys, by whichever takes fewer requests: reading all, or asking for some at a time.
 * @throws import.target-refused, import.target-failed
 */
export async function findUsersByKey(
  lookup: Lookup,
  keys: ReadonlySet<string>,
  by: UserAttribute,
  onProgress: (done: number, total: number) => void,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  const spellings = spellingsOf(keys, by);
  const take = (user: PlatformUser) => {
    if (user.id === '') return;
    for (const key of spellings.get(foldedKey(user[by], by)) ?? []) {
      const ids = found.get(key);
      if (ids === undefined) found.set(key, [user.id]);
      else if (!ids.includes(user.id)) ids.push(user.id);
    }
  };
  const first = await page(lookup, `/users?limit=${usersOfPage}`);
  const total = numberOf(first.body['count']) ?? Number.POSITIVE_INFINITY;
  const isBulkCheaper = total / usersOfPage <= keys.size / keysOfFilter || keys.size >= total;
  if (isBulkCheaper) {
    let done = 0;
    for await (const item of pagesFrom(lookup, first, 'users')) {
      take(userOf(item));
      done += 1;
      if (done % usersOfPage === 0) onProgress(done, total);
    }
    return found;
  }
  let done = 0;
  for (const batch of filtersOf(keys, by)) {
    for await (const item of listOf(
      lookup,
      `/users?limit=${usersOfPage}&filter=${encodeURIComponent(batch.filter)}`,
      'users',
    ))
      take(userOf(item));
    done += batch.count;
    onProgress(done, keys.size);
  }
  return found;
}

/** Users whose name, address or external id begins with a text. */
export async function searchUsers(lookup: Lookup, text: string): Promise<readonly PlatformUser[]> {
  const users: PlatformUser[] = [];
  const filter = ['username', 'email', 'externalId'].map((name) => `${name} sw ${quoted(text)}`).join(' or ');
  const response = await page(lookup, `/users?limit=20&filter=${encodeURIComponent(filter)}`);
  for (const item of itemsOf(response, 'users')) users.push(userOf(item));
  return users;
}

/** Names and addresses are the same in whatever case; ids are not. */
function foldedKey(key: string, by: UserAttribute): string {
  return by === 'username' || by === 'email' ? key.toLowerCase() : key;
}

/** The keys of the file by what they are at the platform. */
function spellingsOf(keys: ReadonlySet<string>, by: UserAttribute): ReadonlyMap<string, readonly string[]> {
  const spellings = new Map<string, string[]>();
  for (const key of keys) {
    const folded = foldedKey(key, by);
    const known = spellings.get(folded);
    if (known === undefined) spellings.set(folded, [key]);
    else known.push(key);
  }
  return spellings;
}

function* filtersOf(
  keys: Iterable<string>,
  by: UserAttribute,
): Generator<{ readonly filter: string; readonly count: number }> {
  let parts: string[] = [];
  let sizeBytes = 0;
  for (const key of keys) {
    const part = `${by} eq ${quoted(key)}`;
    const partBytes = encodeURIComponent(part).length + 8;
    if (parts.length > 0 && (parts.length >= keysOfFilter || sizeBytes + partBytes > maxFilterBytes)) {
      yield { filter: parts.join(' or '), count: parts.length };
      parts = [];
      sizeBytes = 0;
    }
    parts.push(part);
    sizeBytes += partBytes;
  }
  if (parts.length > 0) yield { filter: parts.join(' or '), count: parts.length };
}

/** RFC 7644 §3.4.2.2: a value is a JSON string. */
function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

function userOf(item: Item): PlatformUser {
  const { username, email, externalId } = item;
  return { id: idOf(item), username: textOf(username), email: textOf(email), externalId: textOf(externalId) };
}

type Item = Readonly<Record<string, unknown>>;

async function* listOf(lookup: Lookup, path: string, name: string): AsyncGenerator<Item> {
  yield* pagesFrom(lookup, await page(lookup, path), name);
}

/** A list that is kept whole. */
async function* textsOf(lookup: Lookup, path: string, name: string): AsyncGenerator<Item> {
  let count = 0;
  for await (const item of listOf(lookup, path, name)) {
    count += 1;
    if (count > maxTexts) throw failed(lookup, `The list of ${name} has more than ${maxTexts} items.`);
    yield item;
  }
}

/** The links are followed as they are; no next one: the last page. */
async function* pagesFrom(lookup: Lookup, first: PlatformResponse, name: string): AsyncGenerator<Item> {
  let response = first;
  let emptyPages = 0;
  let former: string | null = null;
  for (let pages = 1; ; pages += 1) {
    const items = itemsOf(response, name);
    yield* items;
    const href = nextOf(response);
    if (href === null) return;
    emptyPages = items.length === 0 ? emptyPages + 1 : 0;
    if (pages >= maxPages || emptyPages > maxEmptyPages || href === former)
      throw failed(lookup, `The list of ${name} does not end.`);
    former = href;
    const { client, ask, signal } = lookup;
    const link = client.linkOf(href);
    response = succeeded(lookup, await ask(() => client.follow(link, [`operation:${name}`], signal)), link);
  }
}

async function page(lookup: Lookup, path: string): Promise<PlatformResponse> {
  const { client, ask, signal } = lookup;
  const [, name = ''] = /^\/([a-z]+)/i.exec(path) ?? [];
  const response = await ask(() =>
    client.request({ method: 'GET', path, tags: [`operation:${name}`] }, signal),
  );
  return succeeded(lookup, response, path);
}

function succeeded(lookup: Lookup, response: PlatformResponse, path: string): PlatformResponse {
  if (response.status === 200) return response;
  const { code, message } = failureOf(response);
  throw failed(
    lookup,
    `${path} responded with status ${response.status}: ${code} ${message}`.slice(0, 1_000),
  );
}

function failed({ client: { profile } }: Lookup, message: string): GatehouseError {
  return new GatehouseError('import.target-failed', message, {
    fix: `Check base_url, environment_id and the permissions of the client ${profile.clientId} in the target ${profile.name}.`,
  });
}

function itemsOf({ body }: PlatformResponse, name: string): readonly Item[] {
  const embedded = body['_embedded'];
  const list = isJsonObject(embedded) ? embedded[name] : undefined;
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

function nextOf({ body }: PlatformResponse): string | null {
  const links = body['_links'];
  const next = isJsonObject(links) ? links['next'] : undefined;
  const href = isJsonObject(next) ? next['href'] : undefined;
  return typeof href === 'string' ? href : null;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
