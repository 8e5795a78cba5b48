import {
  isAuthorization,
  isToken,
  type KeyOf,
  type KeySearch,
  parameterParts,
  requestSearch,
} from './key-search.ts';

/** An authorization or token request that asks for a scope that was not there before. */
export function scopeKey({ pattern }: KeyOf<'scope'>): KeySearch {
  const source = pattern
    .split('*')
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
    .join(String.raw`\S+`);
  const scope = new RegExp(`(?:^| )${source}(?: |$)`);
  return requestSearch({
    subject: pattern,
    severity: 'warning',
    applies: (request) => isAuthorization(request) || isToken(request),
    parts: (request) => parameterParts(request, 'scope', (value) => scope.test(value)),
  });
}
