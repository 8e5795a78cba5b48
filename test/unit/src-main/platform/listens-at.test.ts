import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { listensAt } from '#main/platform/listens-at.ts';

test('a port of this machine is open while something listens there, and closed afterwards', async () => {
  const server = createServer((connection) => connection.destroy()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/v1`);
  expect(await listensAt(url)).toBe(true);
  server.close();
  await once(server, 'close');
  expect(await listensAt(url)).toBe(false);
});

test('another machine is not asked', async () => {
  // Nothing answers at an address of documentation, so that asking it would take until a time-out. RFC 5737
  expect(await Promise.race([listensAt(new URL('http://192.0.2.1:1/')), Promise.resolve('asked')])).toBe(
    true,
  );
});
