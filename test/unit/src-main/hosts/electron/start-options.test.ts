import { describe, expect, test } from 'vitest';
import { passOn, readPassedOn, readStartOptions } from '#main/hosts/electron/start-options.ts';

const read = (...args: readonly string[]) => readStartOptions(args, '/home/ada');

describe('a command line', () => {
  test('may be empty', () => {
    expect(read()).toEqual({
      workspace: null,
      stateDirectory: null,
      isRestricted: false,
      path: null,
      hasBadLink: false,
    });
  });

  test('may keep the workspace on this machine', () => {
    expect(read('--restricted', '--workspace', '/w')).toMatchObject({ isRestricted: true, workspace: '/w' });
  });

  test('names folders relative to where it was written', () => {
    expect(read('--workspace', 'demo', '--state-dir', '/state')).toMatchObject({
      workspace: '/home/ada/demo',
      stateDirectory: '/state',
    });
  });

  test.each([[['--workspace']], [['--workspace', '--state-dir', '/x']], [['--state-dir', '']]])(
    'is refused without the folder that it promises: %j',
    (args) => {
      expect(() => read(...args)).toThrow(expect.objectContaining({ code: 'cli.usage' }));
    },
  );

  test('may hold a link, wherever it stands, and what the runtime adds', () => {
    expect(read('--enable-features=X', 'gatehouse-open:/flows', '--workspace', '/w')).toMatchObject({
      workspace: '/w',
      path: '/flows',
      hasBadLink: false,
    });
  });

  test.each(['gatehouse-open:/nowhere', 'GATEHOUSE-OPEN:/home', 'gatehouse-open://home'])(
    'that holds the link %s leads nowhere, and says that',
    (link) => {
      expect(read(link)).toMatchObject({ path: null, hasBadLink: true });
    },
  );
});

describe('a second start', () => {
  test('is understood as it was written, in its own folder', () => {
    const passed = JSON.parse(JSON.stringify(passOn(['--workspace', 'other'], '/tmp')));
    expect(readPassedOn(passed)).toMatchObject({ workspace: '/tmp/other', path: null });
  });

  test.each([
    ['nothing', null],
    ['a text', '--workspace /x'],
    ['no list of arguments', { args: '--workspace', directory: '/' }],
    ['arguments that are no texts', { args: [1], directory: '/' }],
    ['no folder', { args: [] }],
    ['an option without its folder', { args: ['--workspace'], directory: '/' }],
  ])('that passes on %s only brings the window to the front', (_, data) => {
    expect(readPassedOn(data)).toBeNull();
  });
});
