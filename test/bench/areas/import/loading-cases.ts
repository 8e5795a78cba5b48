import { setTimeout as sleep } from 'node:timers/promises';
import type { Pace } from '#shared/consents/index.ts';
import type { Bench, Case, Figure, Sample, Target } from '../../harness/area.ts';
import { type Child, programPath, startNode } from '../../support/child.ts';

const seconds = 20;
const perSecond = 100;
/** Share of the limit that is left when it falls midway. */
const fallenShare = 0.3;
const bursts = [10, 100] as const;

const figures: readonly Figure[] = [
  { id: 'used', title: 'accepted, of what the bucket gives', unit: '%', digits: 1 },
  { id: 'refused', title: 'refused, of what was sent', unit: '%', digits: 2 },
];

interface Way {
  readonly id: string;
  readonly title: string;
  readonly program: 'gatehouse' | 'p-limit' | 'bottleneck';
  readonly pace: (burst: number) => Pace | null;
  readonly falls?: boolean;
}

const learned = (): Pace => ({ mode: 'learned' });
const told = (burst: number): Pace => ({ mode: 'told', perSecond, burst });
const ways: readonly Way[] = [
  { id: 'told', title: 'the limit told', program: 'gatehouse', pace: told },
  { id: 'learned', title: 'nothing told', program: 'gatehouse', pace: learned },
  {
    id: 'fallen',
    title: 'nothing told, the limit falls to 30 % midway',
    program: 'gatehouse',
    pace: learned,
    falls: true,
  },
  { id: 'p-limit', title: 'p-limit and Retry-After', program: 'p-limit', pace: () => null },
  { id: 'bottleneck', title: 'bottleneck, the limit told', program: 'bottleneck', pace: told },
];

async function load(bench: Bench, { program, pace, falls = false }: Way, burst: number): Promise<Sample> {
  const changeAfterMillis = falls ? (seconds * 1_000) / 2 : 0;
  const platform = await startNode(
    [
      programPath('import-platform.ts'),
      ...[perSecond, burst, changeAfterMillis, perSecond * fallenShare].map(String),
    ],
    { hasChannel: true },
  );
  const { port } = JSON.parse(platform.line) as { readonly port: number };
  const millis = seconds * 1_000;
  const loader = await startNode([
    programPath('import-load.ts'),
    program,
    `http://127.0.0.1:${port}`,
    bench.directory,
    String(millis),
    String(perSecond * seconds * 2),
    JSON.stringify(pace(burst)),
  ]);
  try {
    await sleep(millis);
    const { accepted, refused } = await countsOf(platform);
    const given = burst + perSecond * (falls ? (seconds / 2) * (1 + fallenShare) : seconds);
    return { used: (accepted / given) * 100, refused: (refused / (accepted + refused)) * 100 };
  } finally {
    await Promise.all([loader.stop(), platform.stop()]);
  }
}

function countsOf(platform: Child): Promise<{ readonly accepted: number; readonly refused: number }> {
  const answer = new Promise<{ readonly accepted: number; readonly refused: number }>((resolve) =>
    platform.process.once('message', (counts) => resolve(counts as { accepted: number; refused: number })),
  );
  platform.process.send('counts');
  return answer;
}

/** Loads against a limit of 100 a second. */
export const loadingCases: readonly Case[] = ways.flatMap((way) =>
  bursts.map((burst) => ({
    id: `${way.id}-${burst}`,
    title: `bursts of ${burst}: ${way.title}`,
    figures,
    run: (bench: Bench) => load(bench, way, burst),
  })),
);

export const loadingTargets: readonly Target[] = bursts.flatMap((burst) => [
  target(`told, bursts of ${burst}: used`, `told-${burst}`, 'used', { atLeast: 97 }),
  target(`told, bursts of ${burst}: refused`, `told-${burst}`, 'refused', { atMost: 0 }),
  target(`nothing told, bursts of ${burst}: used`, `learned-${burst}`, 'used', { atLeast: 93 }),
  target(`nothing told, bursts of ${burst}: refused`, `learned-${burst}`, 'refused', { atMost: 3 }),
  target(`the limit falls, bursts of ${burst}: used`, `fallen-${burst}`, 'used', { atLeast: 93 }),
  target(`the limit falls, bursts of ${burst}: refused`, `fallen-${burst}`, 'refused', { atMost: 3 }),
]);

function target(title: string, caseId: string, figureId: string, bound: Target['bound']): Target {
  return { title, unit: '%', digits: 2, bound, value: (median) => median(caseId, figureId) };
}
