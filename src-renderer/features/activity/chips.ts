import type { FacetFilters } from '#shared/api/index.ts';
import { type FilterNode, parseFilter, printFilter } from '#shared/exchange/filter/index.ts';
import {
  type ExchangeResult,
  exchangeResults,
  type TrafficSource,
  trafficSources,
} from '#shared/exchange/traffic-sources.ts';

/** The filter of a log that was not filtered yet: a run of the attack catalogue would bury everything else. */
export const defaultFilter = '-source:attacks';

/** The state of the chips under a given filter. */
export interface Chips {
  readonly hidden: ReadonlySet<TrafficSource>;
  /** Null: whatever became of it. */
  readonly result: ExchangeResult | null;
}

interface Split extends Chips {
  readonly rest: readonly FilterNode[];
}

const nothingChosen: Split = { hidden: new Set(), result: null, rest: [] };

function sourceIn(node: FilterNode): TrafficSource | undefined {
  if (node.kind !== 'field' || node.field !== 'source') return undefined;
  return trafficSources.find((source) => source === node.value.toLowerCase());
}

function resultIn(node: FilterNode): ExchangeResult | undefined {
  if (node.kind !== 'field' || node.operator !== '=') return undefined;
  if (node.field !== 'status' && node.field !== 'is') return undefined;
  const value = node.value.toLowerCase();
  return exchangeResults.find((result) => result === value && node.field === fieldOf(result));
}

/** The field of the filter that tells a result. */
function fieldOf(result: ExchangeResult): 'status' | 'is' {
  return result.endsWith('xx') ? 'status' : 'is';
}

const nodeOf = (result: ExchangeResult): FilterNode => ({
  kind: 'field',
  field: fieldOf(result),
  operator: '=',
  value: result,
});

/** Takes a filter apart into what chips say and everything else; null where it cannot be read. */
function split(filter: string): Split | null {
  const parsed = parseFilter(filter);
  if ('error' in parsed) return null;
  const { filter: node } = parsed;
  const nodes = node.kind === 'and' ? node.nodes : node.kind === 'everything' ? [] : [node];
  const hidden = new Set<TrafficSource>();
  const rest: FilterNode[] = [];
  let result: ExchangeResult | null = null;
  for (const part of nodes) {
    const without = part.kind === 'not' ? sourceIn(part.node) : undefined;
    const only = sourceIn(part);
    const chosen = resultIn(part);
    if (without !== undefined) hidden.add(without);
    else if (only !== undefined) {
      for (const source of trafficSources) if (source !== only) hidden.add(source);
    } else if (chosen !== undefined && result === null) result = chosen;
    else rest.push(part);
  }
  return { hidden, result, rest };
}

function print({ hidden, result, rest }: Split): string {
  const shown = trafficSources.filter((source) => !hidden.has(source));
  const [only] = shown;
  const term = (value: string): FilterNode => ({ kind: 'field', field: 'source', operator: '=', value });
  // One that is left is shorter to say, and to read, than six that are not.
  const sources: readonly FilterNode[] =
    shown.length === 1 && only !== undefined
      ? [term(only)]
      : trafficSources
          .filter((source) => hidden.has(source))
          .map((source) => ({ kind: 'not', node: term(source) }));
  const nodes = [...rest, ...sources, ...(result === null ? [] : [nodeOf(result)])];
  return printFilter(nodes.length === 0 ? { kind: 'everything' } : { kind: 'and', nodes });
}

/** Reads which chips are down; null where the filter cannot be read. */
export const chipsOf: (filter: string) => Chips | null = split;

/** The filter with a source shown that was hidden, or hidden that was shown. */
export function toggleSource(filter: string, source: TrafficSource): string {
  const { hidden, ...other } = split(filter) ?? nothingChosen;
  const next = new Set(hidden);
  if (!next.delete(source)) next.add(source);
  return print({ ...other, hidden: next });
}

/** The filter with this result alone, or with any where it is that already. */
export function toggleResult(filter: string, result: ExchangeResult): string {
  const before = split(filter) ?? nothingChosen;
  return print({ ...before, result: before.result === result ? null : result });
}

/** The filters under which chips are counted: each kind as if none of its own were chosen. */
export function facetFiltersOf(filter: string): FacetFilters {
  const before = split(filter) ?? nothingChosen;
  return { sources: print({ ...before, hidden: new Set() }), results: print({ ...before, result: null }) };
}

const isTime = (node: FilterNode): boolean =>
  node.kind === 'field' && (node.field === 'after' || node.field === 'before');

/** True if a filter shows a part of the time alone. */
export function hasTime(filter: string): boolean {
  return (split(filter) ?? nothingChosen).rest.some(isTime);
}

/** The filter with what arrived in a range of time alone, in epoch milliseconds; null: at any time. */
export function withTime(
  filter: string,
  range: { readonly fromMillis: number; readonly untilMillis: number } | null,
): string {
  const before = split(filter) ?? nothingChosen;
  const rest = before.rest.filter((node) => !isTime(node));
  const at = (field: string, millis: number): FilterNode => ({
    kind: 'field',
    field,
    operator: '=',
    value: new Date(millis).toISOString().replace('.000Z', 'Z'),
  });
  const times = range === null ? [] : [at('after', range.fromMillis), at('before', range.untilMillis)];
  return print({ ...before, rest: [...rest, ...times] });
}
