import { GatehouseError } from '../../errors/index.ts';
import { percentEncode } from '../../oauth/percent.ts';
import { escapePath, escapeQuery, joinQuery } from './url-text.ts';
import { asIs, compileTemplate, fill, type Template, type Values, valueOf } from './variables.ts';

/** Path of a request, with the query that it may hold. */
export interface PathTemplate {
  readonly path: Template;
  /** Pairs of the query; one with a variable that is not set is dropped. */
  readonly query: readonly Template[];
}

/** Cuts a path of the configuration apart; a fragment is left out. */
export function compilePathTemplate(text: string): PathTemplate {
  const [whole = ''] = text.split('#', 1);
  const mark = whole.indexOf('?');
  const path = mark === -1 ? whole : whole.slice(0, mark);
  const query = mark === -1 ? '' : whole.slice(mark + 1);
  const origin = /^https?:\/\/[^/]*/i.exec(path)?.[0] ?? '';
  return {
    path: { parts: escaped(compileTemplate(path), origin) },
    query: query.split('&').map(compileTemplate),
  };
}

/** The origin of a whole URL is kept: it may contain brackets of an address. */
function escaped({ parts }: Template, origin: string): Template['parts'] {
  return parts.map((part, index) => {
    if (typeof part !== 'string') return part;
    return index === 0 && part.startsWith(origin)
      ? origin + escapePath(part.slice(origin.length))
      : escapePath(part);
  });
}

/**
 * The path with its query, filled in.
 * @throws connector.not-found for a uid that would make another path of
 * it: empty, `.` or `..`, connector.configuration if a variable of the path is not set
 */
export function fillPath({ path, query }: PathTemplate, values: Values): { path: string; query: string } {
  const { uid } = values;
  const namesUid = path.parts.some((part) => typeof part === 'object' && part.variable === 'uid');
  if (namesUid && (uid === '' || uid === '.' || uid === '..'))
    throw new GatehouseError('connector.not-found', `There is no object with the uid “${uid}”.`, {
      fix: 'Such a uid cannot stand in a path; name another one.',
    });
  const filled = fill(path, values, asIs, percentEncode);
  if (filled === null) throw unset(path, values);
  return {
    path: filled,
    query: joinQuery(query.map((pair) => fill(pair, values, escapeQuery, percentEncode) ?? '')),
  };
}

/** Without a part of it, a path would lead to another resource. */
function unset({ parts }: Template, values: Values): GatehouseError {
  const names = parts.flatMap((part) =>
    typeof part === 'object' && valueOf(part.variable, values) === null ? [`{${part.variable}}`] : [],
  );
  const [first = ''] = names;
  return new GatehouseError(
    'connector.configuration',
    `The path of the request holds ${names.join(' and ')}, and this request has no value for it.`,
    { fix: `Put ${first} into the path of a member of pagination, or into the query: there it is left out.` },
  );
}
