import { imports } from '#renderer/words/en/consents.ts';
import { importLoad } from '#renderer/words/en/consents-load.ts';
import { importTarget } from '#renderer/words/en/consents-target.ts';
import { localised } from '#renderer/words/localised.ts';

/** The words of this part of the application; they load with it. */
export const importMessages = localised({ imports, importLoad, importTarget });
