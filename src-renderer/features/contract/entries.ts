import type { ContractEntry, ContractHistory, LintFinding } from '#shared/contract/index.ts';
import { synonymsOf } from './synonyms.ts';
import type { ContractView } from './view.ts';

/** The effect of a change on API clients: breaks them, will break them, changes behaviour, or only adds. */
export type Impact = 'breaking' | 'deprecation' | 'behaviour' | 'additive';

/** The impact of a change; deprecated endpoints still answer. */
export function impactOf({ breaking, kind }: Pick<ContractEntry, 'breaking' | 'kind'>): Impact {
  if (kind === 'deprecated') return 'deprecation';
  return breaking === 'additive' || breaking === 'behaviour' ? breaking : 'breaking';
}

/** Entries in the order of the list: the newest first, those of one day as the history has them. */
export function newestFirst(entries: readonly ContractEntry[]): readonly ContractEntry[] {
  return entries.toSorted((one, other) => (one.date === other.date ? 0 : one.date < other.date ? 1 : -1));
}

/** The findings that name each entry, whatever date they count at. */
export function placesByEntry(findings: readonly LintFinding[]): ReadonlyMap<string, readonly LintFinding[]> {
  const places = new Map<string, LintFinding[]>();
  for (const finding of findings)
    for (const id of finding.entries) {
      const known = places.get(id);
      if (known === undefined) places.set(id, [finding]);
      else known.push(finding);
    }
  return places;
}

/** Everything of an entry that a search looks into, in lower case, with what others call it. */
export function searchTexts(history: ContractHistory): ReadonlyMap<string, string> {
  const resources = new Map(history.resources.map((resource) => [resource.id, resource]));
  const endpoints = new Map(history.endpoints.map((endpoint) => [endpoint.id, endpoint]));
  return new Map(
    history.entries.map((entry) => {
      const named = entry.resources.flatMap((id) => {
        const resource = resources.get(id);
        if (resource === undefined) return [];
        const own = resource.properties.filter((property) => property.entry === entry.id);
        return [resource.title, ...own.flatMap(({ name, values }) => [name, ...values])];
      });
      const paths = entry.endpoints.map((id) => endpoints.get(id)?.template ?? '');
      const synonyms = synonymsOf(`${entry.title} ${entry.text}`);
      const parts = [entry.date, entry.title, entry.text, synonyms, ...entry.rules, ...named, ...paths];
      return [entry.id, parts.join(' ').toLowerCase()];
    }),
  );
}

/** A path as the history writes it: ids and placeholders are `{}`, and neither server nor version is part of it. */
function pathOf(word: string): string {
  if (!word.includes('/')) return word;
  const path = word.replace(/^https?:\/\/[^/]+/, '').replace(/^\/v1(?=\/)/, '');
  return path
    .split('/')
    .map((part) => (/^(?:\{.*\}|\$\{.*\}|:\w+|<.*>|[\da-f]{8}-[\da-f-]{27})$/.test(part) ? '{}' : part))
    .join('/');
}

export interface EntryFilter extends Pick<ContractView, 'text' | 'area' | 'kind' | 'isBreaking' | 'isMine'> {}

/** True if any filter is set. */
export function hasFilter({ text, area, kind, isBreaking, isMine }: EntryFilter): boolean {
  return text.trim() !== '' || area !== null || kind !== null || isBreaking || isMine;
}

export interface Known {
  readonly texts: ReadonlyMap<string, string>;
  readonly places: ReadonlyMap<string, readonly LintFinding[]>;
}

/** The entries that a filter lets through; every word that is searched has to be there. */
export function filterEntries(
  entries: readonly ContractEntry[],
  filter: EntryFilter,
  { texts, places }: Known,
): readonly ContractEntry[] {
  const sought = filter.text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(pathOf);
  return entries.filter((entry) => {
    if (filter.area !== null && entry.area !== filter.area) return false;
    if (filter.kind !== null && entry.kind !== filter.kind) return false;
    if (filter.isBreaking && impactOf(entry) !== 'breaking') return false;
    if (filter.isMine && !places.has(entry.id)) return false;
    const text = texts.get(entry.id) ?? '';
    return sought.every((word) => text.includes(word));
  });
}

/** Entries counted by year, the first year first; years without any between are there too. */
export function countByYear(
  entries: readonly ContractEntry[],
): readonly { readonly year: string; readonly count: number }[] {
  const years = entries.map(({ date }) => Number(date.slice(0, 4)));
  if (years.length === 0) return [];
  const first = Math.min(...years);
  return Array.from({ length: Math.max(...years) - first + 1 }, (_, at) => ({
    year: String(first + at),
    count: years.filter((year) => year === first + at).length,
  }));
}

/** A link from one entry to another, in either direction. */
export interface EntryLink {
  readonly entry: ContractEntry;
  readonly relation: ContractEntry['links'][number]['relation'];
  /** It is shown at the other entry. */
  readonly isBack: boolean;
}

/** Returns the entries linked to an entry: first its own links, then links to it; each other entry once. */
export function linksOf(entry: ContractEntry, entries: readonly ContractEntry[]): readonly EntryLink[] {
  const byId = new Map(entries.map((candidate) => [candidate.id, candidate]));
  const own = entry.links.flatMap(({ relation, entry: id }): readonly EntryLink[] => {
    const target = byId.get(id);
    return target === undefined ? [] : [{ entry: target, relation, isBack: false }];
  });
  const there = new Set(own.map((link) => link.entry.id));
  const back = entries.flatMap((other): readonly EntryLink[] => {
    const link = other.links.find((candidate) => candidate.entry === entry.id);
    return link === undefined || there.has(other.id)
      ? []
      : [{ entry: other, relation: link.relation, isBack: true }];
  });
  return [...own, ...back];
}
