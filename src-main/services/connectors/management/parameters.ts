import { HostError } from './host-error.ts';

/** Parameters of a request; unknown ones are passed on as additional ones. */
export interface Parameters {
  readonly action: string | null;
  readonly queryFilter: string | null;
  readonly queryId: string | null;
  readonly queryExpression: string | null;
  readonly pageSize: number | null;
  readonly pagedResultsOffset: number | null;
  readonly pagedResultsCookie: string | null;
  /** null: no count is requested. */
  readonly totals: 'estimate' | 'exact' | null;
  readonly sortKeys: readonly SortKey[];
  /** Attributes that are asked for; empty: those that come by themselves. */
  readonly fields: readonly string[];
  readonly isPretty: boolean;
  readonly additional: Readonly<Record<string, string>>;
}

export interface SortKey {
  readonly field: string;
  readonly isDescending: boolean;
}

const single: ReadonlySet<string> = new Set([
  '_action',
  '_queryFilter',
  '_queryId',
  '_queryExpression',
  '_pageSize',
  '_pagedResultsOffset',
  '_pagedResultsCookie',
  '_totalPagedResultsPolicy',
  '_prettyPrint',
]);

/**
 * Reads the query of a request.
 * @throws HostError 400 if a parameter is repeated, is not a number, or conflicts with another one
 */
export function parseParameters(query: string): Parameters {
  return query === '' ? noParameters : readParameters(query);
}

const noParameters: Parameters = readParameters('');

function readParameters(query: string): Parameters {
  const values = new Map<string, string>();
  const lists: Record<'_fields' | '_sortKeys', string[]> = { _fields: [], _sortKeys: [] };
  const additional: [string, string][] = [];
  for (const [name, value] of new URLSearchParams(query)) {
    if (name === '_fields' || name === '_sortKeys') lists[name].push(value);
    else if (!single.has(name)) additional.push([name, value]);
    else if (values.has(name)) throw new HostError(400, `Multiple values given for parameter '${name}'`);
    else values.set(name, value);
  }
  const text = (name: string) => values.get(name) ?? null;
  const parameters: Parameters = {
    action: text('_action'),
    queryFilter: text('_queryFilter'),
    queryId: text('_queryId'),
    queryExpression: text('_queryExpression'),
    pageSize: wholeNumber('_pageSize', text('_pageSize')),
    pagedResultsOffset: wholeNumber('_pagedResultsOffset', text('_pagedResultsOffset')),
    pagedResultsCookie: text('_pagedResultsCookie') || null,
    totals: totalsOf(text('_totalPagedResultsPolicy')),
    sortKeys: lists['_sortKeys'].flatMap(sortKeysOf),
    fields: lists['_fields'].flatMap(fieldsOf),
    isPretty: text('_prettyPrint') === 'true',
    additional: Object.fromEntries(additional),
  };
  if (parameters.pagedResultsCookie !== null && (parameters.pagedResultsOffset ?? 0) > 0)
    throw new HostError(
      400,
      "The parameters '_pagedResultsCookie' and '_pagedResultsOffset' are mutually exclusive",
    );
  return parameters;
}

function wholeNumber(name: string, text: string | null): number | null {
  if (text === null) return null;
  const value = Number(text);
  if (/^-?\d{1,9}$/.test(text) && value >= 0) return value;
  throw new HostError(
    400,
    `The value '${text}' for parameter '${name}' could not be parsed as a valid integer`,
  );
}

function totalsOf(policy: string | null): Parameters['totals'] {
  const name = policy?.toLowerCase();
  if (name === undefined || name === 'none') return null;
  if (name === 'estimate' || name === 'exact') return name;
  throw new HostError(
    400,
    `The value '${policy}' for parameter '_totalPagedResultsPolicy' could not be parsed as a valid count policy`,
  );
}

function sortKeysOf(list: string): readonly SortKey[] {
  return fieldsOf(list.replaceAll(/(^|,)\s*\+/g, '$1')).map((key) =>
    key.startsWith('-') ? { field: key.slice(1), isDescending: true } : { field: key, isDescending: false },
  );
}

/** A pointer names an attribute by its first segment; deeper ones come under their leaf names. */
function fieldsOf(list: string): readonly string[] {
  return list
    .split(',')
    .map((field) => field.trim())
    .filter((field) => field !== '');
}
