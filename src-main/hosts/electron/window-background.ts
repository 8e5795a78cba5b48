import type { Preferences } from '#shared/api/index.ts';

/** The colour behind the page in each theme: `--canvas` of the page, so that nothing flashes before it is drawn. */
export const canvasColours = { light: '#e6eced', dark: '#0c1215' } as const;

/** The colour of a window before its page is drawn. */
export function windowBackground(theme: Preferences['theme'], isSystemDark: boolean): string {
  const isDark = theme === 'system' ? isSystemDark : theme === 'dark';
  return isDark ? canvasColours.dark : canvasColours.light;
}
