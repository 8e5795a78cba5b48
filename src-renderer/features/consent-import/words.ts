import { importLoad } from '../../words/en/import-load.ts';
import { importTarget } from '../../words/en/import-target.ts';
import { imports } from '../../words/en/imports.ts';
import { localised } from '../../words/localised.ts';

/** The words of this part of the application; they load with it. */
export const importWords = localised({ imports, importLoad, importTarget });
