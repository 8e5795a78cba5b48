import { GatehouseError } from '../../errors/index.ts';
import { fieldSegments } from '../../query/matcher.ts';
import { printQueryFilter } from '../../query/printer.ts';
import type { QueryFilter } from '../../query/types.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import type { FilterPlan } from '../compiled.ts';
import { andOf, type BodyFilter, writeBodyFilter } from './body-filter.ts';
import {
  isQuery,
  joinRemote,
  type RemoteLanguage,
  remoteOperator,
  writePart,
  writeRemote,
} from './remote-filter.ts';
import { fieldsOf, simplify } from './simplify.ts';
import { pairNames } from './templates.ts';

/** The facts on which a plan depends. */
export interface FilterFacts {
  /** Attributes of the schema. */
  readonly attributes: { has(name: string): boolean };
  /** null: the remote takes no filter. */
  readonly language: RemoteLanguage | null;
  /** True if one object can be read by its uid. */
  readonly hasGet: boolean;
}

const everything: FilterPlan = {
  uid: null,
  isNothing: false,
  remote: null,
  body: null,
  local: null,
  needs: [],
  notes: [],
};
const own: ReadonlySet<string> = new Set(['_id', '__NAME__']);

/**
 * Divides a filter between the remote and here. Under `and` every part goes where it can; `or` and `not` go to the
 * remote as a whole or not at all, so that what both say together is what the filter says.
 * @throws connector.filter-invalid for attributes that there are not, and for pointers of several segments
 */
export function planFilter(filter: QueryFilter | null, facts: FilterFacts): FilterPlan {
  const simple = simplify(resolved(filter ?? { kind: 'true' }, facts));
  if (simple.kind === 'true') return everything;
  if (simple.kind === 'false') return { ...everything, isNothing: true };
  const parts = simple.kind === 'and' ? simple.parts : [simple];
  const byUid = facts.hasGet ? parts.find(isUidFilter) : undefined;
  if (byUid !== undefined) {
    const rest = parts.filter((part) => part !== byUid);
    return { ...withLocal(rest), uid: String(byUid.value) };
  }
  const { remote, body = null, rest } = divide(simple, parts, facts.language);
  return { ...withLocal(rest), remote, body };
}

function isUidFilter(part: QueryFilter): part is Extract<QueryFilter, { kind: 'compare' }> {
  return part.kind === 'compare' && part.field === '_id' && part.operator === 'eq' && part.value !== '';
}

function withLocal(rest: readonly QueryFilter[]): FilterPlan {
  const local = simplify({ kind: 'and', parts: rest });
  if (local.kind === 'true') return everything;
  const notes = rest.map((part) => `filtered locally: ${printQueryFilter(part)}`);
  return { ...everything, local, needs: fieldsOf(local), notes };
}

/** A filter that is divided. */
interface Divided {
  readonly remote: string | null;
  readonly body?: JsonValue;
  readonly rest: readonly QueryFilter[];
}

function divide(
  filter: QueryFilter,
  parts: readonly QueryFilter[],
  language: RemoteLanguage | null,
): Divided {
  if (language === null) return { remote: null, rest: parts };
  if (language.body !== null) return divideBody(filter, parts, language.body);
  if (filter.kind !== 'and') {
    const remote = writeRemote(filter, language);
    return { remote, rest: remote === null ? parts : [] };
  }
  const written = distinctPairs(
    parts.map((part) => ({ part, text: writePart(part, 'and', language) })),
    language,
  );
  const sent = written.filter(({ text }) => text !== null);
  const remote = joinRemote(
    'and',
    sent.flatMap(({ text }) => text ?? []),
    language,
  );
  if (remote !== null)
    return { remote, rest: written.flatMap(({ part, text }) => (text === null ? [part] : [])) };
  // Without a word for “and” the remote is told one part, and the others are looked at here.
  const [first] = parts.flatMap((part) => {
    const text = writeRemote(part, language);
    return text === null ? [] : [{ part, text }];
  });
  if (first === undefined) return { remote: null, rest: parts };
  return { remote: first.text, rest: parts.filter((part) => part !== first.part) };
}

interface Written {
  readonly part: QueryFilter;
  /** null: it is evaluated here. */
  readonly text: string | null;
}

/** In a query the second of two pairs of one name would take the place of the first, or be a choice beside it. */
function distinctPairs(written: readonly Written[], language: RemoteLanguage): readonly Written[] {
  if (!isQuery(language) || !(remoteOperator(language, 'and') ?? '').includes('&')) return written;
  const used = new Set<string>();
  return written.map(({ part, text }) => {
    const names = text === null ? [] : pairNames(text);
    if (names.some((name) => used.has(name))) return { part, text: null };
    for (const name of names) used.add(name);
    return { part, text };
  });
}

/** The same for a filter that is JSON. */
function divideBody(filter: QueryFilter, parts: readonly QueryFilter[], language: BodyFilter): Divided {
  const divided = (body: JsonValue, rest: readonly QueryFilter[]) => ({
    remote: JSON.stringify(body),
    body,
    rest,
  });
  if (filter.kind !== 'and') {
    const whole = writeBodyFilter(filter, language);
    return whole === null ? { remote: null, rest: parts } : divided(whole, []);
  }
  const written = parts.map((part) => ({ part, json: writeBodyFilter(part, language) }));
  const sent = written.flatMap(({ json }) => (json === null ? [] : [json]));
  const rest = written.flatMap(({ part, json }) => (json === null ? [part] : []));
  const joined = andOf(sent, language);
  if (joined !== null) return divided(joined, rest);
  const first = written.find(({ json }) => json !== null);
  if (first === undefined || first.json === null) return { remote: null, rest: parts };
  return divided(
    first.json,
    parts.filter((part) => part !== first.part),
  );
}

/** With bare names of attributes; the presence of one that there is not is false. */
function resolved(filter: QueryFilter, facts: FilterFacts): QueryFilter {
  switch (filter.kind) {
    case 'true':
    case 'false':
      return filter;
    case 'not':
      return { kind: 'not', part: resolved(filter.part, facts) };
    case 'and':
    case 'or':
      return { kind: filter.kind, parts: filter.parts.map((part) => resolved(part, facts)) };
    case 'present': {
      const field = attributeOf(filter.field);
      if (field === '_id') return { kind: 'true' };
      return isKnown(field, facts) ? { kind: 'present', field } : { kind: 'false' };
    }
    case 'compare': {
      const field = attributeOf(filter.field);
      if (!isKnown(field, facts)) throw unknownField(field);
      return { ...filter, field };
    }
  }
}

function attributeOf(field: string): string {
  const [name = '', ...deeper] = fieldSegments(field);
  if (deeper.length > 0)
    throw new GatehouseError('connector.filter-invalid', `Only one level JsonPointer supported: ${field}`, {
      fix: 'Enter only the attribute name.',
    });
  return name === '__UID__' ? '_id' : name;
}

function isKnown(field: string, { attributes }: FilterFacts): boolean {
  return own.has(field) || attributes.has(field);
}

function unknownField(field: string): GatehouseError {
  return new GatehouseError('connector.filter-invalid', `The object type has no attribute ${field}.`, {
    fix: 'Use an attribute of the schema, _id or __NAME__.',
  });
}
