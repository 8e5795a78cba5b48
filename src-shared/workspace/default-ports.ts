import { type ServiceKey, serviceKeys } from '../exchange/index.ts';
import { manifestSchema } from './manifest.ts';

/** The port of the screens where no other is asked for. */
export const defaultScreensPort = 9030;

const { services } = manifestSchema.parse({ name: 'defaults' });

/** The port of a service where a workspace names none. */
export function defaultServicePort(key: ServiceKey): number {
  return services[key].port;
}

/** The ports of services where a workspace names none: whatever looks for a free port leaves them to these. */
export const defaultServicePorts: ReadonlySet<number> = new Set(serviceKeys.map((key) => services[key].port));
