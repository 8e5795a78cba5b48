import { percentEncode } from '../../oauth/form.ts';
import type { JsonPath } from '../../workspace/json-pointer.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import type { PageStrategy, Pagination } from '../configuration/pagination.ts';
import { type PaginationStrategy, paginationStrategies } from '../configuration/vocabulary.ts';
import { type BodyTemplate, compileBody, fillBody } from '../requests/body-template.ts';
import { compilePathTemplate, escapeQuery, type PathTemplate } from '../requests/request-template.ts';
import {
  type AttributeNames,
  compileTemplate,
  fill,
  onlyPlaceholder,
  type Template,
  type Values,
} from '../requests/variables.ts';

/** How a strategy asks for a page, parsed. */
export interface CompiledStrategy {
  /** null: the path of the operation. */
  readonly path: PathTemplate | null;
  /** True if the cookie is the address of the next page: its path is the cookie and nothing else. RFC 8288 */
  readonly followsLink: boolean;
  /** Pairs of the query; one whose variable is not set is dropped. */
  readonly pairs: readonly { readonly name: string; readonly value: Template | null }[];
  /** Laid over the body of the operation. */
  readonly body: BodyTemplate | null;
}

export type CompiledStrategies = Partial<Readonly<Record<PaginationStrategy, CompiledStrategy>>>;

/** Parses the strategies of a QUERY. */
export function compileStrategies(
  pagination: Pagination | null | undefined,
  attributes: AttributeNames,
): CompiledStrategies {
  return Object.fromEntries(
    paginationStrategies.flatMap((name) => {
      const strategy = pagination?.[name];
      return strategy === null || strategy === undefined
        ? []
        : [[name, compileStrategy(strategy, attributes)] as const];
    }),
  );
}

/** Without a type, whatever the strategy has is used. */
function compileStrategy(
  { type, param, path, requestBody }: PageStrategy,
  attributes: AttributeNames,
): CompiledStrategy {
  const usesParam = type !== 'body' && param !== null && param !== undefined;
  const usesBody = type !== 'param' && requestBody !== null && requestBody !== undefined;
  return {
    path: path === null || path === undefined || path === '' ? null : compilePathTemplate(path, attributes),
    followsLink: followsLink(path),
    pairs: usesParam ? param.split('&').flatMap((pair) => pairOf(pair, attributes)) : [],
    body: usesBody ? compileBody(requestBody, attributes) : null,
  };
}

/** True of a path that is the cookie and nothing else. */
export function followsLink(path: string | null | undefined): boolean {
  if (path === null || path === undefined) return false;
  return onlyPlaceholder(compileTemplate(path.trim()))?.variable === '_pagedResultsCookie';
}

function pairOf(text: string, attributes: AttributeNames): CompiledStrategy['pairs'] {
  if (text === '') return [];
  const equals = text.indexOf('=');
  if (equals === -1) return [{ name: escapeQuery(text), value: null }];
  const value = compileTemplate(text.slice(equals + 1), attributes);
  return [{ name: escapeQuery(text.slice(0, equals)), value }];
}

/** The pairs for one page, encoded. */
export function fillPairs({ pairs }: CompiledStrategy, values: Values): readonly string[] {
  return pairs.flatMap(({ name, value }) => {
    if (value === null) return [name];
    const text = fill(value, values, escapeQuery, percentEncode);
    return text === null ? [] : [`${name}=${text}`];
  });
}

/** Returns the members that the strategy merges into the body; undefined: none. */
export function fillStrategyBody({ body }: CompiledStrategy, values: Values): JsonValue | undefined {
  return body === null ? undefined : fillBody(body, values);
}

/** Location of a strategy in the object type. */
export function strategyAt(name: PaginationStrategy): JsonPath {
  return ['operations', 'QUERY', 'pagination', name];
}
