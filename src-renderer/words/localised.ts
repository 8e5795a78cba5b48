import { locale } from './locale.ts';
import { pseudoCatalogue } from './pseudo.ts';
import type { Words } from './words.ts';

/** Catalogues by name: that of the file which holds them, in every language. */
type Catalogues = Readonly<Record<string, object>>;

type Intersection<T> = (T extends unknown ? (value: T) => void : never) extends (value: infer All) => void
  ? All
  : never;

/** The words of several catalogues, as one. */
export type Together<T extends Catalogues> = Words<Intersection<T[keyof T]>>;

let spoken: Catalogues | null = null;

/** Takes the catalogues of a language that is not English; called before anything asks for words. */
export function speak(catalogues: Catalogues): void {
  spoken = catalogues;
}

/**
 * Catalogues in the language of this page, put together. Words that only one screen needs are not in `sharedMessages`, which
 * the first screen waits for: that screen takes them from their catalogue with this, and they load with it.
 */
export function localised<T extends Catalogues>(english: T): Together<T> {
  const catalogues = Object.entries(english).map(([name, words]) => spoken?.[name] ?? words);
  const together: unknown = Object.assign({}, ...catalogues);
  return (locale === 'en-XA' ? pseudoCatalogue(together) : together) as Together<T>;
}
