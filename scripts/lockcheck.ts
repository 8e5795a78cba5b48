import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockDefects } from './support/lock-defects.ts';
import { rootDir } from './support/root.ts';

const manifest: unknown = JSON.parse(readFileSync(join(rootDir, 'package.json'), 'utf8'));
const lock: unknown = JSON.parse(readFileSync(join(rootDir, 'package-lock.json'), 'utf8'));
const defects = lockDefects(manifest, lock);

for (const defect of defects) process.stderr.write(`${defect}\n`);
if (defects.length === 0) process.stdout.write('package-lock.json is complete.\n');
process.exitCode = defects.length === 0 ? 0 : 1;
