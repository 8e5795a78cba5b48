import { locale } from './locale.ts';
import { pseudoCatalogue } from './pseudo.ts';

/**
 * A catalogue in the language of this page. Words that only one screen needs are not in `strings`, which the first
 * screen waits for: that screen takes them from their catalogue with this, and they load with it.
 */
export function localised<T>(english: T): T {
  return locale === 'en-XA' ? pseudoCatalogue(english) : english;
}
