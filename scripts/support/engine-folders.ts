import { isModule, sourceFiles } from './source-files.ts';

const roots = ['src-main/', 'src-shared/'];

// The guide’s words are English.
const german = /\/german-|\/german\b|\/de\//;

/** The modules of the engine whose texts are checked against the voice guide. */
export function engineModules(): readonly string[] {
  return sourceFiles().filter(
    (path) => isModule(path) && roots.some((root) => path.startsWith(root)) && !german.test(path),
  );
}
