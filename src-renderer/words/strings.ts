import { english } from './en/index.ts';
import { locale } from './locale.ts';
import { pseudoCatalogue } from './pseudo.ts';

export type Catalogue = typeof english;

/** Every word of the application that is not data, in the language of this page. */
export const strings: Catalogue = locale === 'en-XA' ? pseudoCatalogue(english) : english;
