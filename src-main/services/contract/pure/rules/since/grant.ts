import { isToken, type KeyOf, type KeySearch, parameterParts, requestSearch } from './key-search.ts';

/** A token request with a grant that was not there before. */
export function grantKey({ grantType }: KeyOf<'grant'>): KeySearch {
  return requestSearch({
    subject: grantType,
    severity: 'error',
    applies: isToken,
    parts: (request) => parameterParts(request, 'grant_type', (value) => value === grantType),
  });
}
