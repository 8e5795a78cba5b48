import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isInstalled, runCommand } from '../commands.ts';
import type { Obstacle, Place, Prepared } from '../place.ts';
import { downloadSet, languageSet, localeSet } from '../test-sets.ts';
import type { Workshop } from '../workshop.ts';
import { inOddFolder } from './folders.ts';

/** Where Debian's package `locales`, and others, put what locales are compiled from. */
const localeSources = '/usr/share/i18n/locales';

/** Places that differ in the locale. */
export const localePlaces: readonly Place[] = [
  {
    id: 'locale-c',
    title: 'LC_ALL=C, below “Ä proj (1)”',
    set: downloadSet,
    async prepare(workshop) {
      const made = inOddFolder(workshop);
      return { ...made, env: { ...made.env, LANG: undefined, LC_ALL: 'C' } };
    },
  },
  {
    id: 'locale-missing',
    title: 'LC_ALL of a locale that is not installed',
    set: localeSet,
    async prepare({ ordinary }) {
      const there = installedLocales();
      const missing = ['tr_TR.UTF-8', 'is_IS.UTF-8', 'mt_MT.UTF-8'].find((name) => !there.has(plain(name)));
      return missing === undefined
        ? { obstacle: 'every locale is installed here' }
        : { checkout: ordinary(), env: { LC_ALL: missing } };
    },
  },
  ...['tr_TR.UTF-8', 'de_DE.UTF-8'].map((name) => ({
    id: `locale-${name.slice(0, 2)}`,
    title: `LC_ALL=${name}, installed`,
    set: languageSet,
    prepare: (workshop: Workshop) => withLocale(workshop, name),
  })),
];

/** The locale of the system, else one that is compiled for this run alone. */
async function withLocale({ folder, ordinary }: Workshop, name: string): Promise<Prepared | Obstacle> {
  if (installedLocales().has(plain(name))) return { checkout: ordinary(), env: { LC_ALL: name } };
  const [source = ''] = name.split('.');
  if (!isInstalled('localedef') || !existsSync(join(localeSources, source)))
    return {
      obstacle: `${name} is not installed, nor what it is compiled from (on Debian: apt-get install locales)`,
    };
  const locales = join(folder, 'locales');
  mkdirSync(locales, { recursive: true });
  runCommand('localedef', ['-i', source, '-f', 'UTF-8', join(locales, name)]);
  return { checkout: ordinary(), env: { LC_ALL: name, LOCPATH: locales } };
}

function installedLocales(): ReadonlySet<string> {
  return new Set(isInstalled('locale') ? runCommand('locale', ['-a']).split('\n').map(plain) : []);
}

/** One name has several spellings: tr_TR.UTF-8, tr_TR.utf8. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll('-', '');
}
