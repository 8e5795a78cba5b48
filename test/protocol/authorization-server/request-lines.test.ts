import { connect } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '#main/platform/clock.ts';
import type { ExchangeDraft } from '#main/platform/exchange-draft.ts';
import { createFaultRegistry } from '#main/platform/faults.ts';
import { openListener } from '#main/platform/listener.ts';
import { createLogger } from '#main/platform/logger.ts';
import { startAuthorizationServer } from '#test/support/authorization-server.ts';
import { startedAnew } from '#test/support/started.ts';

let records: ExchangeDraft[];
const as = startedAnew(startAuthorizationServer);
const listener = startedAnew(() =>
  openListener({
    service: 'authorizationServer',
    port: 0,
    bind: '127.0.0.1',
    handler: (request, notes) => as.server.handle(request, notes),
    record: (draft) => `id-${records.push(draft)}`,
    faults: createFaultRegistry(),
    clock: systemClock,
    logger: createLogger(systemClock, () => undefined),
  }),
);
beforeEach(() => {
  records = [];
});

/** Sends a request byte for byte, as no HTTP client would write it, and gives all that comes back. */
async function send(...lines: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(listener.port, '127.0.0.1', () =>
      socket.write(`${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`),
    );
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('utf8')));
  });
}

const statusOf = (answer: string) => Number(answer.slice(9, 12));
const bodyOf = (answer: string) => answer.slice(answer.indexOf('\r\n\r\n') + 4);
const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;
const metadata = '/.well-known/openid-configuration';

describe('a target in absolute form (RFC 9112 §3.2.2)', () => {
  test('is answered like one in origin form', async () => {
    const own = `127.0.0.1:${listener.port}`;
    const [origin, absolute] = await Promise.all([
      send(`GET ${metadata} HTTP/1.1`, `Host: ${own}`),
      send(`GET http://${own}${metadata} HTTP/1.1`, `Host: ${own}`),
    ]);
    expect(statusOf(absolute)).toBe(200);
    expect(bodyOf(absolute)).toBe(bodyOf(origin));
    const asked = `HTTP://localhost:${listener.port}/as/authorization.oauth2?client_id=nobody`;
    expect(bodyOf(await send(`GET ${asked} HTTP/1.1`, `Host: ${own}`))).toContain(
      'Unknown or invalid client_id',
    );
    expect(records.map(({ target }) => target)).toContain(asked);
  });

  test('its host counts, not that of the Host line', async () => {
    const own = `127.0.0.1:${listener.port}`;
    const foreign = await send(`GET http://elsewhere.example${metadata} HTTP/1.1`, `Host: ${own}`);
    expect(statusOf(foreign)).toBe(421);
    const ours = await send(`GET http://${own}${metadata} HTTP/1.1`, 'Host: elsewhere.example');
    expect(statusOf(ours)).toBe(200);
  });

  test.each(['http://', 'ftp://127.0.0.1/as/jwks', 'http://ann@127.0.0.1/as/jwks', '*'])(
    'another target (%s) is nowhere',
    async (target) => {
      const answer = await send(`OPTIONS ${target} HTTP/1.1`, `Host: 127.0.0.1:${listener.port}`);
      expect([400, 404]).toContain(statusOf(answer));
    },
  );
});

describe('a field that a request has once', () => {
  test.each([
    ['Host', ['Host: localhost', 'host: localhost'], 'RFC 9112 §3.2'],
    ['Host, another one', ['Host: localhost', 'Host: elsewhere.example'], 'RFC 9112 §3.2'],
    [
      'Authorization',
      ['Host: localhost', `Authorization: ${basic('a:b')}`, `AUTHORIZATION: ${basic('batch-job:x')}`],
      'RFC 9110 §11.6.2',
    ],
  ])('twice (%s) is refused before anybody reads it', async (_what, lines, clause) => {
    const answer = await send(`GET ${metadata} HTTP/1.1`, ...lines);
    expect(statusOf(answer)).toBe(400);
    const trace = records.at(-1)?.trace?.();
    expect(trace?.rules[0]).toMatchObject({ id: 'field-once', clause, outcome: 'failed' });
    expect(JSON.stringify(trace)).not.toContain(basic('a:b'));
  });

  test('once is read as ever', async () => {
    const secret = `Authorization: ${basic('batch-job:batch-job-secret')}`;
    const form = 'Content-Type: application/x-www-form-urlencoded';
    const answer = await send(
      'POST /as/token.oauth2?x HTTP/1.1',
      'Host: localhost',
      secret,
      form,
      'Content-Length: 0',
    );
    expect(bodyOf(answer)).toContain('grant_type is required');
  });
});
