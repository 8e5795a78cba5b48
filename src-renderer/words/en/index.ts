import { common } from './common.ts';
import { desktop } from './desktop.ts';
import { exchanges } from './exchanges.ts';
import { faults } from './faults.ts';
import { files } from './files.ts';
import { home } from './home.ts';
import { runs } from './runs.ts';
import { settings } from './settings.ts';
import { shell } from './shell.ts';
import { status } from './status.ts';

/** The catalogues that the first screen loads, in English. Sentence case; protocol names as on the wire. */
export const english = {
  common,
  shell,
  home,
  runs,
  settings,
  desktop,
  faults,
  files,
  status,
  exchanges,
};
