import { expect, test } from 'vitest';
import { documentUrlFault } from '#shared/oauth/index.ts';

test.each([
  'https://app.example/client',
  'https://app.example:443/client.json',
  'https://[2001:db8::1]/',
  'https://app.example/a?b=/../c',
])('%s can be the URL of a document', (url) => {
  expect(documentUrlFault(url)).toBeNull();
});

test.each([
  ['https://app.example', 'no path'],
  ['https://app.example?x', 'no path'],
  ['http://app.example/client', 'https'],
  ['https:///client', 'https'],
  ['https://app.example:x/client', 'https'],
  ['https://user@app.example/client', 'user information'],
  ['https://app.example/client#', 'fragment'],
  ['https://app.example/./client', 'dot segments'],
  ['https://app.example/a/%2e%2E/client', 'dot segments'],
  ['https://app.example\\@evil.example/client', 'characters'],
  ['https://app.example/cli ent', 'characters'],
  [`https://app.example/${'x'.repeat(1_100)}`, 'longer'],
])('%s cannot: %s', (url, fault) => {
  expect(documentUrlFault(url)).toContain(fault);
});
