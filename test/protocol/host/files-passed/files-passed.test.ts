import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

type Passed = Readonly<Record<'token' | 'management', readonly string[]>>;

test('a reader who follows a request has few files to open', async () => {
  const program = join(import.meta.dirname, 'program.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [program]);
  const passed = JSON.parse(stdout) as Passed;
  expect(passed.token).toContain('src-main/services/authorization-server/token/endpoint.ts');
  expect(passed.token.length).toBeLessThanOrEqual(18);
  expect(passed.management).toContain('src-main/services/connectors/management/operations/get.ts');
  expect(passed.management.length).toBeLessThanOrEqual(40);
});
