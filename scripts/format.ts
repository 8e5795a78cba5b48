import { runChild } from './run/child.mjs';
import { rootDir } from './support/root.ts';
import { toolArguments } from './support/tools.ts';

const options = { cwd: rootDir };
const formatted = await runChild(
  process.execPath,
  [...toolArguments('biome'), 'check', '--write', '.'],
  options,
);
const linted = await runChild(process.execPath, [...toolArguments('oxlint'), '--fix'], options);
process.exitCode = Math.max(formatted, linted);
