import { beforeEach, describe, expect, test } from 'vitest';
import { packExchange, unpackExchange } from '#main/platform/exchange-codec.ts';
import type { ExchangeDraft } from '#main/platform/exchange-draft.ts';
import type { RawRequest } from '#main/platform/raw-http.ts';
import { replayExchange, type SendRecorded } from '#main/services/activity/index.ts';
import { exchangeDraft } from '#test/support/exchanges.ts';

const sent: RawRequest[] = [];
beforeEach(() => void sent.splice(0));
const send: SendRecorded = async (request) => {
  sent.push(request);
  const response = { status: 200, reason: 'OK', headers: [], body: Buffer.alloc(0), clientPort: 1 };
  return { exchangeId: 'again', response };
};
function replay(
  changes: Partial<ExchangeDraft>,
  { bodiesKept = true, typedHost = null as string | null } = {},
): Promise<string> {
  const exchange = unpackExchange(packExchange('first', exchangeDraft(changes), bodiesKept));
  return replayExchange(exchange, send, typedHost);
}
/** Header fields of what was sent, but for the last one, which asks the server to close. */
const fields = () => {
  const flat = sent.at(-1)?.headers ?? [];
  expect(flat.slice(-2)).toEqual(['Connection', 'close']);
  return flat.slice(0, -2);
};
const body = () => Buffer.from(sent.at(-1)?.body ?? '').toString('latin1');

describe('sending an exchange again', () => {
  test('sends the same fields and bytes to the same server, and asks it to close', async () => {
    const requestHeaders = [
      'X-A',
      '1',
      'Connection',
      'keep-alive',
      'Host',
      'h',
      'Content-Length',
      '5',
      'X-A',
      '2',
    ];
    expect(await replay({ requestHeaders, requestBody: 'a=b&c' })).toBe('again');
    expect(fields()).toEqual(['X-A', '1', 'Host', 'h', 'Content-Length', '5', 'X-A', '2']);
    expect(body()).toBe('a=b&c');
  });

  test('a chunked original goes out whole: its record holds the body without the chunks', async () => {
    const requestHeaders = ['Host', 'h', 'Transfer-Encoding', 'chunked', 'Accept', '*/*'];
    await replay({ requestHeaders, requestBody: 'abc' });
    expect(fields()).toEqual(['Host', 'h', 'Content-Length', '3', 'Accept', '*/*']);
  });

  test('a capture of HTTP/2 gets the host and the length that it had no fields for', async () => {
    const requestHeaders = [
      ':method',
      'POST',
      ':authority',
      'h:1',
      ':path',
      '/',
      ':scheme',
      'http',
      'accept',
      '*/*',
    ];
    await replay({ side: 'client', service: 'imported', requestHeaders, requestBody: 'abc' });
    expect(fields()).toEqual(['Host', 'h:1', 'accept', '*/*', 'Content-Length', '3']);
  });

  test('a body that is not text goes out byte for byte', async () => {
    await replay({ requestBody: Buffer.from([255, 254, 0]) });
    expect(body()).toBe('\xff\xfe\0');
  });

  test('a request without a body gets no length', async () => {
    await replay({ method: 'GET', requestHeaders: ['Host', 'h'], requestBody: '' });
    expect(fields()).toEqual(['Host', 'h']);
  });

  test('a request that was written here byte by byte keeps its framing, however wrong that is', async () => {
    const requestHeaders = ['Host', 'h', 'Content-Length', '3', 'Transfer-Encoding', 'chunked'];
    await replay({ side: 'client', service: 'flowDebugger', requestHeaders, requestBody: '0\r\n\r\nGET' });
    expect(fields()).toEqual(requestHeaders);
    expect(body()).toBe('0\r\n\r\nGET');
  });

  test('a body that was not kept is not made up', async () => {
    await expect(replay({}, { bodiesKept: false })).rejects.toMatchObject({
      code: 'exchange.not-replayable',
    });
    expect(sent).toEqual([]);
  });
});

describe('the server that it goes to', () => {
  test.each(['http://localhost:1', 'http://[::1]:1', 'http://127.8.8.8:1'])('may be %s', async (origin) => {
    await replay({ origin });
    expect(sent.at(-1)?.origin).toBe(origin);
  });

  test.each(['https://api.example', 'http://127.0.0.1.evil.example', 'http://10.0.0.1:8080'])(
    'is not %s, which is not this machine, until its host was typed',
    async (origin) => {
      const { host } = new URL(origin);
      for (const typedHost of [null, '', 'api.example.org', host.slice(1)])
        await expect(replay({ origin }, { typedHost })).rejects.toMatchObject({
          code: 'exchange.host-not-typed',
        });
      expect(sent).toEqual([]);
      await replay({ origin }, { typedHost: host });
      expect(sent.at(-1)?.origin).toBe(origin);
    },
  );
});
