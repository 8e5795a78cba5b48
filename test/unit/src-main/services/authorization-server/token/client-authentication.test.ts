import * as crypto from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { postToken } from '#test/protocol/authorization-server/parties.ts';
import {
  startAuthorizationServer,
  type TestAuthorizationServer,
} from '#test/support/authorization-server.ts';

vi.mock('node:crypto', async (original) => {
  const real = await original<typeof crypto>();
  return { ...real, timingSafeEqual: vi.fn(real.timingSafeEqual) };
});

let as: TestAuthorizationServer;
beforeEach(async () => {
  as = await startAuthorizationServer();
});
afterEach(() => as.close());

test.each([
  ['the right secret', 'batch-job', 'batch-job-secret'],
  ['a wrong one of the same length', 'batch-job', 'batch-job-secreT'],
  ['a wrong one of another length', 'batch-job', 'x'.repeat(4_000)],
  ['none', 'batch-job', ''],
  ['the secret of an unknown client', 'nobody', 'batch-job-secret'],
  ['the secret of a public client', 'mobile-app', 'guess'],
])(
  'check 11: %s takes one comparison of two hashes, in constant time',
  async (_, client_id, client_secret) => {
    const compare = vi.mocked(crypto.timingSafeEqual);
    compare.mockClear();
    await postToken(as, { grant_type: 'client_credentials', client_id, client_secret });
    expect(compare.mock.calls.map((both) => both.map(({ byteLength }) => byteLength))).toEqual([[32, 32]]);
  },
);
