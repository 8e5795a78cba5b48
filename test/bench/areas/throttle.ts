import type { Area, Case, Figure } from '../harness/area.ts';
import { limit, ratio } from '../harness/targets.ts';
import { programPath, startNode } from '../support/child.ts';

const subjects = {
  floor: 'floor: typed array, Map and clock',
  gatehouse: 'Gatehouse',
  'rate-limiter-flexible': 'rate-limiter-flexible (memory)',
  limiter: 'limiter (a TokenBucket for each key)',
} as const;
const keyCounts = [1, 10_000] as const;

const decideFigures: readonly Figure[] = [
  { id: 'mean', title: 'CPU, both ways alike', unit: 'ns', digits: 0 },
  { id: 'accept', title: 'accepted', unit: 'ns', digits: 0 },
  { id: 'refuse', title: 'refused', unit: 'ns', digits: 0 },
];

const simulations = {
  floor: 'floor: decides 10 M arrivals and nothing else',
  open: 'clients that drop a refused request',
  retry: 'clients that honour Retry-After, three times',
} as const;

/** Runs a program to its end and takes what it measured. */
async function measured(program: string, ...args: readonly string[]): Promise<Record<string, number>> {
  const child = await startNode(['--expose-gc', programPath(program), ...args], { hasChannel: true });
  await child.stop();
  return JSON.parse(child.line);
}

const decideCases: readonly Case[] = keyCounts.flatMap((keys) =>
  Object.entries(subjects).map(([subject, title]) => ({
    id: `${subject}-${keys}`,
    title: `${title}, ${keys === 1 ? '1 key' : `${keys} keys`}`,
    figures: decideFigures,
    run: () => measured('throttle-decide.ts', subject, String(keys)),
  })),
);

const simulationCases: readonly Case[] = Object.entries(simulations).map(([manner, title]) => ({
  id: `simulation-${manner}`,
  title: `a day, ${title}`,
  figures: [
    { id: 'millis', title: 'CPU for 10 M arrivals', unit: 'ms', digits: 0 },
    { id: 'offered', title: 'decisions', unit: '', digits: 0 },
  ],
  run: () => measured('throttle-simulate.ts', manner),
}));

const maxBytes = 60;

/** The cost of a decision, of a group, and of simulating a day of traffic. */
export const throttle: Area = {
  area: 'throttle',
  title: 'the throttling engine and its simulation',
  rounds: 3,
  notes: [
    'Every decision reads the clock with performance.now. Half of them are accepted, half refused, by a rate for each way.',
    'Of 10,000 keys few are frequent (Zipf with exponent 1).',
    'A simulated day has 10 M arrivals of 1,000 Poisson clients with a group each, at 8 requests a minute; bins, histograms and 24 groups in detail are part of it.',
    'The floor of the simulation makes up evenly spaced arrivals of random groups, decides on a typed array, and counts nothing.',
    'CPU time is that of the whole process, the collector of garbage included.',
  ],
  cases: [
    ...decideCases,
    {
      id: 'memory',
      title: 'a million groups',
      figures: [{ id: 'bytes', title: 'beyond the key', unit: 'B/group', digits: 1 }],
      isFixed: true,
      run: () => measured('throttle-memory.ts'),
    },
    ...simulationCases,
  ],
  targets: [
    ratio('a decision over the floor, 1 key', ['gatehouse-1', 'mean'], ['floor-1', 'mean'], { atMost: 1.6 }),
    ratio('a decision over the floor, 10,000 keys', ['gatehouse-10000', 'mean'], ['floor-10000', 'mean'], {
      atMost: 1.75,
    }),
    ...keyCounts.map((keys) =>
      ratio(
        `rate-limiter-flexible over a decision, ${keys === 1 ? '1 key' : '10,000 keys'}`,
        [`rate-limiter-flexible-${keys}`, 'mean'],
        [`gatehouse-${keys}`, 'mean'],
        { digits: 1, atLeast: 5 },
      ),
    ),
    limit('memory of a group beyond its key, at a million', ['memory', 'bytes'], {
      unit: 'B',
      digits: 1,
      atMost: maxBytes,
    }),
    ratio(
      'simulation over the floor, open loop',
      ['simulation-open', 'millis'],
      ['simulation-floor', 'millis'],
      { atMost: 2.6 },
    ),
    ratio(
      'simulation over the floor, with Retry-After clients',
      ['simulation-retry', 'millis'],
      ['simulation-floor', 'millis'],
      { atMost: 7 },
    ),
  ],
};
