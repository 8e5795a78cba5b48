import { type KeyOf, type KeySearch, requestSearch } from './key-search.ts';

/** A request to servers in a region that was not there before. */
export function regionKey({ id }: KeyOf<'region'>): KeySearch {
  const ending = `.${id}`;
  return requestSearch({
    subject: ending,
    severity: 'error',
    applies: ({ hostName }) => hostName !== null,
    parts: ({ hostName }) => (hostName?.endsWith(ending) === true ? [{ part: 'path' }] : []),
  });
}
