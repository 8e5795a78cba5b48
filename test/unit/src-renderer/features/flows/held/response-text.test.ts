import { expect, test } from 'vitest';
import { responseText } from '#renderer/features/flows/held/response-text.ts';
import { unescapeBytes } from '#shared/flows/index.ts';

const response = {
  status: 400,
  reason: 'Bad Request',
  headers: [
    { name: 'Content-Type', value: 'application/json' },
    { name: 'Content-Length', value: '27' },
    { name: 'Cache-Control', value: 'no-store' },
  ],
};

test('an answer that is held can be typed over: its length follows from what is typed', () => {
  expect(responseText(response, '{"error":"invalid_grant"}')).toBe(
    'HTTP/1.1 400 Bad Request\nContent-Type: application/json\nCache-Control: no-store\n\n{"error":"invalid_grant"}',
  );
});

test('a body with escapes of its own comes back as it was', () => {
  const body = '{"a":"\\u0041\\n"}\n"é"';
  const typed = responseText(response, body).split('\n\n').slice(1).join('\n\n');
  expect(Buffer.from(unescapeBytes(typed), 'latin1').toString('utf8')).toBe(body);
});
