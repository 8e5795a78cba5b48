import { describe, expect, test } from 'vitest';
import { type PaletteItem, type PaletteSources, paletteGroups } from '#renderer/app/palette/palette-items.ts';

const item = (id: string, kind: PaletteItem['kind'], more: Partial<PaletteItem> = {}): PaletteItem => ({
  id,
  kind,
  title: id,
  detail: '',
  run: () => undefined,
  ...more,
});

const sources: PaletteSources = {
  commands: [
    item('Run case', 'command', { isHere: true }),
    item('Copy token', 'command', { isHere: true, isDisabled: true }),
    item('Start all services', 'command'),
  ],
  tabs: [item('Home', 'tab')],
  environments: [item('Switch to stage', 'environment')],
  recent: ['Start all services', 'gone'],
  clients: [],
  users: [],
  files: [],
  exchanges: [],
  attacks: [],
  help: [],
};

const shown = (typed: string) =>
  paletteGroups(typed, sources).map(({ head, items }) => [head, items.map(({ title }) => title)]);

describe('the palette', () => {
  test('begins with what can be done in the tab, then with what was run last', () => {
    expect(shown('')).toEqual([
      ['here', ['Run case']],
      ['recent', ['Start all services']],
      ['tab', ['Home']],
      ['environment', ['Switch to stage']],
      ['place', ['Attack catalogue', 'Gateway', 'New client', 'Active tokens', 'Consent imports']],
      ['command', ['Copy token']],
    ]);
  });

  test('finds places by the names that people know them by, and environments', () => {
    expect(shown('attack catalogue')[0]).toEqual(['place', ['Attack catalogue']]);
    expect(shown('gateway')[0]).toEqual(['place', ['Gateway']]);
    expect(shown('stage')[0]).toEqual(['environment', ['Switch to stage']]);
  });

  test.each([
    ['new client', 'New client'],
    ['token', 'Active tokens'],
    ['import', 'Consent imports'],
    ['live tokens', 'Active tokens'],
    ['keys', 'Keyboard shortcuts'],
  ])('finds by “%s” the line %s, by today’s name or a former one', (typed, line) => {
    expect(shown(typed).flatMap(([, titles]) => titles)).toContain(line);
    expect(shown(typed)[0]?.[1]).toContain(line);
  });

  test('puts the head of the best line first', () => {
    expect(shown('start all')[0]?.[0]).toBe('command');
    expect(shown('#/settings/keys')).toEqual([['link', ['Open #/settings/keys']]]);
  });
});
