import { expect, test } from 'vitest';
import { rawRequest } from '#renderer/ui/raw-message.ts';

const message = {
  headers: [{ name: 'Host', value: '127.0.0.1:9031' }],
  fields: [],
  text: 'code=••••••••',
  mediaType: 'application/x-www-form-urlencoded',
  sizeBytes: 12,
  kept: 'whole' as const,
};
const view = {
  id: 'c5',
  side: 'client' as const,
  service: 'flowDebugger',
  startedAtMillis: 0,
  durationMicros: 1,
  method: 'POST',
  target: '/as/token.oauth2',
  status: 200,
  remark: '',
  rule: '',
  tags: [],
  origin: 'http://127.0.0.1:9031',
  request: message,
  response: null,
  failure: null,
  trace: null,
  faults: [],
  counterpartId: null,
};

test('a request reads as on the wire, with the body that was asked for', () => {
  const head = 'POST /as/token.oauth2 HTTP/1.1\nHost: 127.0.0.1:9031';
  expect(rawRequest(view, message.text)).toBe(`${head}\n\ncode=••••••••`);
  expect(rawRequest(view, 'code=SplxlOBe')).toBe(`${head}\n\ncode=SplxlOBe`);
  expect(rawRequest(view, null)).toBe(head);
});
