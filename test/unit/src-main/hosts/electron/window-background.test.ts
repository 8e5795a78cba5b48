import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { canvasColours, windowBackground } from '#main/hosts/electron/window-background.ts';

test('a window has the colour of its page before that is drawn, in the theme that is in force', () => {
  expect(windowBackground('light', true)).toBe(canvasColours.light);
  expect(windowBackground('dark', false)).toBe(canvasColours.dark);
  expect(windowBackground('system', true)).toBe(canvasColours.dark);
  expect(windowBackground('system', false)).toBe(canvasColours.light);
});

test('the colours are those of the page', () => {
  const tokens = readFileSync(new URL('../../../../../src-renderer/ui/tokens.css', import.meta.url), 'utf8');
  expect(tokens).toContain(`--canvas: light-dark(${canvasColours.light}, ${canvasColours.dark});`);
});
