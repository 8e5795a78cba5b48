import { existsSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { createTemporaryProfiles } from '#main/platform/temporary-profiles.ts';
import { startedAnew } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';

const folder = startedAnew(temporaryDirectory);
afterEach(() => {
  vi.restoreAllMocks();
});

test.each([
  ['stays while its process lives, also where that is somebody else’s', 'EPERM', 0],
  ['goes once its process is no more', 'ESRCH', 1],
] as const)('a profile %s', async (_what, code, removed) => {
  const profiles = createTemporaryProfiles(folder.path);
  const profile = await profiles.make();
  vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error(`kill ${code}`), { code });
  });
  expect(await profiles.sweep()).toBe(removed);
  expect(existsSync(profile)).toBe(removed === 0);
});
