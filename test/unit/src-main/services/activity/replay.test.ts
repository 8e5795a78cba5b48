import { describe, expect, test } from 'vitest';
import { packExchange, unpackExchange } from '#main/platform/exchange-codec.ts';
import type { ExchangeDraft } from '#main/platform/exchange-draft.ts';
import type { RawRequest } from '#main/platform/raw-http.ts';
import { replayExchange, type SendRecorded } from '#main/services/activity/index.ts';
import { exchangeDraft } from '#test/support/exchanges.ts';

const sent: RawRequest[] = [];
const send: SendRecorded = async (request) => {
  sent.push(request);
  const response = { status: 200, reason: 'OK', headers: [], body: Buffer.alloc(0), clientPort: 1 };
  return { exchangeId: 'again', response };
};
const replay = (changes: Partial<ExchangeDraft>, bodiesKept = true) =>
  replayExchange(unpackExchange(packExchange('first', exchangeDraft(changes), bodiesKept)), send);

describe('sending an exchange again', () => {
  test('sends the same bytes to the same server, and asks it to close', async () => {
    expect(await replay({ requestHeaders: ['X-A', '1', 'Connection', 'keep-alive', 'X-A', '2'] })).toBe(
      'again',
    );
    expect(sent.at(-1)?.headers).toEqual(['X-A', '1', 'X-A', '2', 'Connection', 'close']);
    expect(sent.at(-1)?.body).toContain('grant_type=authorization_code');
  });

  test.each(['http://localhost:1', 'http://[::1]:1', 'http://127.8.8.8:1'])('goes to %s', async (origin) => {
    await replay({ origin });
    expect(sent.at(-1)?.origin).toBe(origin);
  });

  test.each(['https://api.example', 'http://127.0.0.1.evil.example', 'http://10.0.0.1'])(
    'never goes to %s, which is not this machine',
    async (origin) => {
      const before = sent.length;
      await expect(replay({ origin })).rejects.toMatchObject({ code: 'exchange.not-replayable' });
      expect(sent.length).toBe(before);
    },
  );

  test('a body that was not kept, or is not text, is not made up', async () => {
    await expect(replay({}, false)).rejects.toMatchObject({ code: 'exchange.not-replayable' });
    await expect(replay({ requestBody: Buffer.from([255, 254]) })).rejects.toMatchObject({
      code: 'exchange.not-replayable',
    });
  });
});
