import { createStore } from '../api/store.ts';

export type Theme = 'system' | 'light' | 'dark';

const storageKey = 'gatehouse.theme';

/** The theme in force; `system` follows the machine. */
export const theme = createStore<Theme>('system');

function isTheme(value: string | null): value is Theme {
  return value === 'system' || value === 'light' || value === 'dark';
}

function show(next: Theme): void {
  theme.set(next);
  if (next === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = next;
}

/** Puts the kept theme on the page; called before the first paint. */
export function restoreTheme(): void {
  const kept = localStorage.getItem(storageKey);
  show(isTheme(kept) ? kept : 'system');
}

/** Changes the theme and keeps it for the next start. */
export function setTheme(next: Theme): void {
  localStorage.setItem(storageKey, next);
  show(next);
}
