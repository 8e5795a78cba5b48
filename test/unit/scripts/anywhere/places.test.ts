import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { choosePlaces } from '../../../../scripts/support/anywhere/choice.ts';
import type { Place } from '../../../../scripts/support/anywhere/place.ts';
import { places } from '../../../../scripts/support/anywhere/places/index.ts';
import { rootDir } from '../../../../scripts/support/root.ts';

const dayMillis = 86_400_000;

describe('the places', () => {
  test('are told apart by a word each', () => {
    const ids = places.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[a-z][a-z0-9-]*$/.test(id))).toEqual([]);
  });

  test('run files that there are', () => {
    const files = places.flatMap(({ set }) => [
      ...set.files,
      ...(set.story === undefined ? [] : [set.story.file]),
    ]);
    expect(files.filter((file) => !existsSync(join(rootDir, file)))).toEqual([]);
  });

  test('run tests that there are: each name that a set gives stands in one of its files', () => {
    for (const { set } of places) {
      const text = set.files.map(textBelow).join('');
      expect((set.names ?? []).filter((name) => !text.includes(name))).toEqual([]);
      const { file, name } = set.story ?? { file: set.files[0] ?? '', name: '' };
      expect(textBelow(file)).toContain(name);
    }
  });
});

function textBelow(path: string): string {
  const whole = join(rootDir, path);
  if (!statSync(whole).isDirectory()) return readFileSync(whole, 'utf8');
  return readdirSync(whole)
    .map((name) => textBelow(`${path}/${name}`))
    .join('');
}

describe('what is to run', () => {
  const [first, ...others]: readonly Place[] = places;
  const wholeOn = (day: number) =>
    (choosePlaces([], places, day * dayMillis) ?? []).flatMap(({ place, extent }) =>
      extent === 'whole' ? [place.id] : [],
    );

  test('every place, two of them whole, and none of them left out as the days go round', () => {
    expect(choosePlaces([], places, 0)).toHaveLength(places.length);
    expect(wholeOn(20_000)).toHaveLength(2);
    const days = Array.from({ length: places.length }, (_, day) => wholeOn(20_000 + day)).flat();
    expect(new Set(days).size).toBe(places.length);
  });

  test('with --quick one a day of those that take turns, and each in its turn', () => {
    const inTurn = places.filter(({ turn }) => turn !== undefined);
    expect(inTurn.map(({ id }) => id)).toEqual(['node-20', 'node-22', 'node-24', 'node-newest']);
    const days = [0, 1, 2, 3].map((day) => choosePlaces(['--quick'], places, day * dayMillis) ?? []);
    for (const chosen of days) expect(chosen).toHaveLength(places.length - 3);
    const gone = days
      .flatMap((chosen) => chosen.map(({ place }) => place))
      .filter((place) => inTurn.includes(place));
    expect(new Set(gone)).toEqual(new Set(inTurn));
  });

  test('with --quick, and where places are named, nothing whole', () => {
    for (const args of [['--quick'], [first?.id ?? ''], ['--quick', first?.id ?? '']])
      expect(choosePlaces(args, places, 0)?.filter(({ extent }) => extent === 'whole')).toEqual([]);
  });

  test('what is named, in the order of the registry, whole with --whole', () => {
    const last = others.at(-1);
    expect(choosePlaces(['--whole', last?.id ?? '', first?.id ?? ''], places, 0)).toEqual([
      { place: first, extent: 'whole' },
      { place: last, extent: 'whole' },
    ]);
  });

  test.each([['--whole'], ['nowhere'], ['--fast'], ['--quick', '--whole', 'odd-path']])(
    'nothing for %j %j %j',
    (...args) => expect(choosePlaces(args, places, 0)).toBeNull(),
  );
});
