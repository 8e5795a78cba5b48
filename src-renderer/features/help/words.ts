import { help } from '#renderer/words/en/help.ts';
import { localised } from '#renderer/words/localised.ts';

/** The words of this screen; they load with it. */
export const messages = localised({ help });
