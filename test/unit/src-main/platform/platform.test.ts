import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import { createVirtualClock, systemClock } from '#main/platform/clock.ts';
import { startThread } from '#main/platform/isolates/index.ts';
import { createLogger } from '#main/platform/logger.ts';
import { createSystemRandom } from '#main/platform/random.ts';
import { createSealer } from '#main/platform/seal.ts';
import { userFolders } from '#main/platform/user-folders.ts';
import { createWorkerPool } from '#main/platform/worker-pool.ts';
import { sealAsBefore } from '#test/support/former-state.ts';

describe('the virtual clock', () => {
  const at = (nowMillis: number) => createVirtualClock({ nowMillis: () => nowMillis });

  test('shows real time until it is moved, and again after a reset', () => {
    const clock = at(1_000);
    expect(clock.nowMillis()).toBe(1_000);
    clock.advance(500);
    expect(clock.status()).toEqual({ offsetMillis: 500, frozen: false, nowMillis: 1_500 });
    clock.reset();
    expect(clock.status()).toEqual({ offsetMillis: 0, frozen: false, nowMillis: 1_000 });
  });

  test('stands still while frozen, and moves only by hand', () => {
    let now = 1_000;
    const clock = createVirtualClock({ nowMillis: () => now });
    clock.freeze();
    now = 9_000;
    expect(clock.nowMillis()).toBe(1_000);
    clock.advance(10);
    expect(clock.nowMillis()).toBe(1_010);
  });

  test('refuses to leave what dates can show', () => {
    for (const millis of [Number.NaN, Number.POSITIVE_INFINITY, 1e14, -1e14])
      expect(() => at(0).advance(millis)).toThrowError(
        expect.objectContaining({ code: 'clock.invalid-jump' }),
      );
  });

  test('says how far it was moved, although time goes on while it says so', () => {
    let now = 0;
    const clock = createVirtualClock({
      nowMillis() {
        now += 1;
        return now;
      },
    });
    clock.advance(500);
    expect(clock.status().offsetMillis).toBe(500);
  });

  test('tells its followers of each move until they leave', () => {
    const clock = at(0);
    let moves = 0;
    const leave = clock.onMove(() => {
      moves += 1;
    });
    clock.advance(1);
    clock.freeze();
    leave();
    clock.reset();
    expect(moves).toBe(2);
  });
});

describe('pooled random bytes', () => {
  test('never hand out the same bytes twice, nor write over what was handed out', () => {
    const random = createSystemRandom();
    const drawn = Array.from({ length: 2_000 }, () => random.bytes(21));
    const texts = drawn.map((bytes) => Buffer.from(bytes).toString('hex'));
    expect(new Set(texts).size).toBe(2_000);
    for (let index = 0; index < 2_000; index += 1) random.bytes(32);
    expect(drawn.map((bytes) => Buffer.from(bytes).toString('hex'))).toEqual(texts);
    expect(random.bytes(20_000)).toHaveLength(20_000);
  });
});

describe('sealing', () => {
  const sealer = createSealer(new Uint8Array(32).fill(1));
  const place = 'record 2 6:secreta';

  test('opens what it sealed, and never seals the same way twice', () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) =>
        Buffer.from(bytes).equals(sealer.open(sealer.seal(bytes, place), place)),
      ),
    );
    expect(sealer.seal(Buffer.from('x'), place).equals(sealer.seal(Buffer.from('x'), place))).toBe(false);
  });

  test('opens what an earlier version sealed for any place, and nothing new in that way', () => {
    const former = sealAsBefore(new Uint8Array(32).fill(1), Buffer.from('secret'));
    expect(sealer.openFormer(former).toString('utf8')).toBe('secret');
    const refused = expect.objectContaining({ code: 'state.corrupt' });
    expect(() => sealer.open(former, place)).toThrowError(refused);
    const bound = sealer.seal(Buffer.from('secret'), place);
    expect(() => sealer.openFormer(bound)).toThrowError(refused);
    expect(() => sealer.openFormer(bound.subarray(4))).toThrowError(refused);
  });

  test('opens nothing in another place, and knows its own from what another key sealed', () => {
    const sealed = sealer.seal(Buffer.from('secret'), place);
    expect(() => sealer.open(sealed, 'record 2 6:secretb')).toThrowError(
      expect.objectContaining({ code: 'state.corrupt' }),
    );
    expect(sealer.isOwn(sealed)).toBe(true);
    expect(createSealer(new Uint8Array(32).fill(2)).isOwn(sealed)).toBe(false);
  });

  test('refuses what was changed in any byte, cut, or sealed under another key', () => {
    const sealed = sealer.seal(Buffer.from('secret'), place);
    for (let index = 0; index < sealed.length; index += 1) {
      const changed = Buffer.from(sealed);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => sealer.open(changed, place)).toThrowError(
        expect.objectContaining({ code: 'state.corrupt' }),
      );
    }
    for (const bytes of [Buffer.alloc(0), Buffer.alloc(5), sealed.subarray(0, 20)])
      expect(() => sealer.open(bytes, place)).toThrowError(
        expect.objectContaining({ code: 'state.corrupt' }),
      );
    const other = createSealer(new Uint8Array(32).fill(2));
    expect(() => other.open(sealed, place)).toThrowError(expect.objectContaining({ code: 'state.corrupt' }));
    expect(() => createSealer(new Uint8Array(31))).toThrowError(
      expect.objectContaining({ code: 'secret.key-invalid' }),
    );
  });
});

