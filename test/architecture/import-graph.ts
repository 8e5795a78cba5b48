import { posix } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { readModule } from './read-module.ts';
import type { SourceFile } from './source-tree.ts';

/** One module that imports another of the tree; `isType`: only its types. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly isType: boolean;
}

const subpaths = Object.entries(manifest.imports).map(([key, target]) => ({
  prefix: key.replace('*', ''),
  folder: target.replace('./', '').replace('*', ''),
}));

/** The imports of the given modules among each other; what only `new URL()` names is started, not imported. */
export function arrowsOf(files: readonly SourceFile[]): readonly Arrow[] {
  const known = new Set(files.map(({ path }) => path));
  return files.flatMap(({ path, text }) =>
    readModule(path, text).references.flatMap(({ specifier, isUrl, isType }) => {
      const to = specifier === null || isUrl ? null : resolved(path, specifier);
      return to !== null && known.has(to) ? [{ from: path, to, isType }] : [];
    }),
  );
}

function resolved(from: string, specifier: string): string | null {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier);
  const subpath = subpaths.find(({ prefix }) => specifier.startsWith(prefix));
  return subpath === undefined ? null : `${subpath.folder}${specifier.slice(subpath.prefix.length)}`;
}

/** The groups of nodes that lead to each other in circles, each sorted. Tarjan's strongly connected components. */
export function circlesOf(arrows: readonly Pick<Arrow, 'from' | 'to'>[]): readonly (readonly string[])[] {
  const next = Map.groupBy(arrows, ({ from }) => from);
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];

  function visit(node: string): void {
    const own = order.size;
    order.set(node, own);
    lowest.set(node, own);
    open.push(node);
    for (const { to } of next.get(node) ?? []) {
      if (!order.has(to)) visit(to);
      if (open.includes(to)) lowest.set(node, Math.min(lowest.get(node) ?? own, lowest.get(to) ?? own));
    }
    if (lowest.get(node) !== own) return;
    const members = open.splice(open.indexOf(node));
    if (members.length > 1) circles.push(members.toSorted());
  }
  for (const node of next.keys()) if (!order.has(node)) visit(node);
  return circles;
}
