import fc from 'fast-check';
import { test } from 'vitest';

type Arbitraries<Values> = { readonly [K in keyof Values]: fc.Arbitrary<Values[K]> };

/** A test of what holds for all values of these arbitraries. */
export function property<Values extends [unknown, ...unknown[]]>(
  arbitraries: Arbitraries<Values>,
  parameters: fc.Parameters<Values> = {},
) {
  return (title: string, check: (...values: Values) => boolean | undefined | void) =>
    test(title, () => fc.assert(fc.property<Values>(...arbitraries, check), parameters));
}

/** The same of what is waited for. */
export function asyncProperty<Values extends [unknown, ...unknown[]]>(
  arbitraries: Arbitraries<Values>,
  parameters: fc.Parameters<Values> = {},
) {
  return (title: string, check: (...values: Values) => Promise<boolean | undefined | void>) =>
    test(title, () => fc.assert(fc.asyncProperty<Values>(...arbitraries, check), parameters));
}
