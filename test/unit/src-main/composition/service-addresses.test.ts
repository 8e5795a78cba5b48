import { expect, test } from 'vitest';
import { reachedAddress } from '#main/composition/service-addresses.ts';

const service = (port: number, url: string | null, usualPort = 9035) => ({ port, usualPort, url });

test.each([
  ['the port of the manifest', service(9035, 'http://127.0.0.1:40001'), 'http://127.0.0.1:40001'],
  [
    'its usual port where the manifest leaves it open',
    service(0, 'http://127.0.0.1:1'),
    'http://127.0.0.1:1',
  ],
  ['the port on which it listens', service(9035, 'http://127.0.0.1:9035'), 'http://127.0.0.1:9035'],
])('a service is reached where it listens by %s', (_what, given, reached) => {
  expect(reachedAddress('http://127.0.0.1:9035', [given])).toBe(reached);
  expect(reachedAddress('http://localhost:9035', [given])).toBe(
    reached.endsWith('9035') ? 'http://localhost:9035' : reached,
  );
});

test.each([
  ['of another machine', 'http://10.0.0.1:9035', service(9035, 'http://127.0.0.1:40001')],
  ['of a service that does not run', 'http://127.0.0.1:9035', service(9035, null)],
  ['that the manifest has given up', 'http://127.0.0.1:9035', service(9135, 'http://127.0.0.1:9135')],
  ['of anything else', 'http://127.0.0.1:8080', service(9035, 'http://127.0.0.1:40001')],
  ['that is none', 'nowhere', service(9035, 'http://127.0.0.1:40001')],
])('an address %s stays what it is', (_what, origin, given) => {
  expect(reachedAddress(origin, [given])).toBe(origin);
});
