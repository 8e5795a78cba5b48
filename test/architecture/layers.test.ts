import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Arrow, arrowsOf, circlesOf } from './import-graph.ts';
import { readModuleFiles } from './source-tree.ts';

const maxAtTheRoot = 10;
const maxServiceArrows = 20;

/** From the bottom to the top: each layer imports itself and what is below it. */
const layers = [
  /^src-main\/platform\//,
  /^src-main\/workspace\//,
  /^src-main\/services\//,
  /^src-main\/api\//,
  /^src-main\/composition\//,
  /^src-main\/(?:engine\.ts$|hosts\/)/,
];

const arrows = arrowsOf(readModuleFiles().filter(({ path }) => path.startsWith('src-')));
const inMain = arrows.filter(({ from, to }) => [from, to].every((path) => path.startsWith('src-main/')));

function layerOf(path: string): number {
  return layers.findIndex((layer) => layer.test(path));
}

function serviceOf(path: string): string | undefined {
  return /^src-main\/services\/([^/]+)\//.exec(path)?.[1];
}

function betweenServices({ from, to }: Arrow) {
  const [one, other] = [serviceOf(from), serviceOf(to)];
  return one === undefined || other === undefined || one === other ? [] : [{ from: one, to: other }];
}

describe('the engine side', () => {
  test('has few files and folders at its root', () => {
    const found = readdirSync(resolve(import.meta.dirname, '../../src-main'));
    expect(found.length).toBeLessThanOrEqual(maxAtTheRoot);
  });

  test('every module stands in a layer', () => {
    expect(inMain.filter(({ from, to }) => layerOf(from) < 0 || layerOf(to) < 0)).toEqual([]);
  });

  test('no import leads up, not even to a type', () => {
    const up = inMain.filter(({ from, to }) => layerOf(to) > layerOf(from));
    expect(up.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  test('its services know few of each other, and none knows one that knows it', () => {
    const values = inMain.filter(({ isType }) => !isType).flatMap(betweenServices);
    const distinct = new Set(values.map(({ from, to }) => `${from} → ${to}`));
    expect([...distinct].toSorted().length, [...distinct].toSorted().join('\n')).toBeLessThanOrEqual(
      maxServiceArrows,
    );
    expect(circlesOf(inMain.flatMap(betweenServices))).toEqual([]);
  });
});

describe('the whole tree', () => {
  test('no modules import each other in a circle, not even their types', () => {
    expect(circlesOf(arrows)).toEqual([]);
  });
});

describe('a circle', () => {
  const from = (text: string) => text.split(' ').map((pair) => ({ from: pair[0] ?? '', to: pair[1] ?? '' }));

  test('is found, however long', () => {
    expect(circlesOf(from('ab bc ca cd'))).toEqual([['a', 'b', 'c']]);
    expect(circlesOf(from('ab ba cd dc'))).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  test('is none where two ways lead to one', () => {
    expect(circlesOf(from('ab ac bd cd'))).toEqual([]);
  });
});
