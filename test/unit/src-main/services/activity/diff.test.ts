import { describe, expect, test } from 'vitest';
import { packExchange, unpackExchange } from '#main/platform/exchange-codec.ts';
import type { ExchangeDraft } from '#main/platform/exchange-draft.ts';
import { diffBytes, diffExchanges, revealField } from '#main/services/activity/index.ts';
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
type Lines = ReturnType<typeof diffExchanges>;
const changed = (lines: Lines): Lines => lines.filter(({ change }) => change !== 'same');
const words = (changes: Partial<ExchangeDraft>) => changed(diffExchanges(exchange({}), exchange(changes)));
const bytes = (changes: Partial<ExchangeDraft>) => changed(diffBytes(exchange({}), exchange(changes)));

describe('two exchanges compared by words', () => {
  test('shows the words that changed within a part', () => {
    expect(words({ requestBody: 'one 2 three' })).toEqual([
      {
        part: 'request',
        name: 'body',
        change: 'differs',
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
    expect(changed(diffExchanges(left, exchange(header('first-secret'))))).toEqual([]);
    const [line] = changed(diffExchanges(left, exchange(header('second-secret'))));
    expect(line).toMatchObject({
      name: 'Authorization',
      left: line?.right,
      leftPointer: '/request/headers/0',
    });
    expect(JSON.stringify(line)).not.toContain('secret"');
    expect(JSON.stringify(line)).not.toMatch(/first|second/);
  });

  test('gives up on texts that have nothing in common', () => {
    const text = (word: string) => Array.from({ length: 3_000 }, (_, index) => `${word}${index}`).join(' ');
    const [line] = changed(
      diffExchanges(exchange({ requestBody: text('a') }), exchange({ requestBody: text('b') })),
    );
    expect(line?.segments).toBeNull();
  });

  test('takes a JSON object apart, and says of a masked member how it is revealed', () => {
    const answer = (members: object) => ({
      responseHeaders: ['Content-Type', 'application/json'],
      responseBody: JSON.stringify(members),
    });
    const left = exchange(answer({ access_token: 'first-secret', expires_in: 60 }));
    const right = exchange(answer({ error: 'invalid_grant', expires_in: 60 }));
    const lines = diffExchanges(left, right).filter(({ part }) => part === 'response');
    expect(lines).toMatchObject([
      { name: 'status', change: 'same' },
      { name: 'Content-Type', change: 'same' },
      { name: 'access_token', change: 'differs', right: null, leftPointer: '/response/members/access_token' },
      { name: 'expires_in', change: 'same', left: '60' },
      { name: 'error', change: 'differs', left: null, right: 'invalid_grant' },
    ]);
    expect(JSON.stringify(lines)).not.toContain('first-secret');
    expect(revealField(left, '/response/members/access_token')).toBe('first-secret');
    expect(revealField(left, '/response/members/none')).toBeNull();
    expect(revealField(right, '/request/members/error')).toBeNull();
  });

  test('reveals no secret of the workspace by the way of a member', () => {
    const registered = exchange({
      responseHeaders: ['Content-Type', 'application/json'],
      responseBody: JSON.stringify({ client_id: 'a', client_secret: 'planted' }),
    });
    expect(revealField(registered, '/response/members/client_secret')).not.toContain('planted');
  });

  test('tells values that are made anew each time from those that somebody changed', () => {
    const query = (state: string, scope: string) => ({ target: `/a?state=${state}&scope=${scope}` });
    const lines = changed(
      diffExchanges(
        exchange(query('JqLw81kDke92msIq', 'read')),
        exchange(query('pa0TzuGh5Vn3kQw1', 'write')),
      ),
    );
    expect(lines).toMatchObject([
      { name: 'state', change: 'fresh' },
      { name: 'scope', change: 'differs' },
    ]);
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
    const lines = changed(diffBytes(exchange(secret('first-secret')), exchange(secret('second-secret'))));
    expect(lines.map(({ name }) => name)).toEqual(['first line', 'field 1', 'body']);
    expect(lines.map(({ rightPointer }) => rightPointer)).toEqual([
      undefined,
      '/request/headers/0',
      '/request/body',
    ]);
    expect(JSON.stringify(lines)).not.toMatch(/first-|second-/);
  });
});
