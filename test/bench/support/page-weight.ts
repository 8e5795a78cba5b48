import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** One entry of the bundler's manifest. */
export interface ManifestEntry {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
}

export type Manifest = Readonly<Record<string, ManifestEntry>>;

/** The application, and the screen that a new window shows: loaded by themselves, and parts of what the first screen takes. */
const firstScreen = ['main.tsx', 'features/home/home.tsx'];

/**
 * The scripts that a page loads before it shows its first screen: those that it names, that screen's own, and all that
 * they import statically.
 */
export function eagerScripts(html: string, manifest: Manifest): readonly string[] {
  const named = [...html.matchAll(/<(script|link)\b[^>]*>/g)].flatMap(([tag, name]) => {
    if (name === 'link' && !/\brel="modulepreload"/.test(tag)) return [];
    const path = /\b(?:src|href)="([^"]+)"/.exec(tag)?.[1];
    return path === undefined ? [] : [path.replace(/^\.?\//, '')];
  });
  const entries = new Map(Object.values(manifest).map((entry) => [entry.file, entry]));
  const found = new Set<string>();
  const follow = (file: string): void => {
    if (found.has(file)) return;
    found.add(file);
    for (const key of entries.get(file)?.imports ?? []) {
      const imported = manifest[key];
      if (imported !== undefined) follow(imported.file);
    }
  };
  const later = firstScreen.flatMap((module) => manifest[module]?.file ?? []);
  for (const file of [...named, ...later]) follow(file);
  return [...found];
}

/**
 * Size of the scripts of the built page's first screen, each compressed by gzip, in bytes.
 * @throws Error where the page is not built
 */
export function firstScreenGzipBytes(pageDirectory: string): number {
  const html = readFileSync(join(pageDirectory, 'index.html'), 'utf8');
  const manifest: Manifest = JSON.parse(readFileSync(join(pageDirectory, '.vite/manifest.json'), 'utf8'));
  const sizes = eagerScripts(html, manifest).map(
    (file) => gzipSync(readFileSync(join(pageDirectory, file))).length,
  );
  if (sizes.length === 0) throw new Error('The page loads no script.');
  return sizes.reduce((sum, size) => sum + size, 0);
}
