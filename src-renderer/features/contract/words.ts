import { contractHistory } from '#renderer/words/en/contract.ts';
import { localised } from '#renderer/words/localised.ts';

/** The words of this screen; they load with it. */
export const messages = localised({ contractHistory });
