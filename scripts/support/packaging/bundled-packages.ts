import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../root.ts';

/** A package of somebody else that stands in the built application. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** SPDX expression, as the package says it. */
  readonly license: string;
  /** The texts that its licence asks to be passed on, in the order of their file names. */
  readonly texts: readonly string[];
  /** Subresource integrity of the package as it was installed, or null where the lock has none. */
  readonly integrity: string | null;
}

const noticeName = /^(licen[cs]e|copying|notice|third[-_ ]?party)/i;

/**
 * The packages that are really in the build: those that a source map of `out/` names, so neither one that is only
 * installed nor one of which nothing was left after tree shaking.
 * @throws Error where a package has no licence text
 */
export function bundledPackages(): readonly BundledPackage[] {
  const integrities = lockedIntegrities();
  return [...bundledPlaces()].toSorted().map((path) => {
    const folder = join(rootDir, path);
    const { name, version, license }: Record<string, string> = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    const texts = readdirSync(folder)
      .filter((file) => noticeName.test(file))
      .toSorted()
      .map((file) => readFileSync(join(folder, file), 'utf8').trimEnd());
    if (texts.length === 0) throw new Error(`${path} has no licence text that could be passed on.`);
    return {
      name: name ?? path,
      version: version ?? '',
      license: license ?? '',
      texts,
      integrity: integrities.get(path) ?? null,
    };
  });
}

/** The folders below node_modules of all packages that the source maps of the build name. */
function bundledPlaces(): ReadonlySet<string> {
  const out = join(rootDir, 'out');
  const maps = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.map'),
  );
  if (maps.length === 0) throw new Error('out/ has no source maps: run `npm run build` first.');
  const places = new Set<string>();
  for (const map of maps) {
    const { sources }: { sources: readonly string[] } = JSON.parse(readFileSync(join(out, map), 'utf8'));
    for (const source of sources) {
      const path = packagePlace(source);
      if (path !== null) places.add(path);
    }
  }
  return places;
}

/** The folder of the package that a source belongs to, from `node_modules` on; null for a source of our own. */
export function packagePlace(source: string): string | null {
  // Maps of workers count from another folder: what stands before the first node_modules is not to be relied on.
  const inside = source.slice(Math.max(0, source.indexOf('node_modules/')));
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/.exec(inside)?.[0] ?? null;
}

function lockedIntegrities(): ReadonlyMap<string, string> {
  const { packages }: { packages: Record<string, { integrity?: string }> } = JSON.parse(
    readFileSync(join(rootDir, 'package-lock.json'), 'utf8'),
  );
  return new Map(
    Object.entries(packages).flatMap(([path, { integrity }]) =>
      integrity === undefined ? [] : [[path, integrity] as const],
    ),
  );
}
