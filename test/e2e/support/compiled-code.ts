import { join, resolve } from 'node:path';

/** Where the hosts of the tests find their code compiled: each test starts one, and compiling is a quarter of its start. */
export const compiledCodeDir = join(resolve(import.meta.dirname, '../../..'), '.reports/compiled-code');
