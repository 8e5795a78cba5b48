import { readFileSync, writeFileSync } from 'node:fs';
import { type Baseline, baselineSchema } from '#main/services/contract/pure/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';

/**
 * Reads the findings that are known.
 * @throws contract.unreadable
 */
export function readBaseline(path: string): Baseline {
  try {
    return baselineSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch (cause) {
    throw new GatehouseError('contract.unreadable', `The baseline ${path} cannot be read.`, {
      cause,
      fix: 'Create it with --write-baseline, or specify another file.',
      location: { file: path },
    });
  }
}

/**
 * Writes findings as known ones.
 * @throws workspace.unwritable
 */
export function writeBaseline(path: string, baseline: Baseline): void {
  try {
    writeFileSync(path, `${JSON.stringify(baseline, null, 2)}\n`);
  } catch (cause) {
    throw new GatehouseError('workspace.unwritable', `The baseline ${path} cannot be written.`, {
      cause,
      fix: 'Specify a file in an existing, writable folder.',
    });
  }
}
