import { connect, createServer, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '#main/platform/clock.ts';
import type { ExchangeDraft } from '#main/platform/exchange-draft.ts';
import { createFaultRegistry } from '#main/platform/faults.ts';
import type { HttpHandler } from '#main/platform/http.ts';
import { type Listener, openListener } from '#main/platform/listener.ts';
import { createLogger } from '#main/platform/logger.ts';
import { sendRaw } from '#main/platform/raw-http.ts';
import { createRouter } from '#main/platform/router.ts';
import { eventually } from '#test/support/eventually.ts';
import { freePort } from '#test/support/free-port.ts';

const text = (body: string) => ({ status: 200, headers: ['Content-Type', 'text/plain'], body });

/** A line break in a header would be the next header. */
const unwritable = { status: 200, headers: ['X-Name', 'ann\r\nX-Admin: yes'], body: 'hello' };

describe('the listener of a hosted service', () => {
  const faults = createFaultRegistry();
  let records: ExchangeDraft[];
  let logLines: string[];
  let listener: Listener;

  async function open(handler: HttpHandler, port = 0): Promise<Listener> {
    return openListener({
      service: 'sampleUpstreams',
      port,
      bind: '127.0.0.1',
      handler,
      record: (draft) => `id-${records.push(draft)}`,
      faults,
      clock: systemClock,
      logger: createLogger(systemClock, (line) => logLines.push(line)),
      bodyLimitBytes: () => 1_000,
    });
  }

  beforeEach(async () => {
    records = [];
    logLines = [];
    const echo: HttpHandler = (request) =>
      text(`${request.method} ${request.path} ${request.query} ${request.body.toString()}`);
    listener = await open(
      createRouter([
        { path: '/echo', methods: ['GET', 'POST'], handler: echo },
        {
          path: '/throw',
          methods: ['GET'],
          handler: () => Promise.reject(new Error('planted-cause password=planted')),
        },
        { path: '/unwritable', methods: ['GET'], handler: () => unwritable },
        { path: '/unwritable-later', methods: ['GET'], handler: async () => unwritable },
        {
          path: '/slow',
          methods: ['GET'],
          handler: () => new Promise((resolve) => setTimeout(() => resolve(text('late')), 300)),
        },
      ]),
    );
  });
  afterEach(async () => {
    for (const rule of faults.rules) faults.remove(rule.id);
    await listener.close();
  });

  test('answers and records both sides of the exchange as they were', async () => {
    const response = await fetch(`${listener.origin}/echo?a=1`, { method: 'POST', body: 'hello' });
    expect(await response.text()).toBe('POST /echo a=1 hello');
    expect(records[0]).toMatchObject({
      method: 'POST',
      target: '/echo?a=1',
      status: 200,
      failure: null,
      side: 'server',
    });
    expect(records[0]?.clientPort).toBeGreaterThan(0);
  });

  test('an unknown path is 404, a method that none takes is 405 with Allow', async () => {
    expect((await fetch(`${listener.origin}/nothing`)).status).toBe(404);
    const response = await fetch(`${listener.origin}/echo`, { method: 'DELETE' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET, POST']);
  });

  test('a body over the limit is 413, and the next request works', async () => {
    const response = await fetch(`${listener.origin}/echo`, { method: 'POST', body: 'x'.repeat(1_001) });
    expect(response.status).toBe(413);
    expect((await fetch(`${listener.origin}/echo`, { method: 'POST', body: 'x'.repeat(1_000) })).status).toBe(
      200,
    );
    expect(records[0]?.status).toBe(413);
  });

  test('a handler that throws is a bare 500 on the wire; the log has the cause, redacted', async () => {
    const response = await fetch(`${listener.origin}/throw`);
    expect([response.status, await response.text()]).toEqual([500, 'Internal error\n']);
    expect(logLines.join()).toContain('planted-cause');
    expect(logLines.join()).not.toContain('password=planted');
  });

  test('a handler whose header cannot be written is a bare 500 too, and the next request works', async () => {
    const response = await fetch(`${listener.origin}/unwritable`);
    expect([response.status, await response.text()]).toEqual([500, 'Internal error\n']);
    expect(records[0]).toMatchObject({ status: 500, failure: null });
    expect(logLines.join()).toContain('Invalid character in header');
    expect((await fetch(`${listener.origin}/unwritable-later`)).status).toBe(500);
    expect((await fetch(`${listener.origin}/echo`)).status).toBe(200);
  });

  test('garbage and oversized headers are refused without a crash', async () => {
    const { hostname, port } = new URL(listener.origin);
    const answer = (bytes: string) =>
      new Promise<string>((resolve) => {
        const chunks: Buffer[] = [];
        const socket = connect(Number(port), hostname, () => socket.write(bytes));
        socket.on('data', (chunk: Buffer) => chunks.push(chunk));
        socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
      });
    expect(await answer('this is not HTTP\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    expect(await answer(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 431 /,
    );
    expect((await fetch(`${listener.origin}/echo`)).status).toBe(200);
  });

  test('check 14: without a limit of its own a service reads 64 KiB and not a byte more; nobody keeps the refusal', async () => {
    const own = await openListener({
      service: 'authorizationServer',
      port: 0,
      bind: '127.0.0.1',
      handler: (request) => text(String(request.body.length)),
      record: (draft) => `id-${records.push(draft)}`,
      faults,
      clock: systemClock,
      logger: createLogger(systemClock, (line) => logLines.push(line)),
    });
    const post = (bytes: number) => fetch(own.origin, { method: 'POST', body: 'x'.repeat(bytes) });
    expect(await (await post(65_536)).text()).toBe('65536');
    const refused = await post(65_537);
    expect([refused.status, refused.headers.get('cache-control')]).toEqual([413, 'no-store']);
    await own.close();
  });

  test('check 32: a thousand connections that never end their request keep nobody out', async () => {
    const { hostname, port } = new URL(listener.origin);
    const half = 'POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\nX-Slow: ';
    const sockets = await Promise.all(
      Array.from(
        { length: 1_000 },
        (_, index) =>
          new Promise<Socket>((resolve, reject) => {
            const socket = connect(Number(port), hostname, () => resolve(socket));
            socket.on('error', reject);
            // Some say nothing, some stop in their headers, some in their body.
            if (index % 3 === 1) socket.write(half);
            if (index % 3 === 2) socket.write(`${half}x\r\n\r\na`);
          }),
      ),
    );
    for (const socket of sockets) socket.write('x');
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => fetch(`${listener.origin}/echo`, { method: 'POST', body: 'a' })),
    );
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    for (const socket of sockets) socket.destroy();
    expect((await fetch(`${listener.origin}/echo`)).status).toBe(200);
    expect(logLines).toEqual([]);
  });

  test('a port that is taken names its holder and a port that is free', async () => {
    const port = await freePort();
    const holder = createServer();
    await new Promise<void>((resolve) => holder.listen(port, '127.0.0.1', resolve));
    await expect(open(() => text(''), port)).rejects.toMatchObject({
      code: 'listener.port-taken',
      message: expect.stringContaining(
        process.platform === 'linux' ? `pid ${process.pid}` : 'another process',
      ),
      fix: expect.stringMatching(/use port \d+/),
      location: { file: 'gatehouse.json', pointer: '/services/sampleUpstreams/port' },
    });
    holder.close();
  });

  test('an address that this machine does not have is said so', async () => {
    const options = { service: 'sampleUpstreams', port: 0, bind: '203.0.113.7' } as const;
    const common = {
      handler: () => text(''),
      record: () => '',
      faults,
      clock: systemClock,
      logger: createLogger(systemClock, () => {}),
    };
    await expect(openListener({ ...options, ...common })).rejects.toMatchObject({
      code: 'listener.address-unavailable',
    });
  });

  test('closing lets a request in flight end', async () => {
    const pending = fetch(`${listener.origin}/slow`);
    await eventually(() => (listener.counts().requests === 1 ? true : null));
    const closed = listener.close();
    expect(await (await pending).text()).toBe('late');
    await closed;
    await expect(fetch(`${listener.origin}/echo`)).rejects.toThrow();
  });

  test('closing cuts a request that takes longer than the grace', async () => {
    const pending = fetch(`${listener.origin}/slow`).then(
      () => 'answered',
      () => 'cut',
    );
    await eventually(() => (listener.counts().requests === 1 ? true : null));
    await listener.close(50);
    expect(await pending).toBe('cut');
  });

  describe('faults', () => {
    const rule = (effect: Parameters<typeof faults.add>[0]['effect'], more = {}) =>
      faults.add({ id: effect.kind, service: 'sampleUpstreams', effect, ...more });

    test('a delay holds the answer back and is named in the record', async () => {
      rule({ kind: 'delay', millis: 120 });
      const before = performance.now();
      await fetch(`${listener.origin}/echo`);
      expect(performance.now() - before).toBeGreaterThan(115);
      expect(records[0]?.faults).toEqual(['delay']);
    });

    test('a truncated body ends the connection after so many bytes', async () => {
      rule({ kind: 'truncate', bytes: 4 });
      const request = {
        method: 'GET',
        origin: listener.origin,
        target: '/echo',
        headers: ['Host', 'x'],
        body: '',
      };
      await expect(sendRaw(request)).rejects.toMatchObject({ code: 'upstream.invalid-response' });
      expect(records[0]?.failure).toBe('truncated by a fault rule');
    });

    test('a dropped connection sends nothing', async () => {
      rule({ kind: 'drop' });
      await expect(fetch(`${listener.origin}/echo`)).rejects.toThrow();
      await eventually(() => (records[0]?.failure === 'dropped by a fault rule' ? true : null));
    });

    test('a rule touches only its path, its service and its client', async () => {
      rule({ kind: 'status', status: 500, body: '' }, { path: '/other' });
      rule({ kind: 'status', status: 500, body: '' }, { service: 'authorizationServer' });
      rule({ kind: 'status', status: 500, body: '' }, { clientId: 'somebody' });
      expect((await fetch(`${listener.origin}/echo`)).status).toBe(200);
    });
  });
});
