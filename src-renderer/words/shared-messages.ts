import { english } from './en/index.ts';
import { localised, type Together } from './localised.ts';

export type Catalogue = Together<typeof english>;

/** The words of the frame and of what several screens share, in the language of this page. */
export const sharedMessages: Catalogue = localised(english);