describe('the log', () => {
  const lines: string[] = [];
  const logger = createLogger(systemClock, (line) => lines.push(line), 'info');

  test('writes one redacted JSON line an event, from its level up', () => {
    logger.debug('not.written');
    logger.warn('request.failed', {
      path: '/as/token.oauth2?code=PLANTED',
      password: 'PLANTED',
      nested: { refresh_token: 'PLANTED', authorization: ['Basic PLANTED'] },
      error: new Error('Bearer PLANTEDTOKEN refused'),
      status: 500,
    });
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain('PLANTED');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'warn', event: 'request.failed', status: 500 });
  });

  test('a value that has no end is cut', () => {
    const loop: Record<string, unknown> = {};
    loop['self'] = loop;
    expect(() => logger.info('loop', loop)).not.toThrow();
  });
});

describe('where things lie', () => {
  test('follows the habits of the system', () => {
    expect(userFolders('linux', { HOME: '/h' }).stateRoot).toBe(join('/h', '.local', 'state', 'gatehouse'));
    expect(userFolders('linux', { HOME: '/h', XDG_STATE_HOME: '/s' }).stateRoot).toBe(
      join('/s', 'gatehouse'),
    );
    expect(userFolders('darwin', { HOME: '/h' }).stateRoot).toContain(join('Library', 'Application Support'));
    expect(userFolders('win32', { LOCALAPPDATA: '/l' }).stateRoot).toBe(join('/l', 'Gatehouse', 'state'));
  });
});

describe('the worker pool', () => {
  const directory = mkdtempSync(join(tmpdir(), 'gatehouse-pool-'));
  const file = join(directory, 'worker.mjs');
  writeFileSync(
    file,
    `import { parentPort } from 'node:worker_threads';
     parentPort.on('message', (task) => {
       if (task === 'loop') for (;;);
       if (task === 'throw') throw new Error('planted');
       if (task === 'exit') process.exit(3);
       if (task === 'memory') { const held = []; for (;;) held.push(new Array(1e6).fill(Math.random())); }
       parentPort.postMessage(task * 2);
     });`,
  );
  const pool = createWorkerPool<number | string, number>({
    url: pathToFileURL(file),
    size: 2,
    timeoutMillis: 1_500,
    start: startThread,
    heap: { oldMebibytes: 64, youngMebibytes: 12 },
  });
  afterAll(async () => {
    await pool.close();
    rmSync(directory, { recursive: true });
  });

  test('answers more tasks than it has workers', async () => {
    const results = await Promise.all(Array.from({ length: 20 }, (_, index) => pool.run(index)));
    expect(results).toEqual(Array.from({ length: 20 }, (_, index) => index * 2));
  });

  test.each(['loop', 'throw', 'exit', 'memory'])(
    'a task that ends in %s fails alone; the next one works',
    async (task) => {
      await expect(pool.run(task)).rejects.toMatchObject({ code: 'api.internal' });
      expect(await Promise.all([pool.run(4), pool.run(5), pool.run(6)])).toEqual([8, 10, 12]);
    },
  );

  test('a task can be given up', async () => {
    const stop = new AbortController();
    const pending = pool.run('loop', stop.signal);
    setTimeout(() => stop.abort(), 20);
    await expect(pending).rejects.toMatchObject({ code: 'engine.stopped' });
    expect(await pool.run(2)).toBe(4);
  });

  test('one that waits for its turn can be given up, and is never begun', async () => {
    const stop = new AbortController();
    const busy = [pool.run('loop'), pool.run('loop')].map((run) => run.catch(() => 'stopped'));
    const waiting = pool.run('loop', stop.signal);
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'engine.stopped' });
    await Promise.all(busy);
    expect(await pool.run(2)).toBe(4);
  });

  test('a pool that is closed begins nothing that waited', async () => {
    const closing = createWorkerPool<string, number>({
      url: pathToFileURL(file),
      size: 1,
      timeoutMillis: 30_000,
      start: startThread,
      heap: { oldMebibytes: 64, youngMebibytes: 12 },
    });
    const runs = [closing.run('loop'), closing.run('loop')].map((run) => run.catch(({ code }) => code));
    await closing.close();
    expect(await Promise.all(runs)).toEqual(['api.internal', 'engine.stopped']);
  });
});
