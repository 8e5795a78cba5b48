import type { JsonValue } from '#shared/workspace/three-way.ts';
import { isUnknown, untoldMember } from '../parts/placeholder.ts';
import type { KeyOf, KeySearch, KeyUse } from './key-search.ts';
import { pathsTo } from './values.ts';

/** A member of a resource that was not there before. */
export function propertyKey({ resource, path }: KeyOf<'property'>): KeySearch {
  return memberSearch(resource, path, `${resource}.${memberName(path)}`, () => true);
}

/**
 * A member of a resource with a value that was not there before. What another key names exactly is left to that one:
 * `CUSTOM_*` does not speak of `CUSTOM_PROVIDER`, which came later.
 */
export function valueKey(
  { resource, path, values }: KeyOf<'value'>,
  namedElsewhere: ReadonlySet<string>,
): KeySearch {
  const exact = new Set(values.filter((value) => !value.endsWith('*')));
  const beginnings = values.flatMap((value) => (value.endsWith('*') ? [value.slice(0, -1)] : []));
  const counts = (value: JsonValue) =>
    typeof value === 'string' &&
    (exact.has(value) ||
      (!namedElsewhere.has(value) &&
        beginnings.some((start) => value.startsWith(start) && value.length > start.length)));
  return memberSearch(resource, path, `${resource}.${memberName(path)} ${values.join(', ')}`, counts);
}

function memberName(path: readonly string[]): string {
  return path.filter((step) => step !== '*' && step !== '**').join('.');
}

function memberSearch(
  resource: string,
  path: readonly string[],
  subject: string,
  counts: (value: JsonValue) => boolean,
): KeySearch {
  return {
    kinds: ['resource'],
    resources: [resource],
    subject,
    severity: 'warning',
    // A platform's answer is no use of it.
    applies: (fact) => fact.kind === 'resource' && fact.resource === resource && fact.in !== 'response',
    parts: (fact) =>
      fact.kind === 'resource'
        ? pathsTo(fact.value, path).flatMap(([at, value]): readonly KeyUse[] => {
            if (counts(value)) return [{ part: 'body', path: at }];
            return isUnknown(value) ? [untoldMember(...at)] : [];
          })
        : [],
  };
}
