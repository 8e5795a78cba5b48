import type { PlatformLanguage } from './types.ts';

/** A language that was found for a tag; `isFallback` where it is a shorter one. */
export interface LanguageMatch {
  readonly language: PlatformLanguage;
  readonly isFallback: boolean;
}

/**
 * Finds the language of a tag: by its id, or by its tag, of which subtags are dropped from the end until one fits.
 * RFC 4647 §3.4
 */
export function lookUpLanguage(languages: readonly PlatformLanguage[], text: string): LanguageMatch | null {
  const wanted = normalise(text);
  const parts = wanted.split('-');
  while (parts.length > 0) {
    const tag = parts.join('-');
    const language = languages.find(({ locale }) => normalise(locale) === tag);
    if (language !== undefined) return { language, isFallback: tag !== wanted };
    parts.pop();
    // A single letter introduces what follows, and says nothing without it.
    if (parts.at(-1)?.length === 1) parts.pop();
  }
  return null;
}

/** The languages that a tag could have meant: those of the same first subtag, or of such a name. */
export function similarLanguages(
  languages: readonly PlatformLanguage[],
  text: string,
): readonly PlatformLanguage[] {
  const wanted = normalise(text);
  const [primary] = wanted.split('-');
  return languages.filter(
    ({ locale, displayName }) =>
      normalise(locale).split('-')[0] === primary ||
      displayName.trim().toLowerCase() === text.trim().toLowerCase(),
  );
}

function normalise(tag: string): string {
  return tag.trim().replaceAll('_', '-').toLowerCase();
}
