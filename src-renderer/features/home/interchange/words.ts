import { bring } from '../../../words/en/interchange.ts';
import { localised } from '../../../words/localised.ts';

/** The words of this part of the application; they load with it. */
export const messages = localised({ bring }).bring;
