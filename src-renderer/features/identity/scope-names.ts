import type { Registration } from '#shared/api/index.ts';

/** The scopes that a client may ask for. */
export function scopesOf({ document }: Registration): readonly string[] {
  const scope = document?.['scope'];
  return typeof scope === 'string' ? scope.split(' ').filter((part) => part !== '') : [];
}

/** Every scope that a client may ask for or that the settings describe, in alphabetical order. */
export function knownScopes(clients: readonly Registration[], meanings: unknown): readonly string[] {
  const meant = typeof meanings === 'object' && meanings !== null ? Object.keys(meanings) : [];
  return [...new Set([...clients.flatMap(scopesOf), ...meant])].toSorted();
}
