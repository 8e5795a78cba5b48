import type { Place } from './place.ts';
import type { Extent } from './run-place.ts';

const dayMillis = 86_400_000;
const wholeAtOnce = 2;

/** The places to test and how much to run in each, in the order of the registry. */
export type Choice = readonly { readonly place: Place; readonly extent: Extent }[];

/**
 * Reads the arguments of `npm run test:anywhere`: `--quick` runs the whole set nowhere and goes to one place a day of
 * those that take turns, `--whole` runs it in every place that is named, and without either it runs in two places that
 * change by the day. Null where they are none of these.
 */
export function choosePlaces(
  args: readonly string[],
  places: readonly Place[],
  nowMillis: number,
): Choice | null {
  const flags = args.filter((argument) => argument.startsWith('-'));
  const named = args.filter((argument) => !argument.startsWith('-'));
  const areKnown = named.every((id) => places.some((place) => place.id === id));
  const isEither =
    flags.length === 0 || (flags.length === 1 && ['--quick', '--whole'].includes(flags[0] ?? ''));
  if (!areKnown || !isEither || (flags[0] === '--whole' && named.length === 0)) return null;
  const isQuick = flags[0] === '--quick';
  const unnamed = isQuick ? placesOfDay(places, nowMillis) : places;
  const chosen = named.length === 0 ? unnamed : places.filter(({ id }) => named.includes(id));
  const today = named.length === 0 && flags.length === 0 ? turnOf(places, nowMillis) : [];
  return chosen.map((place) => ({
    place,
    extent: flags[0] === '--whole' || today.includes(place) ? 'whole' : 'set',
  }));
}

/** All places but those whose turn is on another day. */
function placesOfDay(places: readonly Place[], nowMillis: number): readonly Place[] {
  const day = Math.floor(nowMillis / dayMillis);
  return places.filter((place) => {
    if (place.turn === undefined) return true;
    const alike = places.filter(({ turn }) => turn === place.turn);
    return alike[day % alike.length] === place;
  });
}

/** The places whose turn for the whole set it is on a day: all had theirs once the days have gone round. */
function turnOf(places: readonly Place[], nowMillis: number): readonly Place[] {
  const first = Math.floor(nowMillis / dayMillis) * wholeAtOnce;
  return Array.from({ length: wholeAtOnce }, (_, index) => places[(first + index) % places.length]).flatMap(
    (place) => (place === undefined ? [] : [place]),
  );
}
