import { runChild } from './run/child.mjs';
import { rootDir } from './support/root.ts';
import { toolArguments } from './support/tools.ts';

const args = [...toolArguments('vitest'), 'run', ...process.argv.slice(2)];
process.exitCode = await runChild(process.execPath, args, { cwd: rootDir });
