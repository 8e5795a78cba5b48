import { pathKey } from '#shared/throttle/traffic/recipe.ts';
import type { TraceColumn } from '#shared/throttle/traffic/recorded.ts';
import type { TrafficClass } from '#shared/throttle/traffic/schema.ts';
import { firstForwarded } from './client-address.ts';
import type { KeyProposal } from './options.ts';
import { pathTemplate } from './path-template.ts';
import { forwardedHeader, keyRank } from './roles.ts';

/** Classes that a list of clients can show and a workspace file can hold; the keys with most requests have one. */
const maxClasses = 10_000;
/** With more classes, what the requests of each have in common is not looked for. */
const maxDescribed = 1_000;
const maxIdLength = 200;
const maxProposals = 8;
const topKeys = 5;
/** Behind columns whose names tell of clients, before those that say nothing of them. */
const rankOfPaths = 50;
const othersId = 'others';
const unknownId = 'unknown';

/** A column with the name that it has in the log. */
export interface SourceColumn extends TraceColumn {
  readonly source: string;
}

/** Classes of clients by the texts of one column: the ones with most requests, and all others together. */
export function classesOf(columns: readonly SourceColumn[], counts: Uint32Array, choice: string | null) {
  const keys = columns.map(asKey);
  const column = choice === null ? guessed(keys, counts) : chosen(keys, choice);
  const ids: string[] = [];
  const byCode = classByCode(column, counts, ids);
  const client = new Int32Array(counts.length);
  for (let shape = 0; shape < client.length; shape += 1) client[shape] = byCode(column?.codes[shape] ?? -1);
  const classRequests = Array.from(ids, () => 0);
  for (let shape = 0; shape < client.length; shape += 1) {
    const index = client[shape] as number;
    classRequests[index] = (classRequests[index] ?? 0) + (counts[shape] ?? 0);
  }
  const common =
    ids.length > maxDescribed
      ? []
      : columns.map((each) => ({ each, codes: commonCodes(each, client, ids.length) }));
  const clients = ids.map(
    (id, index): TrafficClass => ({ id, ...commonOf(common, index), patterns: [], on429: { kind: 'drop' } }),
  );
  return { key: column?.source ?? null, clients, client, classRequests };
}

function chosen(columns: readonly SourceColumn[], choice: string): SourceColumn | undefined {
  return (
    columns.find(({ source }) => source === choice) ?? (choice === pathKey ? pathsOf(columns) : undefined)
  );
}

/** Numbers texts by their first occurrence and collects them in a list. */
function numbering(texts: string[]): (text: string) => number {
  const numbers = new Map<string, number>();
  return (text) => {
    const known = numbers.get(text);
    if (known !== undefined) return known;
    numbers.set(text, texts.length);
    return texts.push(text) - 1;
  };
}

/** A column with the templates of the paths; undefined: no line has an address. */
function pathsOf(columns: readonly SourceColumn[]): SourceColumn | undefined {
  const addresses = columns.find(({ role }) => role === 'uri');
  if (addresses === undefined) return undefined;
  return { ...mapped(addresses, pathTemplate), source: pathKey, name: pathKey };
}

/** A column as it tells clients apart: of the addresses that proxies saw, the first one is the client. */
function asKey(column: SourceColumn): SourceColumn {
  return column.name === forwardedHeader ? mapped(column, firstForwarded) : column;
}

/** A column with another text for each of its own. */
function mapped(column: SourceColumn, textOf: (text: string) => string): SourceColumn {
  const texts: string[] = [];
  const numberOf = numbering(texts);
  const others = Int32Array.from(column.texts, (text) => numberOf(textOf(text)));
  const codes = new Int32Array(column.codes.length);
  for (let shape = 0; shape < codes.length; shape += 1)
    codes[shape] = others[column.codes[shape] ?? -1] ?? -1;
  return { ...column, texts, codes };
}

/** The number of the class for the number of a text; puts the ids of the classes into a list, as they come. */
function classByCode(column: SourceColumn | undefined, counts: Uint32Array, ids: string[]) {
  const requests = requestsByCode(column, counts);
  const isAll = requests.length <= maxClasses;
  const least = isAll ? 0 : (requests.toSorted().at(-(maxClasses - 1)) ?? 0);
  const idOf = numbering(ids);
  // By one more than the number of a text; −1: its class is not known yet.
  const known = new Int32Array((column?.texts.length ?? 0) + 1).fill(-1);
  const classOf = (code: number): number => {
    const text = code < 0 ? undefined : column?.texts[code];
    if (text === undefined || text === '') return idOf(unknownId);
    const isOwn = isAll || ((requests[code] ?? 0) >= least && ids.length < maxClasses - 2);
    return idOf(isOwn ? text.slice(0, maxIdLength) : othersId);
  };
  return (code: number): number => {
    const index = known[code + 1] ?? -1;
    return index >= 0 ? index : (known[code + 1] = classOf(code));
  };
}

