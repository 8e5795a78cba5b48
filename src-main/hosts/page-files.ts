import { readdirSync, readFileSync } from 'node:fs';
import { extname, join, relative, sep } from 'node:path';

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.txt': 'text/plain; charset=utf-8',
};

/** One file of the built page. */
export interface PageFile {
  readonly bytes: Buffer;
  readonly mediaType: string;
  /** Its name holds a hash of its content: it never changes. */
  readonly isImmutable: boolean;
}

/** Looks a file of the built page up by its URL path; null for anything that is not in the build. */
export type FindPageFile = (urlPath: string) => PageFile | null;

/**
 * Lists the built page once: a path that is not in the list does not exist, whatever it spells, so no request can
 * leave the folder.
 */
export function openPageFiles(directory: string): FindPageFile {
  const known = new Map<string, string>();
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || extname(entry.name) === '.map') continue;
    const file = join(entry.parentPath, entry.name);
    known.set(`/${relative(directory, file).split(sep).join('/')}`, file);
  }
  const read = new Map<string, PageFile>();
  return (urlPath) => {
    const path = urlPath === '/' ? '/index.html' : urlPath;
    const file = known.get(path);
    if (file === undefined) return null;
    const cached = read.get(path) ?? {
      bytes: readFileSync(file),
      mediaType: mediaTypes[extname(file)] ?? 'application/octet-stream',
      isImmutable: path.startsWith('/assets/'),
    };
    read.set(path, cached);
    return cached;
  };
}
