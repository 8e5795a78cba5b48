import { chmodSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isRoot } from '../commands.ts';
import type { Place, Prepared } from '../place.ts';
import { hostSet, npmSet, pathSet } from '../test-sets.ts';
import type { Workshop } from '../workshop.ts';

const longPathCharacters = 200;

const oddName = 'Ä proj (1)';

/** A clone below a folder with an odd name, with the temporary files beside it: state and profiles of tests lie there. */
export function inOddFolder({ folder, clone }: Workshop): Prepared & Pick<Required<Prepared>, 'env'> {
  const temporary = join(folder, oddName, 'tmp');
  mkdirSync(temporary, { recursive: true });
  return { checkout: clone(`${oddName}/gatehouse`), env: { TMPDIR: temporary } };
}

/** Places that differ in where the clone lies. */
export const folderPlaces: readonly Place[] = [
  {
    id: 'closed-folder',
    title: 'root, below a folder that nobody else can enter',
    set: hostSet,
    async prepare({ folder, clone }) {
      if (!isRoot()) return { obstacle: 'only root can do what others may not' };
      const closed = join(folder, 'closed');
      mkdirSync(closed, { recursive: true });
      chmodSync(closed, 0o700);
      return { checkout: clone('closed/gatehouse') };
    },
  },
  {
    id: 'odd-path',
    title: 'below “Ä proj (1)”',
    set: pathSet,
    prepare: async (workshop) => inOddFolder(workshop),
  },
  {
    id: 'long-path',
    title: `a path of ${longPathCharacters} characters`,
    set: pathSet,
    prepare: async ({ folder, clone }) => {
      const left = longPathCharacters - folder.length - 2;
      const [first, second] = [Math.floor(left / 2), Math.ceil(left / 2)];
      return { checkout: clone(`${'l'.repeat(first)}/${'g'.repeat(second)}`) };
    },
  },
  {
    id: 'archive',
    title: 'a source archive, without .git',
    set: npmSet,
    prepare: async ({ clone }) => ({ checkout: clone('archive', 'archive') }),
  },
  {
    id: 'temporary-space',
    title: 'TMPDIR with a space',
    set: pathSet,
    async prepare({ folder, ordinary }) {
      const temporary = join(folder, 'temporary files');
      mkdirSync(temporary, { recursive: true });
      return { checkout: ordinary(), env: { TMPDIR: temporary } };
    },
  },
  {
    id: 'home-unset',
    title: 'HOME is not set',
    set: hostSet,
    // Where the password file names no home either, Node itself has none to offer.
    prepare: async ({ ordinary }) =>
      homedir() === ''
        ? { obstacle: 'this user has no home' }
        : { checkout: ordinary(), env: { HOME: undefined, XDG_STATE_HOME: undefined } },
  },
];
