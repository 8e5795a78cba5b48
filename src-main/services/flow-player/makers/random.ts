import type { Maker } from './maker.ts';

/** Random bytes in base64url: `bytes` says how many. */
export const makeRandom: Maker = async ({ bytes }, { random }) =>
  Promise.resolve(Buffer.from(random.bytes(typeof bytes === 'number' ? bytes : 16)).toString('base64url'));