function requestsByCode(column: TraceColumn | undefined, counts: Uint32Array): Float64Array {
  const requests = new Float64Array(column?.texts.length ?? 0);
  for (let shape = 0; shape < counts.length; shape += 1) {
    const code = column?.codes[shape] ?? -1;
    if (code >= 0) requests[code] = (requests[code] ?? 0) + (counts[shape] ?? 0);
  }
  return requests;
}

const several = -2;

/** By class: the number of the text that all its requests have; `several` where they differ. */
function commonCodes({ codes }: TraceColumn, client: Int32Array, classes: number): Int32Array {
  const common = new Int32Array(classes).fill(-3);
  for (let shape = 0; shape < client.length; shape += 1) {
    const index = client[shape] as number;
    const code = codes[shape] ?? -1;
    const before = common[index];
    common[index] = before === -3 || before === code ? code : several;
  }
  return common;
}

function commonOf(
  columns: readonly { readonly each: SourceColumn; readonly codes: Int32Array }[],
  index: number,
): Pick<TrafficClass, 'attributes' | 'method' | 'uri' | 'remoteAddress'> {
  const attributes: Record<string, string> = {};
  const own: { method?: string; uri?: string; remoteAddress?: string } = {};
  for (const { each, codes } of columns) {
    const text = each.texts[codes[index] ?? -1];
    if (text === undefined) continue;
    if (each.role === 'attribute') attributes[each.name] = text;
    if (each.role === 'method' || each.role === 'uri' || each.role === 'remoteAddress') own[each.role] = text;
  }
  return { attributes, ...own };
}

/** The column that tells clients apart: the best one by its name that most requests have. */
function guessed(columns: readonly SourceColumn[], counts: Uint32Array): SourceColumn | undefined {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const ranked = columns
    .map((column) => ({ column, rank: keyRank(column.source), share: requestsWith(column, counts) / total }))
    .filter(({ rank, share }) => rank >= 0 && share > 0)
    .toSorted((a, b) => a.rank - b.rank || lowestOf(a.column) - lowestOf(b.column));
  const best = ranked.find(({ share }) => share >= 0.5) ?? ranked[0];
  return best?.column ?? columns.find(({ role }) => role === 'remoteAddress');
}

/** Among columns that fit alike, a client’s own address comes before a list of forwarded ones, unless all have the same. */
function lowestOf({ role, texts }: SourceColumn): number {
  if (texts.length < 2) return 2;
  return role === 'remoteAddress' ? 0 : 1;
}

/** Counts the requests that have a text in a column. */
export function requestsWith({ codes }: TraceColumn, counts: Uint32Array): number {
  let requests = 0;
  for (let shape = 0; shape < counts.length; shape += 1)
    if ((codes[shape] ?? -1) >= 0) requests += counts[shape] ?? 0;
  return requests;
}

/** Columns that could tell clients apart: those with more than one text, the heavy ones of each first. */
export function proposalsOf(columns: readonly SourceColumn[], counts: Uint32Array): readonly KeyProposal[] {
  const paths = pathsOf(columns);
  const addresses = columns.find(({ role }) => role === 'uri')?.texts.length ?? 0;
  // Where each address is a template of its own, its column says the same.
  const isTelling = paths !== undefined && paths.texts.length < addresses;
  return columns
    .map(asKey)
    .filter(({ texts, role }) => texts.length > 1 && texts.length <= maxClasses && role !== 'status')
    .concat(isTelling && paths.texts.length <= maxClasses ? [paths] : [])
    .map((column) => ({ column, rank: column === paths ? rankOfPaths : keyRank(column.source) }))
    .toSorted((a, b) => (a.rank < 0 ? 99 : a.rank) - (b.rank < 0 ? 99 : b.rank))
    .slice(0, maxProposals)
    .map(({ column }) => {
      const requests = requestsByCode(column, counts);
      const top = [...requests.keys()]
        .toSorted((a, b) => (requests[b] ?? 0) - (requests[a] ?? 0))
        .slice(0, topKeys)
        .map((code) => ({ key: column.texts[code] ?? '', requests: requests[code] ?? 0 }));
      return { column: column.source, keys: column.texts.length, top };
    });
}
