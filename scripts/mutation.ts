import { join } from 'node:path';
import { runChild } from './run/child.mjs';
import { nodeFlags } from './run/node.mjs';
import { rootDir } from './support/root.ts';

process.exitCode = await runChild(process.execPath, [
  ...nodeFlags,
  join(rootDir, 'test/mutation/main.ts'),
  ...process.argv.slice(2),
]);
