import { PageHands } from './page-hands.ts';
import { PageLook } from './page-look.ts';

/** Name of the world in which the code of the engine lives in a page. */
export const worldName = 'gatehouse';

/** A script that puts both classes into a world once; its value is the pair. */
export const inPageSource = `(globalThis.gatehouse ??= (() => {
  const look = new (${PageLook.toString()})(globalThis);
  return { look, hands: new (${PageHands.toString()})(globalThis, look) };
})())`;
