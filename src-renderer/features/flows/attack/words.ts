import { attacks } from '#renderer/words/en/attacks.ts';
import { localised } from '#renderer/words/localised.ts';

/** The words of this part of the application; they load with it. */
export const attackMessages = localised({ attacks });
