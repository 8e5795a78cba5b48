import type { Problem } from '#shared/errors/index.ts';
import type { ConnectorHost, ConnectorParts } from './connectors.ts';
import { type Deferred, deferred } from './deferred.ts';
import type { EnginePorts } from './ports.ts';

/** The connector host, made or not. */
export interface DeferredConnectors extends Deferred<ConnectorHost> {
  problems(): readonly Problem[];
  /** Resolves when the connectors of the workspace have been looked at. */
  readonly loaded: Promise<void>;
}

/** The connector host, which a start need not wait for: it is made once the services listen, or when it is asked for. */
export function deferConnectors(ports: EnginePorts, parts: ConnectorParts): DeferredConnectors {
  const { workspace } = parts;
  const loaded = Promise.withResolvers<void>();
  const connectors = deferred({
    async make() {
      const { composeConnectors } = await import('./connectors.ts');
      return composeConnectors(ports, parts);
    },
    // A workspace without connectors never loads them.
    isWanted: () => workspace.files.some(({ kind }) => kind === 'connector'),
    afterMillis: 0,
    onReady: () => loaded.resolve(),
    failed: (error) => ports.logger.error('connectors.failed', { error }),
  });
  workspace.onChange(connectors.look);
  return Object.assign(connectors, {
    problems: () => connectors.ready()?.systems.problems() ?? [],
    loaded: loaded.promise,
  });
}
