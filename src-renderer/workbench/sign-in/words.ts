import { signIns } from '../../words/en/sign-ins.ts';
import { localised } from '../../words/localised.ts';

/** The words of this part of the application; they load with it. */
export const signInMessages = localised({ signIns }).signIns;
