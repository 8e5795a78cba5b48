import type { Weakness } from '#main/platform/pipeline.ts';
import type { ClientContext } from '../context.ts';

/** Takes answers of every provider at every address. */
export const clientCallbackShared: Weakness<ClientContext> = {
  id: 'client-callback-shared',
  pipeline: 'client.callback',
  step: 'provider-of-path',
  title: 'Client takes answers at the address of another provider',
  clause: 'RFC 9700 §4.4.2.2',
  instead: () => undefined,
};
