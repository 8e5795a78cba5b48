import { type Locale, type LocaleChoice, localeChoices } from '#shared/text/locales.ts';

export type { Locale };

const storageKey = 'gatehouse.locale';

/** True if a text is one of the language choices. */
export function isLocaleChoice(value: string | null | undefined): value is LocaleChoice {
  return localeChoices.some((choice) => choice === value);
}

function readChoice(): LocaleChoice {
  try {
    const kept = globalThis.localStorage?.getItem(storageKey);
    return isLocaleChoice(kept) ? kept : 'system';
  } catch {
    return 'system';
  }
}

/** The language of a choice, given the preferred ones of the system as BCP 47 tags, best first. */
export function localeOf(choice: LocaleChoice, preferred: readonly string[]): Locale {
  if (choice !== 'system') return choice;
  const spoken = preferred
    .map((tag) => tag.toLowerCase().split('-')[0])
    .find((tag) => tag === 'en' || tag === 'de');
  return spoken === 'de' ? 'de-DE' : 'en-GB';
}

const preferredLanguages = (): readonly string[] => globalThis.navigator?.languages ?? [];

/** The language choice when this page was loaded. */
export const localeChoice: LocaleChoice = readChoice();

/** The language of this page: the catalogue is chosen once, when the page loads. */
export const locale: Locale = localeOf(localeChoice, preferredLanguages());

/** The locale for numbers and dates. */
export const formatLocale = locale === 'de-DE' ? 'de-DE' : 'en-GB';

/** Keeps the language for the next load of the page; true: it is another than the one in force. */
export function keepLocale(next: LocaleChoice): boolean {
  globalThis.localStorage?.setItem(storageKey, next);
  return localeOf(next, preferredLanguages()) !== locale;
}
