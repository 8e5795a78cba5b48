import { describe, expect, test } from 'vitest';
import { englishHostWords, fromPageSchema, toPageSchema } from '#shared/desktop/index.ts';

const command = { id: 'go.home', title: 'Go to Home', key: 'ctrl+1', isEnabled: true };
const preferences = {
  hasTray: true,
  startsAtLogin: false,
  checksForUpdates: true,
  updateFeed: 'https://a.example/',
};

describe('what the page may say', () => {
  test.each([
    { type: 'ready' },
    { type: 'words', words: englishHostWords },
    { type: 'menu', groups: [{ id: 'go', label: 'Go', commands: [command] }] },
    {
      type: 'services',
      services: [{ key: 'gateway', label: 'Gateway: running', commandId: 'service.stop.gateway' }],
    },
    { type: 'choose-folder', id: 1, title: 'Choose', directory: '' },
    { type: 'set-preferences', preferences },
  ])('$type', (message) => {
    expect(fromPageSchema.parse(message)).toEqual(message);
  });

  test.each([
    ['nothing', null],
    ['a message of another kind', { type: 'run', command: 'rm' }],
    ['a kind of every object', { type: 'constructor' }],
    ['a menu with a group of its own', { type: 'menu', groups: [{ id: 'x', label: 'X', commands: [] }] }],
    [
      'a command that is no name',
      { type: 'menu', groups: [{ id: 'go', label: 'Go', commands: [{ ...command, id: 'a b' }] }] },
    ],
    [
      'a menu without end',
      {
        type: 'menu',
        groups: [{ id: 'go', label: 'Go', commands: Array.from({ length: 61 }, () => command) }],
      },
    ],
    [
      'a feed that is not over TLS',
      { type: 'set-preferences', preferences: { ...preferences, updateFeed: 'http://a.example/' } },
    ],
    [
      'a feed in a file',
      { type: 'set-preferences', preferences: { ...preferences, updateFeed: 'file:///x' } },
    ],
    ['words that are missing', { type: 'words', words: { ...englishHostWords, crash: {} } }],
  ])('never %s', (_, message) => {
    expect(fromPageSchema.safeParse(message).success).toBe(false);
  });
});

test.each([
  ['nothing', undefined],
  ['a message of another kind', { type: 'eval', text: '1' }],
  ['a command that is no name', { type: 'run-command', id: '<b>' }],
  ['no folder', { type: 'open-workspace', directory: '' }],
])('the page takes no message with %s', (_, message) => {
  expect(toPageSchema.safeParse(message).success).toBe(false);
});
