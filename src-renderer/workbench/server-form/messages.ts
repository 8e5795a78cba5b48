import { serverForm } from '../../words/en/flows.ts';
import { localised } from '../../words/localised.ts';

/** The words of the form that adds a server; they load with it. */
export const serverMessages = localised({ serverForm }).serverForm;
