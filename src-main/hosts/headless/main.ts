import { nodeTooOld } from './node-version.ts';

const missing = nodeTooOld(process.versions.node);

// Imported only now: on an older Node the program fails at its own imports.
if (missing === null) await import('./program.ts');
else {
  process.stderr.write(missing);
  process.exitCode = 1;
}
