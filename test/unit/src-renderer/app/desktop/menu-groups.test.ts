import { expect, test } from 'vitest';
import { menuGroups } from '#renderer/app/desktop/menu-groups.ts';
import type { Command } from '#renderer/workbench/commands.ts';
import { fromPageSchema } from '#shared/desktop/index.ts';

const command = (id: string, more: Partial<Command> = {}): Command => ({
  id,
  title: `Do ${id}`,
  group: 'file',
  isInMenu: true,
  run: () => undefined,
  ...more,
});

test('the menu has the commands that stand in menus, by group, with the keys of the person', () => {
  const commands = [
    command('go.home', { group: 'go', keys: ['alt+1', 'ctrl+1'] }),
    command('file.new', { keys: ['ctrl+n'] }),
    command('file.hidden', { isInMenu: false }),
    command('file.close', { keys: ['alt+w'], isDisabled: true }),
    command('file.none', { keys: ['ctrl+9'] }),
    command('edit.undo', { group: 'edit', keys: ['ctrl+z'], isTextKey: true }),
    command('help.keys', { group: 'help', keys: ['f1'], isShared: true }),
  ];
  const groups = menuGroups(commands, { 'file.new': 'ctrl+m', 'file.none': null });
  expect(groups.map(({ id, label, commands: own }) => [id, label, own.map(({ id: one }) => one)])).toEqual([
    ['file', 'File', ['file.new', 'file.close', 'file.none']],
    ['edit', 'Edit', ['edit.undo']],
    ['go', 'Go', ['go.home']],
    ['help', 'Help', ['help.keys']],
  ]);
  const all = groups.flatMap((group) => group.commands);
  expect(all.map(({ key }) => key)).toEqual(['ctrl+m', 'alt+w', null, null, 'alt+1', null]);
  expect(all.map(({ isEnabled }) => isEnabled)).toEqual([true, false, true, true, true, true]);
  expect(fromPageSchema.safeParse({ type: 'menu', groups }).success).toBe(true);
});
