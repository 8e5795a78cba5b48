import type { Weakness } from '#main/platform/pipeline.ts';
import type { FrontContext } from '../authorize/context.ts';
import { alter, withoutHeaders } from './alter.ts';

/** Leaves it to the browser what it tells of the address, code and state included. */
export const referrerTold: Weakness<FrontContext> = {
  id: 'referrer-told',
  pipeline: 'authorize*',
  step: 'answer-guarded',
  title: 'Next page learns where the browser was',
  clause: 'RFC 9700 §4.2.4',
  instead: (context) => alter(context, (response) => withoutHeaders(response, 'referrer-policy')),
};
