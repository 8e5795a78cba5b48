import { describe, expect, test } from 'vitest';
import { inOrderOfStart, parseStat, readCpu, scriptThreads } from '#test/bench/support/cpu.ts';

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
    const ownMillis = () => {
      const { user, system } = process.cpuUsage();
      return (user + system) / 1_000;
    };
    // Other threads of the process go on meanwhile, also while it is looked at: what was looked at before and
    // behind bounds it. Of threads that have ended the system counts in ticks.
    const ticksMillis = 50;
    const outerMillis = ownMillis();
    const before = readCpu(process.pid);
    const innerMillis = ownMillis();
    while (ownMillis() < innerMillis + 50);
    const minMillis = ownMillis() - innerMillis;
    const grownMillis = readCpu(process.pid).millis - before.millis;
    const maxMillis = ownMillis() - outerMillis;
    expect(grownMillis).toBeGreaterThan(minMillis - ticksMillis);
    expect(grownMillis).toBeLessThan(maxMillis + ticksMillis);
    expect(scriptThreads(before)[0]?.id).toBe(process.pid);
  });

  test('names the main thread first, also where the system began anew with its ids', () => {
    expect(inOrderOfStart(10_991, [1_702, 10_991, 10_995, 1_700])).toEqual([10_991, 10_995, 1_700, 1_702]);
  });

  test('of a process that has ended is an error', () => {
    const beyondEveryPid = 2 ** 30;
    expect(() => readCpu(beyondEveryPid)).toThrow(hasProc ? 'ENOENT' : 'Linux only');
  });
});
