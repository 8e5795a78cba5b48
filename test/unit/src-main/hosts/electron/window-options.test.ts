import { describe, expect, test } from 'vitest';
import { windowOptions } from '#main/hosts/electron/window-options.ts';

const bounds = { x: 10, y: 20, width: 1_200, height: 700 };
const { webPreferences, ...window } = windowOptions('/installed/preload.cjs', {
  hasDevTools: false,
  bounds,
  background: '#0c1215',
});

describe('the options of the window', () => {
  test.each([
    ['preload', '/installed/preload.cjs', 'the one script that sees both sides'],
    ['sandbox', true, 'the page’s process has no rights of its own'],
    ['contextIsolation', true, 'the page cannot reach what the preload script has'],
    ['nodeIntegration', false, 'the page has no Node'],
    ['nodeIntegrationInWorker', false, 'nor have its workers'],
    ['nodeIntegrationInSubFrames', false, 'nor its frames'],
    ['webviewTag', false, 'the page embeds no other'],
    ['navigateOnDragDrop', false, 'what is dropped on the page does not replace it'],
  ] as const)('%s is %j: %s', (name, value, _why) => {
    expect(webPreferences?.[name]).toBe(value);
  });

  test('nothing else is set that could loosen the window', () => {
    expect(Object.keys(webPreferences ?? {}).toSorted()).toEqual([
      'contextIsolation',
      'devTools',
      'navigateOnDragDrop',
      'nodeIntegration',
      'nodeIntegrationInSubFrames',
      'nodeIntegrationInWorker',
      'preload',
      'sandbox',
      'spellcheck',
      'webviewTag',
    ]);
  });

  test('developer tools are there only where they are asked for', () => {
    expect(webPreferences?.devTools).toBe(false);
    expect(windowOptions('', { hasDevTools: true, bounds, background: '' }).webPreferences?.devTools).toBe(
      true,
    );
  });

  test('the window stands where it is put', () => {
    expect(window).toMatchObject(bounds);
  });

  test('the window stays hidden until its page can be seen', () => {
    expect(window.show).toBe(false);
  });
});
