import { encodingFunctions } from './encodings.ts';
import type { ExpressionFunction } from './function.ts';
import { listFunctions } from './lists.ts';
import { networkFunctions } from './network.ts';
import { patternFunctions } from './patterns.ts';
import { textFunctions } from './texts.ts';

export type { ExpressionFunction, Patterns } from './function.ts';

/** Every function of the language by its name. */
export const expressionFunctions: ReadonlyMap<string, ExpressionFunction> = new Map(
  [...textFunctions, ...listFunctions, ...patternFunctions, ...encodingFunctions, ...networkFunctions].map(
    (each) => [each.name, each],
  ),
);

const readsFiles = 'Expressions cannot read files here. Use &{name}, a property, or an environment variable.';
const readsCertificates = 'Expressions cannot read certificates here.';

/** Functions of the products that are not offered, and what to do instead. */
export const unavailableFunctions: ReadonlyMap<string, string> = new Map([
  ['read', readsFiles],
  ['readProperties', readsFiles],
  ['readWithCharset', readsFiles],
  ['fileToUrl', readsFiles],
  ['pemCertificate', readsCertificates],
  ['derCertificate', readsCertificates],
]);
