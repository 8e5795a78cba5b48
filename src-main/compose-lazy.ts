import type { Problem } from '#shared/errors/index.ts';
import type { ConnectorHost, ConnectorParts } from './compose-connectors.ts';
import type { EnginePorts } from './compose-types.ts';

/** The connector host, which a start need not wait for: it is made once the services listen, or when it is asked for. */
export function composeLazyConnectors(ports: EnginePorts, parts: ConnectorParts): LazyConnectors {
  let ready: ConnectorHost | null = null;
  const get = once(async () => {
    const { composeConnectors } = await import('./compose-connectors.ts');
    ready = composeConnectors(ports, parts);
    return ready;
  });
  const lazy = Object.assign(() => get(), {
    problems: () => ready?.systems.problems() ?? [],
    made: () => get.made,
    begin() {
      // A workspace without connectors does not pay for them.
      if (get.made !== null || !parts.workspace.files.some(({ kind }) => kind === 'connector')) return;
      setImmediate(() => {
        get().catch((error: unknown) => ports.logger.error('connectors.failed', { error }));
      });
    },
  });
  parts.workspace.onChange(() => lazy.begin());
  return lazy;
}

/** The connector host, made or not. */
export interface LazyConnectors {
  (): Promise<ConnectorHost>;
  /** Makes it soon, without anybody waiting for it, where the workspace has connectors. */
  begin(): void;
  problems(): readonly Problem[];
  made(): Promise<ConnectorHost> | null;
}

/** What is made at the first call, and then kept; `made` is null before. */
export function once<T>(make: () => Promise<T>): { (): Promise<T>; made: Promise<T> | null } {
  const begin = async () => {
    try {
      return await make();
    } catch (error) {
      // What could not be made is made at the next call.
      get.made = null;
      throw error;
    }
  };
  const get = Object.assign(() => (get.made ??= begin()), { made: null as Promise<T> | null });
  return get;
}
