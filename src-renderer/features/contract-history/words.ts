import { contractHistory } from '../../words/en/contract-history.ts';
import { localised } from '../../words/localised.ts';

/** The words of this screen; they load with it. */
export const words = localised({ contractHistory });
