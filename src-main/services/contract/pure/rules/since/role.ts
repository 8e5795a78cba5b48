import type { FactPart } from '#shared/contract/facts.ts';
import type { JsonPath } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import type { KeyOf, KeySearch } from './key-search.ts';
import { valuesBelow } from './values.ts';

/** A role that was not there before: of the client of a request, or named by a document. */
export function roleKey({ name }: KeyOf<'role'>): KeySearch {
  return {
    kinds: ['request', 'document'],
    subject: name,
    severity: 'warning',
    applies: (fact) =>
      fact.kind === 'document' || (fact.kind === 'request' && typeof fact.client?.role === 'string'),
    parts(fact) {
      if (fact.kind === 'request') return fact.client?.role === name ? [{ part: 'whole' }] : [];
      return fact.kind === 'document' ? named(fact.value, name) : [];
    },
  };
}

function named(document: JsonValue, name: string): readonly FactPart[] {
  const found: FactPart[] = [];
  const visit = (value: JsonValue, path: JsonPath) => {
    if (value === name) found.push({ part: 'body', path });
  };
  valuesBelow(document, visit);
  return found;
}
