/** The bundler's description of a module. */
interface ModuleFacts {
  readonly importedIds: readonly string[];
}

interface Bundle {
  getModuleInfo(id: string): ModuleFacts | null;
}

/** A module and all that it imports at once, and not only when it is needed. */
function closureOf(id: string, bundle: Bundle): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [id];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    waiting.push(...(bundle.getModuleInfo(next)?.importedIds ?? []));
  }
  return found;
}

/**
 * Names one chunk for all that the application imports before its first screen: else each module that a later screen
 * shares with it is a file and a request of its own. Left out are the entry itself, so that the chunk can be imported
 * without beginning it, and what runs before it: words are read while modules load.
 */
export function firstPageChunk(
  entry: string,
  before: readonly string[],
): (id: string, bundle: Bundle) => string | null {
  let first: ReadonlySet<string> | null = null;
  return (id, bundle) => {
    if (first === null) {
      const earlier = before.map((one) => closureOf(one, bundle));
      const isFirst = (one: string) => one !== entry && !earlier.some((closure) => closure.has(one));
      first = new Set([...closureOf(entry, bundle)].filter(isFirst));
    }
    return first.has(id) ? 'first' : null;
  };
}
