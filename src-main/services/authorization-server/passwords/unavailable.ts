import type { Validate } from './validator.ts';

/** Cannot say, ever: for trying what clients make of it. */
export const validateNever: Validate<'unavailable'> = () => ({
  outcome: 'unavailable',
  why: 'The validator is configured as unavailable.',
});
