import { flows } from '../../words/en/flows.ts';
import { tokens } from '../../words/en/tokens.ts';
import { localised } from '../../words/localised.ts';

/** The words of this part of the application; they load with it. */
export const flowWords = localised({ flows, tokens });
