import { expect, test } from 'vitest';
import {
  filteredRoute,
  type RunningGateway,
  sendBytes,
  startGateway,
  throttlingFilter,
} from '#test/protocol/gateway/parties.ts';

let running: RunningGateway;

test('of the throttling filters of a route the one that is named is emptied, or all of them', async () => {
  const config = { rate: { numberOfRequests: 5, duration: '10 s' } };
  const filters = [throttlingFilter(config, 'one'), throttlingFilter(config, 'other')];
  running = await startGateway({ a: filteredRoute(filters, null), b: filteredRoute(filters, null) });
  const { gateway, port } = running;
  const groups = () => gateway.status(5)[0]?.throttling.map(({ name, groupCount }) => [name, groupCount]);
  const get = () => sendBytes(port, 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  await get();
  gateway.reset('b', 'one');
  expect(groups()).toEqual([
    ['one', 1],
    ['other', 1],
  ]);
  gateway.reset('a', 'one');
  expect(groups()).toEqual([
    ['one', 0],
    ['other', 1],
  ]);
  await get();
  gateway.reset('a');
  expect(groups()).toEqual([
    ['one', 0],
    ['other', 0],
  ]);
});
