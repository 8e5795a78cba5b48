import { expect, test } from 'vitest';
import { isSameInput } from '#renderer/features/throttle/results/same-input.ts';

const input = {
  document: '{ "name": "orders", "handler": { "type": "ReverseProxyHandler" } }',
  filter: null,
  traffic: { durationSeconds: 10, clients: [{ id: 'ann', attributes: { mail: 'a', status: null } }] },
};

test('what was applied is still what was simulated, though it comes back laid out anew', () => {
  const saved = {
    document: '{\n  "handler": { "type": "ReverseProxyHandler" },\n  "name": "orders"\n}\n',
    filter: null,
    traffic: {
      ...input.traffic,
      name: '',
      seed: 1,
      changes: [],
      clients: [{ id: 'ann', attributes: { status: null, mail: 'a' }, patterns: [] }],
    },
  };
  expect(isSameInput(input, saved)).toBe(true);
});

test.each([
  ['another name', { document: input.document.replace('orders', 'others') }],
  ['a text that is none yet', { document: input.document.slice(0, -1) }],
  ['another filter', { filter: 'second' }],
  ['a longer time', { traffic: { ...input.traffic, durationSeconds: 11 } }],
])('%s is a change', (_what, change) => {
  expect(isSameInput(input, { ...input, ...change })).toBe(false);
});
