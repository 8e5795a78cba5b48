import type { Weakness } from '#main/platform/pipeline.ts';
import type { DoorContext } from '../door/context.ts';

/** Reads whatever is sent into memory. */
export const bodyUnbounded: Weakness<DoorContext> = {
  id: 'body-unbounded',
  pipeline: 'door',
  step: 'body-bounded',
  title: 'Bodies of any size read',
  clause: 'RFC 9110 §15.5.14',
  instead: () => undefined,
};
