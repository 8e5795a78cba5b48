import { english } from './en/index.ts';
import { localised } from './localised.ts';

export type Catalogue = typeof english;

/** The words of the frame and of what several screens share, in the language of this page. */
export const strings: Catalogue = localised(english);
