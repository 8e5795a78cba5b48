import type { Place } from '../place.ts';
import { folderPlaces } from './folders.ts';
import { localePlaces } from './locales.ts';
import { machinePlaces } from './machines.ts';
import { nodePlaces } from './node-versions.ts';
import { npmPlaces } from './npm.ts';
import { userPlaces } from './users.ts';
import { zonePlaces } from './zones.ts';

/** Every place in which the tests have to be green, in the order in which they are tried. */
export const places: readonly Place[] = [
  ...folderPlaces,
  ...userPlaces,
  ...zonePlaces,
  ...localePlaces,
  ...machinePlaces,
  ...nodePlaces,
  ...npmPlaces,
];
