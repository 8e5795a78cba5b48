import { describe, expect, test } from 'vitest';
import { packExchange, unpackExchange } from '#main/platform/exchange-codec.ts';
import type { ExchangeDraft } from '#main/platform/exchange-draft.ts';
import { diffBytes, diffExchanges } from '#main/services/activity/index.ts';
import { exchangeDraft } from '#test/support/exchanges.ts';

const plain: Partial<ExchangeDraft> = {
  method: 'POST',
  target: '/a',
  requestHeaders: ['Host', 'h', 'Content-Type', 'text/plain'],
  requestBody: 'one two three',
  responseHeaders: ['Content-Type', 'text/plain'],
  responseBody: 'fine',
};
const exchange = (changes: Partial<ExchangeDraft>) =>
  unpackExchange(packExchange('id', exchangeDraft({ ...plain, ...changes }), true));
const words = (changes: Partial<ExchangeDraft>) => diffExchanges(exchange({}), exchange(changes));
const bytes = (changes: Partial<ExchangeDraft>) => diffBytes(exchange({}), exchange(changes));

describe('two exchanges compared by words', () => {
  test('shows the words that changed within a part', () => {
    expect(words({ requestBody: 'one 2 three' })).toEqual([
      {
        part: 'request',
        name: 'body',
        left: 'one two three',
        right: 'one 2 three',
        segments: [
          { text: 'one ', in: 'both' },
          { text: 'two', in: 'left' },
          { text: '2', in: 'right' },
          { text: ' three', in: 'both' },
        ],
      },
    ]);
  });

  test('says that secrets differ without showing them, and nothing of those that are the same', () => {
    const header = (token: string) => ({ requestHeaders: ['Authorization', `Bearer ${token}`] });
    const left = exchange(header('first-secret'));
    expect(diffExchanges(left, exchange(header('first-secret')))).toEqual([]);
    const [line] = diffExchanges(left, exchange(header('second-secret')));
    expect(line).toMatchObject({ name: 'Authorization', left: line?.right });
    expect(JSON.stringify(line)).not.toContain('secret"');
    expect(JSON.stringify(line)).not.toMatch(/first|second/);
  });

  test('gives up on texts that have nothing in common', () => {
    const text = (word: string) => Array.from({ length: 3_000 }, (_, index) => `${word}${index}`).join(' ');
    const [line] = diffExchanges(exchange({ requestBody: text('a') }), exchange({ requestBody: text('b') }));
    expect(line?.segments).toBeNull();
  });
});

describe('two exchanges compared by bytes', () => {
  test('shows line ends, spelling and order, which words do not tell apart', () => {
    expect(words({ requestHeaders: ['host', 'h', 'Content-Type', 'text/plain'] })).toEqual([]);
    expect(bytes({ requestHeaders: ['host', 'h', 'Content-Type', 'text/plain'] })).toMatchObject([
      { part: 'request', name: 'field 1', left: 'Host: h', right: 'host: h' },
    ]);
    expect(bytes({ requestHeaders: ['Content-Type', 'text/plain', 'Host', 'h'] })).toHaveLength(2);
    const [line] = bytes({ responseBody: 'fine\r\n' });
    expect(line?.segments).toEqual([
      { text: 'fine', in: 'both' },
      { text: '\\r\\n', in: 'right' },
    ]);
  });

  test('shows characters that look alike, and bodies that are no text', () => {
    const [line] = bytes({ responseBody: 'f\u0456ne' });
    expect(line).toMatchObject({ left: 'fine', right: 'f\\xd1\\x96ne' });
    expect(bytes({ responseBody: Buffer.from([255, 0]) })).toMatchObject([
      { name: 'body', right: '\\xff\\0' },
    ]);
  });

  test('masks secrets of the target, of fields and of bodies', () => {
    const secret = (token: string) => ({
      target: `/a?access_token=${token}`,
      requestHeaders: ['Authorization', `Bearer ${token}`, 'Content-Type', 'application/json'],
      requestBody: JSON.stringify({ refresh_token: token }),
    });
    const lines = diffBytes(exchange(secret('first-secret')), exchange(secret('second-secret')));
    expect(lines.map(({ name }) => name)).toEqual(['first line', 'field 1', 'body']);
    expect(JSON.stringify(lines)).not.toMatch(/first-|second-/);
  });
});
