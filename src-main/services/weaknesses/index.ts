import { weaknessCatalogue } from '#main/services/authorization-server/index.ts';
import { clientWeaknessCatalogue } from '#main/services/client-simulator/index.ts';
import {
  gatewayWeaknessCatalogue,
  resourceWeaknessCatalogue,
} from '#main/services/sample-upstreams/index.ts';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import type { Manifest } from '#shared/workspace/index.ts';

/** Services that can be made weak on purpose, by the keys of their settings. */
const weakServices = ['authorizationServer', 'sampleUpstreams'] as const;

/** A weakness as lists show it. */
export interface ListedWeakness {
  /** Whose setting `weaknesses` switches it on. */
  readonly service: (typeof weakServices)[number];
  readonly id: string;
  readonly title: string;
  readonly clause: string;
  readonly pipeline: string;
  readonly step: string;
}

/** Every weakness that there is: of the authorization server, of the sample resource server, of the simulated application. */
export const allWeaknesses: readonly ListedWeakness[] = [
  ...weaknessCatalogue.map((weakness) => ({ service: 'authorizationServer', ...weakness }) as const),
  ...[...resourceWeaknessCatalogue, ...gatewayWeaknessCatalogue, ...clientWeaknessCatalogue].map(
    (weakness) => ({ service: 'sampleUpstreams', ...weakness }) as const,
  ),
];

/** Those that act: of the authorization server none outside the training profile. */
export function activeWeaknesses({ services }: Manifest): readonly ListedWeakness[] {
  return allWeaknesses.filter(
    ({ service, id }) =>
      services[service].weaknesses.includes(id) &&
      (service !== 'authorizationServer' || services[service].profile === 'training'),
  );
}

/** A warning for each id that the settings name and no weakness has. */
export function unknownWeaknesses({ services }: Manifest): readonly Problem[] {
  return weakServices.flatMap((service) => {
    const known = new Set(allWeaknesses.filter((each) => each.service === service).map(({ id }) => id));
    return services[service].weaknesses.flatMap((id, index) =>
      known.has(id) ? [] : [unknownWeakness(service, id, index)],
    );
  });
}

function unknownWeakness(service: string, id: string, index: number): Problem {
  return new GatehouseError('workspace.unknown-weakness', `There is no weakness ${id}.`, {
    fix: 'Take it out, or name one of those that the page of the weaknesses lists.',
    location: { file: 'gatehouse.json', pointer: `/services/${service}/weaknesses/${index}` },
  }).toProblem('warning');
}
