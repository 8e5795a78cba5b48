import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../commands.ts';
import type { Obstacle, Place, Prepared } from '../place.ts';
import { runtimeSet } from '../test-sets.ts';
import type { Workshop } from '../workshop.ts';

/** The package of npm that holds a Node for Linux on this kind of processor. */
const nodePackage = `node-linux-${process.arch}`;

const versions = [
  { id: 'node-20', version: '20', title: 'Node 20, and the Node of the packages after it' },
  { id: 'node-22', version: '22', title: 'Node 22 for everything' },
  { id: 'node-24', version: '24', title: 'Node 24 for everything' },
  { id: 'node-newest', version: 'latest', title: 'the newest Node for everything' },
];

/** Places that differ in the Node that is installed. */
export const nodePlaces: readonly Place[] = versions.map(({ id, version, title }) => ({
  id,
  title,
  turn: 'node',
  set: runtimeSet,
  prepare: (workshop) => withNode(workshop, id, version),
}));

/**
 * A clone that is begun with this Node. Where it can run the tests itself, the one of the packages is taken away, as it
 * is for people whose system npm has none for.
 */
async function withNode(
  { folder, ordinary, clone }: Workshop,
  id: string,
  version: string,
): Promise<Prepared | Obstacle> {
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch))
    return { obstacle: `npm has no Node for ${process.platform}-${process.arch}` };
  const prefix = join(folder, `${id}-program`);
  mkdirSync(prefix);
  try {
    runCommand('npm', ['install', '--no-save', '--prefix', prefix, `${nodePackage}@${version}`], {
      cwd: prefix,
    });
  } catch (error) {
    return { obstacle: `npm cannot fetch it: ${error instanceof Error ? error.message.split('\n')[0] : ''}` };
  }
  const node = join(prefix, 'node_modules', nodePackage, 'bin/node');
  if (version === '20') return { checkout: ordinary(), node };
  const withoutNode = (path: string) => rmSync(join(path, 'node_modules', nodePackage), { recursive: true });
  return { checkout: clone('without-node', 'repository', withoutNode), node };
}
