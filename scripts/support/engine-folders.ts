import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from './root.ts';
import { isModule } from './source-files.ts';

const roots = ['src-main', 'src-shared'];

// The guide’s words are English.
const german = /\/german-|\/german\b|\/de\//;

/** The modules of the engine whose texts are checked against the voice guide; also in a copy that git does not know. */
export function engineModules(): readonly string[] {
  return roots
    .flatMap((root) =>
      readdirSync(join(rootDir, root), { recursive: true, encoding: 'utf8' }).map(
        (name) => `${root}/${name.replaceAll('\\', '/')}`,
      ),
    )
    .filter((path) => isModule(path) && !german.test(path))
    .toSorted();
}
