import type { Weakness } from '#main/platform/pipeline.ts';
import type { DoorContext } from '../door/context.ts';

/** Answers under any name: a page on the web that gives its own name this address may talk to the server. */
export const hostNotChecked: Weakness<DoorContext> = {
  id: 'host-not-checked',
  pipeline: 'door',
  step: 'host-ours',
  title: 'Requests for other hosts answered',
  clause: 'RFC 9110 §7.4',
  instead: () => undefined,
};
