import { expect, test } from 'vitest';
import { challengeChecks, makeChecks } from '#main/services/flows/pure/client-checks/index.ts';

const outcome = (resourceUrl: string, metadataUrl: string | undefined) =>
  makeChecks(challengeChecks, { resourceUrl, metadataUrl })[0]?.outcome;

test.each([
  'http://127.0.0.1/m',
  'http://[::1]/m',
  'http://169.254.169.254/latest',
  'http://10.0.0.1/m',
  'http://localhost/m',
])('a resource of the public network does not send the client to %s', (metadataUrl) => {
  expect(outcome('https://rs.example/mcp', metadataUrl)).toBe('failed');
  expect(outcome('http://127.0.0.1:9035/mcp', metadataUrl)).toBe('passed');
});

test.each(['file:///etc/passwd', 'javascript:alert(1)', 'not an address', ''])(
  '%j is no address of metadata',
  (metadataUrl) => {
    expect(outcome('https://rs.example/mcp', metadataUrl)).toBe('failed');
  },
);

test('without an address the well-known ones are asked', () => {
  expect(outcome('https://rs.example/mcp', undefined)).toBe('remark');
  expect(outcome('https://rs.example/mcp', 'https://other.example/m')).toBe('passed');
});
