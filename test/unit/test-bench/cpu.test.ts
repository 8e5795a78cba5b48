import { describe, expect, test } from 'vitest';
import { parseStat, readCpu, scriptThreads } from '#test/bench/support/cpu.ts';

const hasProc = process.platform === 'linux';
const statOf = (name: string) =>
  `4711 (${name}) S 1 4711 4711 0 -1 4194304 1 2 3 4 12 30 7 8 20 0 11 0 5000 600000 900`;

describe('the CPU time of a process', () => {
  test('is user and system time together, in ticks of 10 ms', () => {
    expect(parseStat(statOf('MainThread'))).toEqual({ name: 'MainThread', millis: 420 });
  });

  test('is found behind a name that looks like the end of a name', () => {
    expect(parseStat(statOf('a) S 1 (b'))).toEqual({ name: 'a) S 1 (b', millis: 420 });
  });

  test('grows by what the process computes', () => {
    if (!hasProc) return expect(() => readCpu(process.pid)).toThrow('Linux only');
    // Around both readings: what other threads of the process do in between counts on either side.
    const around = process.cpuUsage();
    const before = readCpu(process.pid);
    const own = process.cpuUsage();
    for (let done = 0; done < 50_000; ) {
      const { user, system } = process.cpuUsage(own);
      done = user + system;
    }
    const grownMillis = readCpu(process.pid).millis - before.millis;
    const { user, system } = process.cpuUsage(around);
    expect(grownMillis).toBeGreaterThan(30);
    // The system counts in ticks of 10 ms, user and system time each.
    expect(grownMillis).toBeLessThan((user + system) / 1_000 + 30);
    expect(scriptThreads(before)[0]?.id).toBe(process.pid);
  });

  test('of a process that has ended is an error', () => {
    const beyondEveryPid = 2 ** 30;
    expect(() => readCpu(beyondEveryPid)).toThrow(hasProc ? 'ENOENT' : 'Linux only');
  });
});
