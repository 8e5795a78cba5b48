import { afterAll, expect, test } from 'vitest';
import type { EnginePorts } from '#main/composition/ports.ts';
import { composeScripting } from '#main/composition/scripting.ts';
import { systemClock } from '#main/platform/clock.ts';
import { startForked } from '#main/platform/isolates/index.ts';
import { createLogger } from '#main/platform/logger.ts';
import type { SendRecorded } from '#main/services/activity/index.ts';
import type { Workspace } from '#main/workspace/index.ts';
import { rateText } from '#shared/throttle/index.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { workerFiles } from '#test/support/workers.ts';

const folder = temporaryDirectory();
const sent: (readonly string[])[] = [];
const send = (async ({ headers }: { readonly headers: readonly string[] }) => {
  sent.push(headers);
  return { response: { status: 200, headers: [], body: Buffer.from('') } };
}) as unknown as SendRecorded;
const scripting = composeScripting(
  {
    workers: workerFiles,
    startProcess: startForked,
    logger: createLogger(systemClock, () => undefined, 'error'),
    realClock: systemClock,
  } as unknown as EnginePorts,
  {
    workspace: { directory: folder.path } as unknown as Workspace,
    send,
    trust: { admitScript: () => undefined },
  },
);
afterAll(async () => {
  await scripting.close();
  folder.remove();
});

function rate(request: string) {
  const script = scripting.rateScript({
    type: 'application/javascript',
    source: `return http.send(${request}).then(() => new ThrottlingRate(1, '1 s'))`,
    args: {},
    hasClient: true,
    pointer: '',
  });
  return script.rate({ request: {}, contexts: {} }, 0);
}

const sending = (more: string) =>
  rate(`{ method: 'GET', uri: 'http://127.0.0.1:1/', headers: {}, entity: null, ${more} }`);

test('a script sends the headers that it names', async () => {
  expect(rateText(await sending("headers: { 'X-A': ['a', 'b'] }"))).toBe('1/1 s');
  expect(sent).toEqual([['Host', '127.0.0.1:1', 'X-A', 'a', 'X-A', 'b']]);
});

test.each([
  ['a line break in a header', "headers: { 'X-A': 'a\\r\\nX-B: b' }", 'headers do not allow'],
  ['one in a method', "method: 'GET / HTTP/1.1\\r\\nX: y'", 'method'],
  ['framing of its own', "headers: { 'Transfer-Encoding': 'chunked' }", 'set automatically'],
])('a script cannot send %s', async (_what, more, why) => {
  sent.length = 0;
  await expect(sending(more)).rejects.toThrow(why);
  expect(sent).toEqual([]);
});
