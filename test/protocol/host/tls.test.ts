import { request } from 'node:https';
import { connect, type Socket } from 'node:net';
import { type ConnectionOptions, connect as connectTls } from 'node:tls';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { certificateHosts } from '#main/platform/addresses.ts';
import {
  type CertificateAuthority,
  createCertificateAuthority,
  type KeyAndCertificate,
} from '#main/platform/certificate-authority.ts';
import { systemClock } from '#main/platform/clock.ts';
import type { ExchangeDraft } from '#main/platform/exchange-draft.ts';
import { createFaultRegistry } from '#main/platform/faults.ts';
import { type Listener, openListener } from '#main/platform/listener.ts';
import { createLogger } from '#main/platform/logger.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { createMemoryStorage } from '#main/services/storage/index.ts';
import { hasIpv6 } from '#test/support/tools.ts';

function createAuthority(): CertificateAuthority {
  return createCertificateAuthority({
    records: createMemoryStorage({ maxExchanges: 10, maxExchangeBytes: 10_000 }).records,
    clock: systemClock,
    random: createSystemRandom(),
    workspaceName: 'Orders',
  });
}

let root: string;
let certificate: KeyAndCertificate;
let records: ExchangeDraft[];
let listener: Listener;

beforeAll(async () => {
  const authority = createAuthority();
  root = await authority.root();
  certificate = await authority.serverCertificate(certificateHosts({ bind: '127.0.0.1' }));
});
beforeEach(async () => {
  records = [];
  listener = await openListener({
    service: 'authorizationServer',
    port: 0,
    bind: '127.0.0.1',
    certificate,
    handler: ({ method, body, origin }) => ({
      status: 200,
      headers: ['Content-Type', 'text/plain'],
      body: `${method} ${body.toString()} ${origin}`,
    }),
    record: (draft) => `id-${records.push(draft)}`,
    faults: createFaultRegistry(),
    clock: systemClock,
    logger: createLogger(systemClock, () => {}),
    bodyLimitBytes: () => 1_000,
  });
});
afterEach(() => listener.close(100));

interface Call extends ConnectionOptions {
  readonly host?: string;
  readonly body?: string;
  readonly headers?: Record<string, string>;
}

/** A client that trusts the given CA only. */
function call({ body = '', ...options }: Call = {}): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: listener.port, method: 'POST', ca: root, agent: false, ...options },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Reads the response to these bytes on a bare connection; it is closed by the server. */
function bare(bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const socket = connect(listener.port, '127.0.0.1', () => socket.write(bytes));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', () => {});
    socket.on('close', () => resolve(Buffer.concat(chunks).toString()));
  });
}

describe('a service that speaks TLS', () => {
  test.for(['127.0.0.1', '::1', 'localhost'])(
    'answers and records a client that trusts the CA of the workspace only, on %s',
    async (host, { skip }) => {
      skip(host === '::1' && !hasIpv6(), 'this machine has no ::1');
      const origin = `https://127.0.0.1:${listener.port}`;
      expect(listener.origin).toBe(origin);
      expect(await call({ host, body: 'hello' })).toEqual({ status: 200, text: `POST hello ${origin}` });
      expect(records).toMatchObject([{ origin, method: 'POST', status: 200, failure: null }]);
      expect(records[0]?.clientPort).toBeGreaterThan(0);
    },
  );

  test('is refused by a client that expected another name', async () => {
    await expect(call({ servername: 'bank.example' })).rejects.toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
    expect(records).toEqual([]);
  });

  test('is refused by a client that does not know the CA, or knows another of the same name', async () => {
    await expect(call({ ca: [] })).rejects.toMatchObject({ code: 'SELF_SIGNED_CERT_IN_CHAIN' });
    await expect(call({ ca: await createAuthority().root() })).rejects.toThrow(/certificate|signature/);
    expect(records).toEqual([]);
  });

  test.each(['TLSv1.2', 'TLSv1.3'] as const)('takes %s', async (version) => {
    const limits = { minVersion: version, maxVersion: version } as const;
    expect((await call(limits)).status).toBe(200);
  });

  test('refuses TLS 1.1', async () => {
    const limits = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    await expect(call(limits)).rejects.toThrow(/alert protocol version/);
  });

  test('has the limits of a plain service', async () => {
    expect((await call({ body: 'x'.repeat(1_001) })).status).toBe(413);
    expect((await call({ headers: { 'X-Long': 'x'.repeat(20_000) } })).status).toBe(431);
  });

  test('answers many requests on one connection', async () => {
    const socket = connectTls({ port: listener.port, host: '127.0.0.1', ca: root });
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    for (const path of ['/1', '/2']) socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    socket.write('GET /3 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await new Promise((resolve) => socket.on('close', resolve));
    expect(
      Buffer.concat(chunks)
        .toString()
        .match(/HTTP\/1\.1 200/g),
    ).toHaveLength(3);
    expect(records.map(({ target }) => target)).toEqual(['/1', '/2', '/3']);
  });

  test('tells a client that speaks plain HTTP to use https, and records nothing', async () => {
    const answer = await bare('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toMatch(/This port uses HTTPS. Replace http:\/\/ with https:\/\//);
    const plain = await fetch(`http://localhost:${listener.port}/`, {
      method: 'POST',
      body: 'x'.repeat(9_000),
    });
    expect(plain.status).toBe(400);
    expect(records).toEqual([]);
  });

  test('survives garbage, half a handshake and a hang-up', async () => {
    expect(await bare(Buffer.from([0, 1, 2, 3]))).toBe('');
    expect(await bare('SSH-2.0-client\r\n')).toBe('');
    expect(await bare(Buffer.from('160301000501000001ff', 'hex'))).not.toMatch(/HTTP/);
    await new Promise<void>((resolve) => {
      const socket: Socket = connect(listener.port, '127.0.0.1', () => socket.resetAndDestroy());
      socket.on('close', () => resolve());
    });
    expect((await call()).status).toBe(200);
  });

  test('closes although a client never ends its handshake, and another says nothing', async () => {
    const silent = connect(listener.port, hasIpv6() ? '::1' : '127.0.0.1');
    const halfway = connect(listener.port, '127.0.0.1', () =>
      halfway.write(Buffer.from('1603010200', 'hex')),
    );
    for (const socket of [silent, halfway]) socket.on('error', () => {});
    await new Promise((resolve) => setTimeout(resolve, 50));
    await listener.close(100);
    await expect(call()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    if (hasIpv6()) await expect(call({ host: '::1' })).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});
