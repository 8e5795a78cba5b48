import type { ServiceStatus } from '#shared/api/index.ts';

/** The dot of a service by its state; a word accompanies it. */
export const serviceDots: Readonly<Record<ServiceStatus['state'], string>> = {
  running: 'dot c-ok',
  starting: 'dot c-warn',
  stopped: 'dot off',
  failed: 'dot c-danger',
};
