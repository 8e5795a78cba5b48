import type { QueryFilter } from '../../query/types.ts';
import type { JsonPath } from '../../workspace/json-pointer.ts';
import { isJsonObject } from '../../workspace/json-pointer.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import type { FilterSettings } from '../configuration/object-type.ts';
import { type FilterOperator, filterOperators } from '../configuration/vocabulary.ts';
import type { Path } from '../paths/index.ts';
import type { ProblemReport } from '../problem-report.ts';
import { mergeBodies } from '../requests/body-template.ts';
import { onlyPlaceholder, type Template } from '../requests/variables.ts';
import { operatorOf } from './operators.ts';
import { filterTemplate } from './templates.ts';

/** JSON of an operator, cut apart once. */
type FilterJson =
  | { readonly kind: 'constant'; readonly value: JsonValue }
  | { readonly kind: 'text'; readonly template: Template }
  | { readonly kind: 'list'; readonly items: readonly FilterJson[] }
  | { readonly kind: 'object'; readonly members: readonly (readonly [name: Template, value: FilterJson])[] };

/** A filter that is put into the body of a request. */
export interface BodyFilter {
  /** null: it is laid over the body. */
  readonly path: Path | null;
  readonly templates: ReadonlyMap<FilterOperator, FilterJson>;
  /** Names by which the remote knows attributes. */
  readonly names: ReadonlyMap<string, string>;
}

/** Parses `body` of filters; null: filters stand in the query. */
export function compileBodyFilter(
  { body }: Pick<FilterSettings, 'body'>,
  names: ReadonlyMap<string, string>,
  report: ProblemReport,
): BodyFilter | null {
  if (body === null || body === undefined) return null;
  const at = ['filters', 'body'];
  const templates = filterOperators.flatMap((operator) => {
    const json = body.templates[operator];
    if (json === undefined || json === null) return [];
    const compiled = compileJson(json, namesOf(operator), [...at, 'templates', operator], report);
    return compiled === null ? [] : [[operator, compiled] as const];
  });
  const path = (body.path ?? '') === '' ? null : report.path(body.path ?? '', [...at, 'path']);
  return { path, templates: new Map(templates), names };
}

function namesOf(operator: FilterOperator): readonly string[] {
  if (operator === 'and' || operator === 'or') return ['parts'];
  if (operator === 'not') return ['part'];
  return operator === 'presence' ? ['name'] : ['name', 'value'];
}

function compileJson(
  json: JsonValue,
  names: readonly string[],
  at: JsonPath,
  report: ProblemReport,
): FilterJson | null {
  if (typeof json === 'string') {
    const template = filterTemplate(json, names, at, report);
    return template === null ? null : { kind: 'text', template };
  }
  if (Array.isArray(json)) {
    const items = (json as readonly JsonValue[]).map((item, index) =>
      compileJson(item, names, [...at, index], report),
    );
    return items.every((item) => item !== null) ? { kind: 'list', items } : null;
  }
  if (!isJsonObject(json)) return { kind: 'constant', value: json };
  const members = Object.entries(json).map(([name, member]) => {
    const here = [...at, name];
    const key = filterTemplate(name, names, here, report);
    const value = compileJson(member, names, here, report);
    return key === null || value === null ? null : ([key, value] as const);
  });
  return members.every((member) => member !== null) ? { kind: 'object', members } : null;
}

/** A filter as the remote takes it; null: it, or a part of it, cannot be said there. */
export function writeBodyFilter(filter: QueryFilter, language: BodyFilter): JsonValue | null {
  const operator = operatorOf(filter);
  const template = operator === null ? undefined : language.templates.get(operator);
  if (template === undefined) return null;
  switch (filter.kind) {
    case 'true':
    case 'false':
      return null;
    case 'present':
    case 'compare': {
      const name = language.names.get(filter.field);
      if (name === undefined) return null;
      return fillJson(template, { name, value: filter.kind === 'compare' ? filter.value : null });
    }
    case 'not': {
      const part = writeBodyFilter(filter.part, language);
      return part === null ? null : fillJson(template, { part });
    }
    case 'and':
    case 'or': {
      const parts = filter.parts.map((part) => writeBodyFilter(part, language));
      return joinBody(template, parts);
    }
  }
}

function joinBody(template: FilterJson, parts: readonly (JsonValue | null)[]): JsonValue | null {
  const written = parts.filter((part) => part !== null);
  return written.length === parts.length ? fillJson(template, { parts: written }) : null;
}

/** Parts that are written already, under the word for “and”; null: the remote has none. */
export function andOf(parts: readonly JsonValue[], { templates }: BodyFilter): JsonValue | null {
  const [only] = parts;
  if (parts.length < 2) return only ?? null;
  const template = templates.get('and');
  return template === undefined ? null : fillJson(template, { parts });
}

type Filling = Readonly<Record<string, JsonValue>>;

function fillJson(json: FilterJson, filling: Filling): JsonValue {
  switch (json.kind) {
    case 'constant':
      return json.value;
    case 'text': {
      const only = onlyPlaceholder(json.template);
      return only === null ? textOf(json.template, filling) : (filling[only.written] ?? null);
    }
    case 'list':
      return json.items.flatMap((item) => {
        const value = fillJson(item, filling);
        const isParts = item.kind === 'text' && onlyPlaceholder(item.template)?.written === 'parts';
        return isParts && Array.isArray(value) ? (value as readonly JsonValue[]) : [value];
      });
    case 'object':
      return Object.fromEntries(
        json.members.map(([name, member]) => [textOf(name, filling), fillJson(member, filling)]),
      );
  }
}

function textOf({ parts }: Template, filling: Filling): string {
  return parts
    .map((part) => {
      const value = typeof part === 'string' ? part : filling[part.written];
      return typeof value === 'string' ? value : JSON.stringify(value);
    })
    .join('');
}

/** The body with the filter in it. */
export function putFilter(
  body: JsonValue | undefined,
  filter: JsonValue,
  { path }: BodyFilter,
): JsonValue | undefined {
  if (path === null) return mergeBodies(body, filter);
  const target = typeof body === 'object' && body !== null ? body : {};
  path.write(target, filter);
  return target;
}
