import type { LiveTokenParent, LiveTokenRow } from '#shared/api/index.ts';
import type { Runtime } from '../runtime.ts';
import { audienceText } from '../stores/audience.ts';
import type { Family } from '../stores/families.ts';
import { eachToken, holderOf, stateOf, stateOfFamily, type TokenFact, type TokenState } from './walk.ts';

/** A query for the rows below a place. */
export interface TreeQuery {
  readonly parent: LiveTokenParent;
  readonly search: string;
  readonly offset: number;
  readonly limit: number;
}

export interface TreePage {
  readonly total: number;
  readonly items: readonly LiveTokenRow[];
}

/** Totals of a branch of the tree. */
interface Tally {
  tokens: number;
  live: number;
  state: TokenState;
  issuedAtMillis: number;
  lastUsedAtMillis: number | null;
}

const blank = {
  holder: null,
  clientId: null,
  familyId: null,
  scope: null,
  audience: null,
  grantType: null,
  issuedAtMillis: null,
  expiresAtMillis: null,
  lastUsedAtMillis: null,
} as const;

/** The rows below a place of the tree, the newest first. */
export async function treeRows(runtime: Runtime, query: TreeQuery): Promise<TreePage> {
  const { parent } = query;
  if (parent === null) return branches(runtime, query, 'holder', () => true);
  if (parent.kind === 'holder')
    return branches(runtime, query, 'client', (holder) => holder === parent.holder);
  if (parent.kind === 'client') return ofClient(runtime, query, parent);
  const newest = new Newest(query);
  const now = runtime.clock.nowMillis();
  await eachToken(runtime, (token) => {
    if (token.entry.family?.id === parent.familyId) newest.add(tokenRow(runtime, token, now));
  });
  return newest.page();
}

/** Holders, or the clients of one, with what each of them comes to. */
async function branches(
  runtime: Runtime,
  query: TreeQuery,
  kind: 'holder' | 'client',
  isWanted: (holder: string | null) => boolean,
): Promise<TreePage> {
  const now = runtime.clock.nowMillis();
  const sought = query.search.trim().toLowerCase();
  const isFound = (holder: string | null, clientId: string) =>
    sought === '' || `${holder ?? ''}\n${clientId}`.toLowerCase().includes(sought);
  const tallies = new Map<string | null, Tally>();
  const tallyOf = (holder: string | null, clientId: string): Tally | null => {
    if (!isWanted(holder) || !isFound(holder, clientId)) return null;
    const key = kind === 'holder' ? holder : clientId;
    const known = tallies.get(key);
    if (known !== undefined) return known;
    const tally = emptyTally();
    tallies.set(key, tally);
    return tally;
  };
  for (const family of runtime.families.all()) noteFamily(tallyOf(holderOf(family), family.clientId), family);
  await eachToken(runtime, (token) =>
    noteToken(tallyOf(token.holder, token.entry.clientId), token, stateOf(runtime, token, now)),
  );
  const newest = new Newest(query);
  for (const [key, tally] of tallies) {
    const position =
      kind === 'holder'
        ? { holder: key }
        : { holder: query.parent?.kind === 'holder' ? query.parent.holder : null, clientId: key };
    newest.add({ ...blank, ...tally, kind, id: key ?? '', ...position });
  }
  return newest.page();
}

/** Grants of a client for a holder, and the tokens that came without one. */
async function ofClient(
  runtime: Runtime,
  query: TreeQuery,
  { holder, clientId }: { readonly holder: string | null; readonly clientId: string },
): Promise<TreePage> {
  const now = runtime.clock.nowMillis();
  const newest = new Newest(query);
  const families = new Map<string, { readonly family: Family; readonly tally: Tally }>();
  for (const family of runtime.families.all())
    if (family.clientId === clientId && holderOf(family) === holder)
      families.set(family.id, { family, tally: emptyTally() });
  await eachToken(runtime, (token) => {
    const { entry } = token;
    if (entry.family !== null)
      noteToken(families.get(entry.family.id)?.tally ?? null, token, stateOf(runtime, token, now));
    else if (entry.clientId === clientId && token.holder === holder)
      newest.add(tokenRow(runtime, token, now));
  });
  for (const { family, tally } of families.values()) newest.add(familyRow(runtime, family, tally, now));
  return newest.page();
}

