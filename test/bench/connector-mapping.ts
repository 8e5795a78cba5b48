import type { Case, Target } from './harness/area.ts';
import { ratio } from './harness/targets.ts';
import { programPath, startNode } from './support/child.ts';

const subjects = {
  hand: 'mapping of 10 attributes, written by hand',
  gatehouse: 'mapping of 10 attributes, by configuration',
} as const;

/** The cost of mapping a record, by hand and by a configuration; one process for each. */
export const mappingCases: readonly Case[] = Object.entries(subjects).map(([subject, title]) => ({
  id: `mapping-${subject}`,
  title,
  figures: [{ id: 'nanos', title: 'CPU for a record', unit: 'ns', digits: 0 }],
  async run() {
    const child = await startNode([programPath('connector-map.ts'), subject], { hasChannel: true });
    await child.stop();
    return JSON.parse(child.line);
  },
}));

/** How much a configuration may cost in place of code. */
export const mappingTargets: readonly Target[] = [
  ratio(
    'mapping by configuration over code written by hand',
    ['mapping-gatehouse', 'nanos'],
    ['mapping-hand', 'nanos'],
    { atMost: 7 },
  ),
];
