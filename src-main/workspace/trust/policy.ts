import { isLoopbackHost, plainHost } from '#shared/http/loopback.ts';
import { type TrustItem, type TrustKind, trustKey } from '#shared/trust/index.ts';
import { hostOfItem, type TrustFile, trustItems } from './find.ts';
import { connectorScripts, type DeclaredScript, routeScripts, scriptFile, scriptFolder } from './scripts.ts';

/** Permissions decided for a workspace: everything, nothing, or items by their keys. */
export type Decided = 'everything' | 'nothing' | ReadonlySet<string>;

/**
 * Permissions of a workspace at present. Anything that none of its items names is allowed, unless it may do nothing.
 */
export interface TrustPolicy {
  readonly items: readonly TrustItem[];
  /** Those of them that are off. */
  readonly off: readonly TrustItem[];
  allows(kind: Exclude<TrustKind, 'script' | 'destination' | 'elsewhere'>, value: string): boolean;
  /** Returns true if a server may be asked, by its host as a URL spells it. */
  reaches(host: string): boolean;
  /** The same for components that decide for themselves, such as a browser. */
  readonly reach: Reach;
  /** Returns true if a script may run that is named by its file, or given as text. */
  runs(script: DeclaredScript): boolean;
}

/** Hosts besides loopback that may be asked: all but these, or only these. */
export interface Reach {
  readonly isOpen: boolean;
  readonly hosts: readonly string[];
}

/** Judges the present files of a workspace by the decisions. */
export function trustPolicy(files: readonly TrustFile[], decided: Decided): TrustPolicy {
  if (typeof decided === 'string') return sweepingPolicy(files, decided);
  const items = trustItems(files);
  const off = items.filter((item) => !decided.has(trustKey(item)));
  const offKeys = new Set(off.map(trustKey));
  const isOn = (kind: TrustKind, value: string) => !offKeys.has(trustKey({ kind, value }));
  return {
    items,
    off,
    allows: isOn,
    ...reachedUnder(items, offKeys),
    runs: runsUnder(files, items, isOn),
  };
}

/** Everything or nothing is said without a look at the files: they are read where somebody asks for the items. */
function sweepingPolicy(files: readonly TrustFile[], decided: 'everything' | 'nothing'): TrustPolicy {
  const mayAll = decided === 'everything';
  let found: readonly TrustItem[] | null = null;
  const items = () => (found ??= trustItems(files));
  return {
    get items() {
      return items();
    },
    get off() {
      return mayAll ? [] : items();
    },
    allows: () => mayAll,
    reaches: (host) => mayAll || isLoopbackHost(host),
    reach: { isOpen: mayAll, hosts: [] },
    runs: () => mayAll,
  };
}

/** Hosts of redirects, metadata and screens follow from trusted items, unless a file leads anywhere. */
function reachedUnder(
  items: readonly TrustItem[],
  offKeys: ReadonlySet<string>,
): Pick<TrustPolicy, 'reaches' | 'reach'> {
  const isOff = (item: TrustItem) => offKeys.has(trustKey(item));
  const hostsOf = (some: readonly TrustItem[]) => new Set(some.flatMap((item) => hostOfItem(item) ?? []));
  const on = hostsOf(items.filter((item) => !isOff(item)));
  const off = hostsOf(items.filter(isOff));
  const isOpen = !items.some((item) => item.kind === 'elsewhere' && isOff(item));
  return {
    reaches(name) {
      const host = plainHost(name);
      return isLoopbackHost(host) || on.has(host) || (isOpen && !off.has(host));
    },
    reach: { isOpen, hosts: isOpen ? [...off].filter((host) => !on.has(host)) : [...on] },
  };
}

/**
 * Tests whether a script may run: one that no file holds, such as a draft on a screen, runs unless a script of its
 * sort waits for a decision.
 */
function runsUnder(
  files: readonly TrustFile[],
  items: readonly TrustItem[],
  isOn: (kind: TrustKind, value: string) => boolean,
): TrustPolicy['runs'] {
  const known = new Map<string, boolean>();
  const waiting = { text: false, file: false };
  for (const { value } of items.filter(({ kind }) => kind === 'script'))
    if (!isOn('script', value)) waiting[value.startsWith(scriptFolder) ? 'file' : 'text'] = true;
  for (const { kind, file, value } of files)
    for (const script of scriptsOf(kind, value)) {
      const key = JSON.stringify(script);
      // Of two files with one text, one that is trusted is enough.
      known.set(key, known.get(key) === true || isOn('script', scriptFile(script, file)));
    }
  return (script) => known.get(JSON.stringify(script)) ?? !waiting['file' in script ? 'file' : 'text'];
}

function scriptsOf(kind: TrustFile['kind'], value: TrustFile['value']): readonly DeclaredScript[] {
  if (kind === 'route') return routeScripts(value);
  return kind === 'connector' ? connectorScripts(value) : [];
}
