import { posix } from 'node:path';

/** Modules by their paths from the top of the checkout, with slashes. */
export type Modules = ReadonlyMap<string, string>;

/** A test file that a change reaches. */
export interface ReachedTest {
  readonly path: string;
  /** Imports between the change and the test; 0 where the test itself changed. */
  readonly distance: number;
}

const reference = /(?:\bfrom\s*|\bimport\s*\(?\s*|\bnew URL\(\s*)(['"])([^'"\n]+)\1/g;
const aliases: Readonly<Record<string, string>> = {
  '#shared/': 'src-shared/',
  '#main/': 'src-main/',
  '#renderer/': 'src-renderer/',
  '#test/': 'test/',
};
const testFile = /^test\/(?:unit|protocol|api|architecture|spec)\/.+\.test\.tsx?$/;

/** Test files from which a changed file can be reached by imports, the nearest first. */
export function testsReaching(changed: readonly string[], modules: Modules): readonly ReachedTest[] {
  const importers = importersOf(modules);
  const distances = new Map(changed.map((path) => [path, 0]));
  const waiting = [...changed];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const distance = (distances.get(path) ?? 0) + 1;
    for (const importer of importers.get(path) ?? []) {
      if (distances.has(importer)) continue;
      distances.set(importer, distance);
      waiting.push(importer);
    }
  }
  return [...distances]
    .filter(([path]) => testFile.test(path) && modules.has(path))
    .map(([path, distance]) => ({ path, distance }))
    .toSorted((one, other) => one.distance - other.distance || one.path.localeCompare(other.path));
}

function importersOf(modules: Modules): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const [path, text] of modules)
    for (const [, , specifier = ''] of text.matchAll(reference)) {
      const target = resolved(path, specifier);
      if (target === null) continue;
      const known = importers.get(target);
      if (known === undefined) importers.set(target, [path]);
      else known.push(path);
    }
  return importers;
}

function resolved(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  const alias = Object.keys(aliases).find((prefix) => specifier.startsWith(prefix));
  return alias === undefined ? null : `${aliases[alias]}${specifier.slice(alias.length)}`;
}

/** Tests that fit into a time by what each took before, and how many do not; at least one always fits. */
export function fittingTests(
  tests: readonly ReachedTest[],
  secondsOf: (path: string) => number,
  maxSeconds: number,
): { readonly fitting: readonly string[]; readonly left: number } {
  const fitting: string[] = [];
  let seconds = 0;
  for (const { path } of tests) {
    const own = secondsOf(path);
    if (fitting.length > 0 && seconds + own > maxSeconds) continue;
    seconds += own;
    fitting.push(path);
  }
  return { fitting, left: tests.length - fitting.length };
}

/** The TypeScript project of a changed file: the folder of its tsconfig.json; null where nothing is compiled. */
export function projectOf(path: string): string | null {
  if (!/\.tsx?$/.test(path)) return null;
  const root = /^(src-(?:shared|main|renderer))\//.exec(path)?.[1];
  return root ?? '.';
}
