import { resolve } from 'node:path';
import { wrongFuses } from './support/packaging/fuse-switch.ts';

const [binary] = process.argv.slice(2);

if (binary === undefined) {
  process.stderr.write('usage: npm run package:fuses -- <program of the packed application>\n');
  process.exitCode = 2;
} else {
  const wrong = await wrongFuses(resolve(binary));
  for (const fuse of wrong) process.stderr.write(`${fuse}\n`);
  if (wrong.length === 0) process.stdout.write('Every fuse is as it is wanted.\n');
  process.exitCode = wrong.length === 0 ? 0 : 1;
}