function emptyTally(): Tally {
  return { tokens: 0, live: 0, state: 'expired', issuedAtMillis: 0, lastUsedAtMillis: null };
}

function noteFamily(tally: Tally | null, { beganAtMillis, lastUsedAtMillis }: Family): void {
  if (tally === null) return;
  tally.issuedAtMillis = Math.max(tally.issuedAtMillis, beganAtMillis);
  if (lastUsedAtMillis > 0) tally.lastUsedAtMillis = Math.max(tally.lastUsedAtMillis ?? 0, lastUsedAtMillis);
}

function noteToken(tally: Tally | null, { entry }: TokenFact, state: TokenState): void {
  if (tally === null) return;
  tally.tokens += 1;
  tally.issuedAtMillis = Math.max(tally.issuedAtMillis, entry.issuedAtMillis);
  if (state === 'valid') tally.live += 1;
  // A branch is as good as its best token.
  if (state === 'valid' || (tally.state === 'expired' && state !== 'rolled')) tally.state = state;
}

function tokenRow(runtime: Runtime, token: TokenFact, nowMillis: number): LiveTokenRow {
  const { kind, id, entry, holder } = token;
  const state = stateOf(runtime, token, nowMillis);
  return {
    kind,
    id,
    holder,
    clientId: entry.clientId,
    familyId: entry.family?.id ?? null,
    state,
    tokens: 1,
    live: state === 'valid' ? 1 : 0,
    scope: entry.scope,
    audience: 'audience' in entry ? audienceText(entry.audience) : null,
    grantType: entry.family?.grantType ?? null,
    issuedAtMillis: entry.issuedAtMillis,
    expiresAtMillis: entry.expiresAtMillis,
    lastUsedAtMillis: null,
  };
}

function familyRow(runtime: Runtime, family: Family, tally: Tally, nowMillis: number): LiveTokenRow {
  return {
    kind: 'family',
    id: family.id,
    holder: holderOf(family),
    clientId: family.clientId,
    familyId: family.id,
    state: stateOfFamily(runtime, family, nowMillis),
    tokens: tally.tokens,
    live: tally.live,
    scope: family.scope,
    audience: null,
    grantType: family.grantType,
    issuedAtMillis: family.beganAtMillis,
    expiresAtMillis: family.endsAtMillis,
    lastUsedAtMillis: family.lastUsedAtMillis > 0 ? family.lastUsedAtMillis : null,
  };
}

/** The newest rows of many; no more are kept than requested. */
class Newest {
  readonly #query: Pick<TreeQuery, 'offset' | 'limit'>;
  readonly #kept: number;
  #rows: LiveTokenRow[] = [];
  #total = 0;

  constructor(query: Pick<TreeQuery, 'offset' | 'limit'>) {
    this.#query = query;
    this.#kept = query.offset + query.limit;
  }

  add(row: LiveTokenRow): void {
    this.#total += 1;
    this.#rows.push(row);
    if (this.#rows.length >= 2 * this.#kept + 1_024) this.#rows = this.#sorted().slice(0, this.#kept);
  }

  page(): TreePage {
    const { offset, limit } = this.#query;
    return { total: this.#total, items: this.#sorted().slice(offset, offset + limit) };
  }

  #sorted(): LiveTokenRow[] {
    return this.#rows.toSorted(
      (one, other) => (other.issuedAtMillis ?? 0) - (one.issuedAtMillis ?? 0) || (one.id < other.id ? -1 : 1),
    );
  }
}
