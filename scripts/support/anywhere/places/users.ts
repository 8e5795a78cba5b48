import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isRoot, runCommand, works } from '../commands.ts';
import type { Place, Prepared } from '../place.ts';
import { hostSet, pathSet } from '../test-sets.ts';
import { giveTo, type Workshop } from '../workshop.ts';

/** “nobody” on every Linux, and in the password file of most. */
const ordinaryUser = 65_534;
const asOrdinary = ['setpriv', `--reuid=${ordinaryUser}`, `--regid=${ordinaryUser}`, '--clear-groups'];

/** Places that differ in who runs the tests, and in what that person may do. */
export const userPlaces: readonly Place[] = [
  {
    id: 'ordinary-user',
    title: 'an ordinary user',
    set: pathSet,
    async prepare(workshop) {
      if (!isRoot()) return { checkout: workshop.ordinary() };
      return canBeOrdinary() ? asOrdinaryUser(workshop, 'ordinary-user', 0o755) : cannotBeOrdinary;
    },
  },
  {
    id: 'home-closed',
    title: 'a HOME that cannot be written',
    set: hostSet,
    async prepare(workshop) {
      // The permissions of a folder do not bind root.
      if (isRoot())
        return canBeOrdinary() ? asOrdinaryUser(workshop, 'home-closed', 0o555) : cannotBeOrdinary;
      const home = join(workshop.folder, 'home-closed-home');
      mkdirSync(home, { mode: 0o555 });
      return { checkout: workshop.ordinary(), env: { HOME: home } };
    },
  },
  {
    id: 'umask-077',
    title: 'umask 077',
    set: pathSet,
    prepare: async ({ ordinary }) => ({
      checkout: ordinary(),
      through: ['sh', '-c', 'umask 077; exec "$@"', 'sh'],
    }),
  },
];

const cannotBeOrdinary = {
  obstacle: 'setpriv of util-linux is missing: root cannot become an ordinary user',
};

function canBeOrdinary(): boolean {
  return works(asOrdinary[0] ?? '', [...asOrdinary.slice(1), 'true']);
}

/** A clone that belongs to the ordinary user, and a home with these permissions. */
function asOrdinaryUser({ folder, clone }: Workshop, id: string, homeMode: number): Prepared {
  const checkout = clone('ordinary-user', 'repository', (path) => giveTo(ordinaryUser, path));
  const home = join(folder, `${id}-home`);
  const temporary = join(folder, `${id}-tmp`);
  for (const path of [home, temporary]) mkdirSync(path);
  runCommand('chown', [`${ordinaryUser}:${ordinaryUser}`, home, temporary]);
  chmodSync(home, homeMode);
  const env = { HOME: home, TMPDIR: temporary, USER: undefined, LOGNAME: undefined };
  return { checkout, env, through: asOrdinary };
}
