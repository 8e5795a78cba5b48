import type { ServiceKey } from '#shared/exchange/index.ts';
import type { AuthorizationServer } from '../services/authorization-server/index.ts';
import type { Core } from './core.ts';
import { composeGateway } from './gateway.ts';
import { once } from './once.ts';
import type { EnginePorts } from './ports.ts';
import { composeScripting } from './scripting.ts';

/** The gateway, the scripts in its policies, and what tries them out. */
export function composeThrottling(
  ports: EnginePorts,
  core: Core,
  authorizationServer: AuthorizationServer,
  urlOf: (key: ServiceKey) => string | null,
) {
  const scripting = composeScripting(ports, core);
  const gateway = composeGateway(ports, {
    ...core,
    scripting,
    authorizationServer: () => urlOf('authorizationServer'),
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
    });
  });
  return { scripting, gateway, throttleLab };
}
