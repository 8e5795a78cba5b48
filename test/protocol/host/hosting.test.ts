import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '#main/platform/clock.ts';
import { createFaultRegistry } from '#main/platform/faults.ts';
import { createLogger } from '#main/platform/logger.ts';
import { createHosting, type Hosting } from '#main/services/hosting/index.ts';
import { freePort } from '#test/support/free-port.ts';

const key = 'sampleUpstreams';
const plain = () => Promise.reject(new Error('Nothing here speaks TLS.'));

describe('a hosted service of which two things are asked at once', () => {
  let hosting: Hosting;
  let url: string;
  beforeEach(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    const handler = () => ({ status: 200, headers: [], body: 'hello' });
    hosting = createHosting([{ key, handler, listen: () => ({ port, bind: '127.0.0.1' }) }], {
      record: () => '',
      faults: createFaultRegistry(),
      clock: systemClock,
      logger: createLogger(systemClock, () => {}),
      reservedPorts: () => new Set(),
      authority: { root: plain, existingRoot: plain, serverCertificate: plain },
    });
  });
  afterEach(() => hosting.close());

  const answer = async () => (await fetch(url)).text();

  test('is stopped where it is stopped while it starts, and lets go of its port', async () => {
    const starting = hosting.start(key);
    expect(await hosting.stop(key)).toMatchObject({ state: 'stopped', url: null });
    await starting;
    expect(hosting.status()).toMatchObject([{ state: 'stopped', url: null }]);
    await expect(answer()).rejects.toThrow();
    expect(await hosting.start(key)).toMatchObject({ state: 'running', problem: null });
  });

  test('runs where it is started while it stops', async () => {
    await hosting.start(key);
    const stopping = hosting.stop(key);
    expect(await hosting.start(key)).toMatchObject({ state: 'running' });
    await stopping;
    expect(await answer()).toBe('hello');
  });

  test('runs once where it is started and restarted', async () => {
    const states = await Promise.all([hosting.start(key), hosting.restart(key), hosting.start(key)]);
    expect(states.at(-1)).toMatchObject({ state: 'running', problem: null });
    expect(await answer()).toBe('hello');
    await hosting.close();
    await expect(answer()).rejects.toThrow();
  });
});
