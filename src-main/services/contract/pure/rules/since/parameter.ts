import { isAuthorization, type KeyOf, type KeySearch, parameterParts, requestSearch } from './key-search.ts';

/** A parameter of an authorization request, or a value of one. */
export function parameterKey({ name, values }: KeyOf<'parameter'>): KeySearch {
  const wordsOf = (text: string) => text.split(' ').filter((word) => word !== '');
  const sets = values?.map(wordsOf) ?? [];
  const counts = (value: string) => {
    const words = new Set(wordsOf(value));
    return values === undefined || sets.some((set) => set.every((word) => words.has(word)));
  };
  return requestSearch({
    subject: name,
    severity: 'warning',
    applies: isAuthorization,
    parts: (request) => parameterParts(request, name, counts),
  });
}
