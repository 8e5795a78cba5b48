import { describe, expect, test } from 'vitest';
import { type Command, commandsIn, keyClashes, keysOf } from '#renderer/workbench/commands.ts';

const command = (id: string, keys: readonly string[] = [], title = id): Command => ({
  id,
  title,
  group: 'run',
  keys,
  run: () => undefined,
});

describe('the commands that hold', () => {
  test("are those of the window and of the active tab; the tab's own wins", () => {
    const all = new Map([
      ['window', { tabId: '', commands: [command('run', [], 'of the window'), command('quit')] }],
      ['one', { tabId: 'tab-1', commands: [command('run', [], 'of tab 1')] }],
      ['two', { tabId: 'tab-2', commands: [command('run', [], 'of tab 2')] }],
    ]);
    expect(commandsIn(all, 'tab-2').map(({ title }) => title)).toEqual(['of tab 2', 'quit']);
    expect(commandsIn(all, 'tab-9').map(({ title }) => title)).toEqual(['of the window', 'quit']);
  });

  test('a person can give a command another key, or none', () => {
    expect(keysOf(command('a', ['f5', 'ctrl+r']), {})).toEqual(['f5', 'ctrl+r']);
    expect(keysOf(command('a', ['f5']), { a: 'f9' })).toEqual(['f9']);
    expect(keysOf(command('a', ['f5']), { a: null })).toEqual([]);
  });

  test('two commands with one key are found', () => {
    const clashes = keyClashes([command('a', ['f5']), command('b', ['f9']), command('c')], { b: 'f5' });
    expect([...clashes]).toEqual([['f5', ['a', 'b']]]);
  });

  test('two panes can give the same key to different commands', () => {
    const inPane = (id: string, within: string) => ({ ...command(id, ['c']), within });
    expect(keyClashes([inPane('a', '.log-grid'), inPane('b', '.wire-panel')], {}).size).toBe(0);
    const clashes = keyClashes([inPane('a', '.log-grid'), inPane('b', '.log-grid'), inPane('c', '.x')], {});
    expect([...clashes]).toEqual([['c', ['a', 'b']]]);
  });
});
