import { isDeepStrictEqual } from 'node:util';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';
import type { ServiceKey } from '#shared/exchange/index.ts';

/** The part of the hosting that says which services run. */
export interface RunningServices {
  status(): readonly { readonly key: ServiceKey; readonly state: string }[];
  onChange(listener: () => void): () => void;
}

/** How a service is to listen. */
export type ListenSettings = Readonly<Record<string, unknown>>;

/** Settings that a listener takes up when it opens, and never again. */
const listenMembers = ['port', 'bind', 'publicUrl', 'tls'] as const;

/**
 * Remembers with what each service began to listen, and gives a notice for every setting that has changed since.
 * Make it before the first service starts.
 */
export function createRestartNotices(
  services: RunningServices,
  settingsOf: (key: ServiceKey) => ListenSettings,
): () => readonly Problem[] {
  const inForce = new Map<ServiceKey, ListenSettings>();
  services.onChange(() => {
    for (const { key, state } of services.status())
      if (state === 'stopped' || state === 'failed') inForce.delete(key);
      else if (!inForce.has(key)) inForce.set(key, settingsOf(key));
  });
  return () =>
    [...inForce].flatMap(([key, began]) => {
      const now = settingsOf(key);
      return listenMembers
        .filter((member) => !isDeepStrictEqual(began[member], now[member]))
        .map((member) => notice(key, member));
    });
}

function notice(key: ServiceKey, member: string): Problem {
  return new GatehouseError('workspace.restart-needed', `${member} of the service ${key} changed.`, {
    fix: `Restart ${key} to apply the change. Until then, it listens as before.`,
    location: { file: 'gatehouse.json', pointer: `/services/${key}/${member}` },
    actions: [{ kind: 'restart-service', service: key }],
  }).toProblem('notice');
}
