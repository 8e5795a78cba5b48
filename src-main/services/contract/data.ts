import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import {
  type ContractHistory,
  contractEndpointSchema,
  contractEntrySchema,
  contractResourceSchema,
  sinceRowSchema,
} from '#shared/contract/index.ts';

/**
 * Reads the history of the contract, the newest entry first. Document 3 §2, §4.2, §9
 * @throws Error where a file of the installation is missing or damaged
 */
export function loadContractHistory(directory: string): ContractHistory {
  const read = <Schema extends z.ZodType>(name: string, schema: Schema): readonly z.output<Schema>[] =>
    z.array(schema).parse(JSON.parse(readFileSync(join(directory, `${name}.json`), 'utf8')));
  return {
    entries: read('entries', contractEntrySchema),
    resources: read('resources', contractResourceSchema),
    endpoints: read('endpoints', contractEndpointSchema),
    since: read('since', sinceRowSchema),
  };
}
