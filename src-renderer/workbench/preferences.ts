import type { Preferences } from '#shared/api/index.ts';
import { createStore } from '../api/store.ts';
import { keepLocale, localeChoice } from '../words/locale.ts';

export const defaultPreferences: Preferences = {
  theme: 'system',
  contrast: 'system',
  density: 'compact',
  locale: localeChoice,
  keys: {},
  hasLetterKeys: true,
  isChecklistHidden: false,
};

/** The user's preferences; kept by the host for every workspace. */
export const preferences = createStore<Preferences>(defaultPreferences);

/** How the last page looked, so that the first paint of the next one is right before the host has answered. */
const storageKey = 'gatehouse.look';

type Look = Pick<Preferences, 'theme' | 'contrast' | 'density'>;

function put(name: string, value: string | null): void {
  if (value === null) delete document.documentElement.dataset[name];
  else document.documentElement.dataset[name] = value;
}

function showLook({ theme, contrast, density }: Look): void {
  put('theme', theme === 'system' ? null : theme);
  put('contrast', contrast === 'system' ? null : contrast);
  put('density', density === 'compact' ? null : density);
}

function readLook(): Partial<Look> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '{}');
    return typeof kept === 'object' && kept !== null ? kept : {};
  } catch {
    return {};
  }
}

/** Makes the page look as the last one did; called before the first paint. */
export function restoreLook(): void {
  preferences.update((current) => ({ ...current, ...readLook() }));
  showLook(preferences.get());
}

/** Takes up preferences, from the host or from the person; true: the page has to load again to speak the language. */
export function takePreferences(next: Preferences): boolean {
  preferences.set(next);
  showLook(next);
  const { theme, contrast, density } = next;
  localStorage.setItem(storageKey, JSON.stringify({ theme, contrast, density }));
  return keepLocale(next.locale);
}
