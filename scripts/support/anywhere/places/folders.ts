import { chmodSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { isRoot } from '../commands.ts';
import type { Place, Prepared } from '../place.ts';
import { hostSet, npmSet, pathSet } from '../test-sets.ts';
import type { Workshop } from '../workshop.ts';

const longPathCharacters = 200;

/** A clone below a folder of this name, with the temporary files beside it: state and profiles of tests lie there. */
export function inOddFolder(
  { folder, clone }: Workshop,
  name: string,
): Prepared & Pick<Required<Prepared>, 'env'> {
  const temporary = join(folder, name, 'tmp');
  mkdirSync(temporary, { recursive: true });
  return { checkout: clone(join(folder, name, 'gatehouse')), env: { TMPDIR: temporary } };
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
      mkdirSync(closed);
      chmodSync(closed, 0o700);
      return { checkout: clone(join(closed, 'gatehouse')) };
    },
  },
  {
    id: 'odd-path',
    title: 'below “Ä proj (1)”',
    set: pathSet,
    prepare: async (workshop) => inOddFolder(workshop, 'Ä proj (1)'),
  },
  {
    id: 'long-path',
    title: `a path of ${longPathCharacters} characters`,
    set: pathSet,
    prepare: async ({ folder, clone }) => {
      const left = longPathCharacters - folder.length - 2;
      const [first, second] = [Math.floor(left / 2), Math.ceil(left / 2)];
      return { checkout: clone(join(folder, 'l'.repeat(first), 'g'.repeat(second))) };
    },
  },
  {
    id: 'archive',
    title: 'a source archive, without .git',
    set: npmSet,
    prepare: async ({ folder, clone }) => ({ checkout: clone(join(folder, 'archive'), 'archive') }),
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
