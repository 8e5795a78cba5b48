import type { JsonValue } from '#shared/workspace/three-way.ts';
import { sandboxPopulationId } from './ids.ts';

const given = [
  'Ada',
  'Ben',
  'Cleo',
  'Dara',
  'Eli',
  'Fay',
  'Gus',
  'Hana',
  'Ivo',
  'June',
  'Kai',
  'Lena',
  'Mia',
];
const family = [
  'Archer',
  'Brook',
  'Carver',
  'Dale',
  'Elm',
  'Frost',
  'Grove',
  'Hale',
  'Irwin',
  'Jarvis',
  'Keller',
];
const languages = ['en', 'de', 'fr', 'es'];

/** A user that the sandbox began with, always the same for a number from 1. */
export function seededUser(number: number): Readonly<Record<string, JsonValue>> {
  const [first, last] = [pick(given, number), pick(family, number)];
  const username = `${first}.${last}${number}`.toLowerCase();
  return {
    username,
    email: `${username}@example.com`,
    externalId: `EXT-${String(number).padStart(5, '0')}`,
    name: { given: first, family: last, formatted: `${first} ${last}` },
    enabled: true,
    preferredLanguage: pick(languages, number),
    population: { id: sandboxPopulationId },
  };
}

function pick(list: readonly string[], number: number): string {
  return list[number % list.length] ?? '';
}
