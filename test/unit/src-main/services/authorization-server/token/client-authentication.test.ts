import crypto from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { postToken } from '#test/protocol/authorization-server/parties.ts';
import { startAuthorizationServer } from '#test/support/authorization-server.ts';
import { replaceBuiltin } from '#test/support/builtins.ts';
import { startedAnew } from '#test/support/started.ts';

let restore: () => void;
const comparedBytes: (readonly [number, number])[] = [];
const as = startedAnew(startAuthorizationServer);
beforeEach(() => {
  comparedBytes.length = 0;
  restore = replaceBuiltin(crypto, 'timingSafeEqual', (compare) => (one, other) => {
    comparedBytes.push([one.byteLength, other.byteLength]);
    return compare(one, other);
  });
});
afterEach(() => {
  restore();
});

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
    await postToken(as, { grant_type: 'client_credentials', client_id, client_secret });
    expect(comparedBytes).toEqual([[32, 32]]);
  },
);
