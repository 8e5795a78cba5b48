import { describe, expect, test, vi } from 'vitest';
import { screens } from '#renderer/workbench/addresses.ts';

interface Entry {
  readonly screen: string;
  readonly load: () => Promise<unknown>;
  readonly icon: unknown;
  readonly keys: readonly string[];
  readonly words: { readonly title: string; readonly command: string };
}

interface ScreensModule {
  readonly screenAreas: readonly string[];
  readonly screenEntries: readonly Entry[];
  readonly screensIn: (area: string) => readonly Entry[];
  readonly screenAt: (path: string) => { readonly title: string; readonly Component: unknown };
  readonly preloadScreens: () => Promise<void>;
}

// By a computed name: the screens bring style sheets, which are no modules to the compiler of the tests.
const { href } = new URL('../../../../src-renderer/app/screens.tsx', import.meta.url);
const loaded: unknown = await import(href);
const { screenAreas, screenEntries, screensIn, screenAt } = loaded as ScreensModule;

describe('the screens', () => {
  test('can all be reached from the frame of the window, each from one place', () => {
    const reached = screenAreas.flatMap((area) => screensIn(area)).map(({ screen }) => screen);
    expect(reached.toSorted()).toEqual(screens.toSorted());
  });

  test('have words and keys, and share neither', () => {
    for (const read of [
      screenEntries.map(({ words }) => words.title),
      screenEntries.map(({ words }) => words.command),
      screenEntries.map(({ icon }) => icon),
      screenEntries.flatMap(({ keys }) => keys),
    ])
      expect(new Set(read).size).toBe(read.length);
    expect(screenEntries.filter(({ keys }) => keys.length === 0)).toEqual([]);
  });

  test('are reached with Alt and the digit of their position in the rail', () => {
    const rail = ['main', 'low'].flatMap((area) => screensIn(area));
    expect(rail.map(({ keys }) => keys[0])).toEqual(rail.map((_, at) => `alt+${(at + 1) % 10}`));
  });

  test.each(screens)('%s can be loaded', async (screen) => {
    const entry = screenEntries.find((candidate) => candidate.screen === screen);
    expect(await entry?.load()).toEqual(expect.any(Function));
    expect(screenAt(`/${screen}`).title).toBe(entry?.words.title);
  });

  test('are shown at once where they were fetched before, and stay as they are where they are shown', async () => {
    vi.resetModules();
    const anew: unknown = await import(href);
    const fresh = anew as ScreensModule;
    const { Component: shown } = fresh.screenAt('/activity');
    await fresh.preloadScreens();
    expect(fresh.screenAt('/activity').Component).toBe(shown);
    // A lazy one is no function: React keeps its blank for 300 ms.
    expect(fresh.screenAt('/problems').Component).toEqual(expect.any(Function));
  });

  test('name a tab after the document it shows', () => {
    expect(screenAt('/files/oauth%2Fclients%2Fweb.json').title).toBe('web.json');
    expect(screenAt('/connectors/provisioner.openicf-people.json').title).toBe('people');
    expect(screenAt('/activity').title).toBe('Activity');
    expect(screenAt('/nowhere').title).toBe('Home');
  });
});
