/** The languages of the screens; `en-XA` is English made longer and accented, to find what no catalogue holds. */
export type Locale = 'en-GB' | 'en-XA';

const storageKey = 'gatehouse.locale';

function readLocale(): Locale {
  try {
    return globalThis.localStorage?.getItem(storageKey) === 'en-XA' ? 'en-XA' : 'en-GB';
  } catch {
    return 'en-GB';
  }
}

/** The language of this page: the catalogue is chosen once, when the page loads. */
export const locale: Locale = readLocale();

/** The locale for numbers and dates. */
export const formatLocale = 'en-GB';

/** Keeps the language for the next load of the page; true: it is another than the one in force. */
export function keepLocale(next: Locale): boolean {
  globalThis.localStorage?.setItem(storageKey, next);
  return next !== locale;
}
