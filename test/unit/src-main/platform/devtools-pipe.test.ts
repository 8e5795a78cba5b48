import { PassThrough } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { type DevtoolsEvent, openDevtoolsPipe } from '#main/platform/devtools-pipe.ts';

function conversation() {
  const toBrowser = new PassThrough();
  const fromBrowser = new PassThrough();
  const pipe = openDevtoolsPipe(toBrowser, fromBrowser);
  const events: DevtoolsEvent[] = [];
  pipe.onEvent((event) => void events.push(event));
  const say = (...texts: readonly string[]) => {
    for (const text of texts) fromBrowser.write(text);
  };
  return { pipe, toBrowser, fromBrowser, events, say };
}

describe('a conversation with a browser', () => {
  test('asks in JSON texts that a NUL byte ends, and finds the answer of each', async () => {
    const { pipe, toBrowser, say } = conversation();
    const first = pipe.send('Browser.close', undefined);
    const second = pipe.send('Page.navigate', { url: 'https://a' }, 'S');
    // From Node 26 on, one read gives no more than one of the texts that were written.
    const asked = `${toBrowser.read()}${toBrowser.read() ?? ''}`;
    expect(asked).toBe(
      '{"id":1,"method":"Browser.close","params":{}}\0{"id":2,"method":"Page.navigate","params":{"url":"https://a"},"sessionId":"S"}\0',
    );
    say('{"id":2,"result":{"of":"two"}}\0{"id":1,"result":{"of":"one"}}\0');
    expect(await Promise.all([first, second])).toEqual([{ of: 'one' }, { of: 'two' }]);
  });

  test('puts a text together that arrives in pieces, in the middle of a letter too', async () => {
    const { events, say, fromBrowser } = conversation();
    const bytes = Buffer.from('{"method":"E","params":{"text":"é"}}\0');
    const middle = bytes.indexOf(0xa9);
    fromBrowser.write(bytes.subarray(0, middle));
    fromBrowser.write(bytes.subarray(middle));
    say('not JSON\0', 'null\0', '[]\0', '{"method":"F"', ',"sessionId":"S"}\0');
    await expect.poll(() => events.map(({ method }) => method)).toEqual(['E', 'F']);
    expect(events[0]?.params).toEqual({ text: 'é' });
    expect(events[1]?.sessionId).toBe('S');
  });

  test('says what the browser refused', async () => {
    const { pipe, say } = conversation();
    const asked = pipe.send('Page.enable', {});
    say('{"id":1,"error":{"code":-32601,"message":"no such method"}}\0');
    await expect(asked).rejects.toThrow('Page.enable: no such method');
  });

  test('leaves nobody waiting when the browser hangs up', async () => {
    const { pipe, fromBrowser } = conversation();
    const asked = pipe.send('Browser.close', undefined);
    fromBrowser.end();
    await expect(asked).rejects.toThrow('closed the connection');
    await pipe.closed;
    await expect(pipe.send('Browser.getVersion', undefined)).rejects.toThrow('closed the connection');
  });

  test('leaves nobody waiting for a target that is closed', async () => {
    const { pipe, say } = conversation();
    const gone = pipe.send('Page.enable', {}, 'GONE');
    const other = pipe.send('Page.enable', {}, 'OTHER');
    const ofBrowser = pipe.send('Browser.getVersion', undefined);
    pipe.abandon(new Set(['GONE']));
    await expect(gone).rejects.toThrow('Page.enable: the target is closed.');
    say('{"id":1,"result":{}}\0{"id":2,"result":{"of":"other"}}\0{"id":3,"result":{"of":"browser"}}\0');
    expect(await Promise.all([other, ofBrowser])).toEqual([{ of: 'other' }, { of: 'browser' }]);
  });
});
