/** The languages of the screens; `en-XA` is English made longer and accented, to find what no catalogue holds. */
export const locales = ['en-GB', 'de-DE', 'en-XA'] as const;

export type Locale = (typeof locales)[number];

/** The choices of language: a language, or that of the system. */
export const localeChoices = ['system', ...locales] as const;

export type LocaleChoice = (typeof localeChoices)[number];
