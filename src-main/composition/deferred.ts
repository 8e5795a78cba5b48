import type { Problem } from '#shared/errors/index.ts';
import { contractSourceJobKind } from '../platform/ports.ts';
import type { ContractService, SourceJobInput } from '../services/contract-history/index.ts';
import type { ConnectorHost, ConnectorParts } from './connectors.ts';
import type { ContractParts } from './contract.ts';
import type { EnginePorts } from './ports.ts';

/** The connector host, which a start need not wait for: it is made once the services listen, or when it is asked for. */
export function composeLazyConnectors(ports: EnginePorts, parts: ConnectorParts): LazyConnectors {
  let ready: ConnectorHost | null = null;
  const get = once(async () => {
    const { composeConnectors } = await import('./connectors.ts');
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

/** How long after a start the work of the workspace is linted, in milliseconds: nobody waits for that. */
const lintAfterMillis = 2_000;
/** Kinds of files for which the linter is made without being asked for: they are linted, or name a platform. */
const lintedKinds: ReadonlySet<string> = new Set(['connector', 'flow', 'platform']);

/** The linter of the contract, which a start need not wait for: it is made a while later, or when it is asked for. */
export function composeLazyContract(ports: EnginePorts, parts: ContractParts): LazyContract {
  let ready: ContractService | null = null;
  let timer: NodeJS.Timeout | undefined;
  const listeners = new Set<() => void>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  const get = once(async () => {
    clearTimeout(timer);
    const { composeContract } = await import('./contract.ts');
    const service = composeContract(ports, parts);
    service.onChange(tell);
    try {
      await service.ready();
    } catch (error) {
      // The next that asks makes another: this one must not go on beside it.
      await service.close();
      throw error;
    }
    ready = service;
    tell();
    return service;
  });
  parts.jobs.register<SourceJobInput, never>({
    kind: contractSourceJobKind,
    unit: 'bytes',
    pausable: false,
    title: ({ name }) => `Import of ${name} for the linter`,
    run: async (context) => (await get()).sources.run(context),
  });
  let isStarted = false;

  /** A workspace without anything that is linted does not pay for it. */
  function begin(): void {
    const isAsked = parts.workspace.files.some(({ kind }) => lintedKinds.has(kind));
    if (!isStarted || !isAsked || get.made !== null) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      get().catch((error: unknown) => ports.logger.error('contract.failed', { error }));
    }, lintAfterMillis);
    timer.unref();
  }
  parts.workspace.onChange(begin);
  return Object.assign(() => get(), {
    problems: () => ready?.problems() ?? [],
    made: () => get.made,
    begin() {
      isStarted = true;
      begin();
    },
    end() {
      isStarted = false;
      clearTimeout(timer);
    },
    onChange(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  });
}

/** The linter of the contract, made or not. */
export interface LazyContract {
  (): Promise<ContractService>;
  /** Makes it after a while, where the workspace has something for it. */
  begin(): void;
  /** Does not make it any more, where it was not yet. */
  end(): void;
  /** What it found in the workspace; nothing before it is made. */
  problems(): readonly Problem[];
  made(): Promise<ContractService> | null;
  onChange(listener: () => void): () => void;
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
