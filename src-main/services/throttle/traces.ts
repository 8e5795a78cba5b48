import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { removeFolder } from '#main/platform/remove-folder.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { Spread, TraceRecipe } from '#shared/throttle/traffic/recipe.ts';
import type { TrafficTrace } from '#shared/throttle/traffic/schema.ts';
import type { Random } from '#shared/time/clock.ts';
import { readTrace, readTraceHead } from './stored/read-trace.ts';
import { storeTrace } from './stored/store-trace.ts';
import type { TraceHead } from './stored/trace-head.ts';

/** Traces of former traffic files, which hold them themselves. */
const maxHeld = 8;
/** Stored traces that no traffic names are kept so long as they are among the newest. */
const maxUnnamed = 8;
const partEnding = '.part';

/** Where recorded requests are: in the engine, from a traffic file that holds them, or in a folder of the state. */
export type FoundTrace =
  | { readonly kind: 'held'; readonly trace: TrafficTrace }
  | { readonly kind: 'stored'; readonly folder: string };

/** Recorded requests that traffic refers to. */
export interface TraceStore {
  readonly directory: string;
  /** Holds a trace in the engine; its id. Of more than eight the oldest is forgotten. */
  add(trace: TrafficTrace): string;
  /** @throws api.not-found */
  find(id: string): FoundTrace;
  /** All requests at once. @throws api.not-found, traffic.trace-gone */
  read(id: string, spread: Spread): TrafficTrace;
  /** The head of a stored trace; null: it is not there. */
  head(id: string): TraceHead | null;
  /** Puts a trace that the engine holds into the state. @throws api.not-found */
  keep(id: string): Pick<TraceRecipe, 'id' | 'requests' | 'isWholeSeconds'>;
  /** Forgets the stored traces that nothing names, but for the newest. */
  prune(named: ReadonlySet<string>): void;
}

/** Makes the store over a folder of the state. */
export function createTraceStore(directory: string, random: Random): TraceStore {
  const held = new Map<string, TrafficTrace>();
  const folderOf = (id: string) => join(directory, id);
  const isStored = (id: string) => /^[0-9a-f]{24}$/.test(id) && existsSync(folderOf(id));

  function find(id: string): FoundTrace {
    if (isStored(id)) return { kind: 'stored', folder: folderOf(id) };
    const trace = held.get(id);
    if (trace !== undefined) return { kind: 'held', trace };
    throw new GatehouseError('api.not-found', 'These recorded requests are no longer in memory.', {
      fix: 'Import them again, or reopen the traffic file.',
    });
  }

  return {
    directory,
    add(trace) {
      const id = Buffer.from(random.bytes(9)).toString('base64url');
      held.set(id, trace);
      const oldest = held.keys().next().value;
      if (held.size > maxHeld && oldest !== undefined) held.delete(oldest);
      return id;
    },
    find,
    read(id, spread) {
      const found = find(id);
      return found.kind === 'held' ? found.trace : readTrace(found.folder, spread);
    },
    head: (id) => (isStored(id) ? readTraceHead(folderOf(id)) : null),
    keep(id) {
      const found = find(id);
      if (found.kind === 'held') return storeTrace(directory, found.trace);
      const head = readTraceHead(found.folder);
      return { id, requests: head?.requests ?? 0, isWholeSeconds: head?.isWholeSeconds ?? false };
    },
    prune(named) {
      mkdirSync(directory, { recursive: true, mode: 0o700 });
      const unnamed = readdirSync(directory)
        .filter((name) => isStored(name) && !named.has(name))
        .map((name) => ({ name, at: statSync(folderOf(name)).mtimeMs }))
        .toSorted((a, b) => b.at - a.at);
      for (const { name } of unnamed.slice(maxUnnamed)) removeFolder(folderOf(name));
    },
  };
}

/** Removes what imports left behind that were interrupted. */
export function removeParts(directory: string, isUnderWay: (name: string) => boolean): void {
  if (!existsSync(directory)) return;
  for (const name of readdirSync(directory))
    if (name.endsWith(partEnding) && !isUnderWay(name)) removeFolder(join(directory, name));
}

/** The name of a folder for the parts of an import. */
export function partName(importId: string): string {
  return `${importId}${partEnding}`;
}
