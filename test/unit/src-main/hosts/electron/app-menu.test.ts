import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, test } from 'vitest';
import { type MenuOptions, menuTemplate } from '#main/hosts/electron/app-menu.ts';
import { englishHostWords, type MenuGroup } from '#shared/desktop/index.ts';

const groups: readonly MenuGroup[] = [
  {
    id: 'file',
    label: 'File',
    commands: [
      { id: 'file.new', title: 'New workspace…', key: null, isEnabled: true },
      { id: 'file.close-tab', title: 'Close tab', key: 'alt+w', isEnabled: false },
    ],
  },
  {
    id: 'edit',
    label: 'Edit',
    commands: [{ id: 'edit.undo', title: 'Undo', key: 'ctrl+z', isEnabled: true }],
  },
  {
    id: 'help',
    label: 'Help',
    commands: [{ id: 'help.keys', title: 'Keys & more', key: '?', isEnabled: true }],
  },
];

const pressed: string[] = [];
const options: MenuOptions = {
  isMac: false,
  hasDevTools: false,
  words: englishHostWords.menu,
  onCommand: (id) => pressed.push(id),
};

function itemsOf(template: MenuItemConstructorOptions[], label: string): MenuItemConstructorOptions[] {
  const menu = template.find((candidate) => candidate.label === label);
  return Array.isArray(menu?.submenu) ? menu.submenu : [];
}

const all = (template: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  template.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? all(item.submenu) : [])]);
const labels = (template: MenuItemConstructorOptions[]) => template.map(({ label }) => label);

describe('the menu of the system', () => {
  test('has the groups of the page in their order, and the window', () => {
    expect(labels(menuTemplate(groups, options))).toEqual(['File', 'Edit', 'View', 'Window', 'Help']);
  });

  test('shows a command with its key, and leaves the key to the page', () => {
    const file = itemsOf(menuTemplate(groups, options), 'File');
    expect(file[1]).toMatchObject({
      label: 'Close tab',
      accelerator: 'Alt+W',
      registerAccelerator: false,
      enabled: false,
    });
    expect(file[0]).not.toHaveProperty('accelerator');
  });

  test('no key of a command is ever registered: it would act twice', () => {
    const commands = all(menuTemplate(groups, options)).filter(({ click }) => click !== undefined);
    expect(commands).toHaveLength(4);
    expect(commands.filter(({ registerAccelerator }) => registerAccelerator !== false)).toEqual([]);
  });

  test('a press names the command', () => {
    const [item] = itemsOf(menuTemplate(groups, options), 'File');
    Reflect.apply(item?.click ?? (() => undefined), undefined, []);
    expect(pressed).toEqual(['file.new']);
  });

  test('an ampersand in a title is one', () => {
    expect(labels(itemsOf(menuTemplate(groups, options), 'Help'))).toEqual(['Keys && more']);
  });

  test('has what text needs, with or without commands of the page', () => {
    for (const given of [groups, []]) {
      const roles = itemsOf(menuTemplate(given, options), 'Edit').flatMap(({ role }) => role ?? []);
      expect(roles).toEqual(['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll']);
    }
  });

  test('closes the window without a key, which closes tabs elsewhere', () => {
    const close = itemsOf(menuTemplate(groups, options), 'Window').find(({ role }) => role === 'close');
    expect(close).toMatchObject({ accelerator: '', registerAccelerator: false });
  });

  test.each([true, false])('quits once: on a Mac, %s, in the menu of the application', (isMac) => {
    const template = menuTemplate(groups, { ...options, isMac });
    const place = template.filter(
      ({ submenu }) => Array.isArray(submenu) && submenu.some(({ role }) => role === 'quit'),
    );
    expect(labels(place)).toEqual([isMac ? 'Gatehouse' : 'File']);
  });

  test.each([true, false])('offers developer tools: %s', (hasDevTools) => {
    const items = all(menuTemplate(groups, { ...options, hasDevTools }));
    expect(items.some(({ role }) => role === 'toggleDevTools')).toBe(hasDevTools);
  });

  test('never reloads: what is on the way in the page would be lost', () => {
    const roles = all(menuTemplate(groups, { ...options, hasDevTools: true })).map(({ role }) => role);
    expect(roles).not.toContain('reload');
    expect(roles).not.toContain('forceReload');
  });
});
