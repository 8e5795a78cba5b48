import { type ServiceKey, serviceKeys } from '#shared/exchange/index.ts';
import { defaultServicePort } from '#shared/workspace/default-ports.ts';
import type { AuthorizationServer } from '../services/authorization-server/index.ts';
import type { Core } from './core.ts';
import { once } from './deferred.ts';
import { composeGateway } from './gateway.ts';
import type { EnginePorts } from './ports.ts';
import { composeScripting } from './scripting.ts';
import { reachedAddress } from './service-addresses.ts';

/** The gateway, the scripts in its policies, and what tries them out. */
export function composeThrottling(
  ports: EnginePorts,
  core: Core,
  authorizationServer: AuthorizationServer,
  urlOf: (key: ServiceKey) => string | null,
) {
  const addressOf = (origin: string) =>
    reachedAddress(
      origin,
      serviceKeys.map((key) => ({
        port: core.workspace.manifest.services[key].port,
        usualPort: defaultServicePort(key),
        url: urlOf(key),
      })),
    );
  const scripting = composeScripting(ports, core);
  const gateway = composeGateway(ports, {
    ...core,
    scripting,
    authorizationServer: () => urlOf('authorizationServer'),
    addressOf,
  });
  const gatewayUrl = () => urlOf('gateway');
  const throttleLab = once(async () => {
    const { composeThrottleLab } = await import('./throttle.ts');
    return composeThrottleLab(ports, {
      ...core,
      scripting,
      gateway,
      authorizationServer,
      gatewayUrl,
      isSample: (baseUri) =>
        addressOf(new URL(baseUri.replace(/^ws/, 'http')).origin) === urlOf('sampleUpstreams'),
    });
  });
  let addresses = '';
  /** Follows the services to where they listen now; before the routes are in force, their first load does. */
  const followServices = () => {
    const now = serviceKeys.map(urlOf).join(' ');
    if (now === addresses) return;
    addresses = now;
    if (gateway.status(0).length === 0) return;
    gateway.reload().catch((error: unknown) => ports.logger.error('gateway.reload-failed', { error }));
  };
  return { scripting, gateway, throttleLab, followServices };
}
