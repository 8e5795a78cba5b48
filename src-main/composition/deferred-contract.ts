import type { ContractService, SourceJobInput } from '#main/services/contract/index.ts';
import type { Problem } from '#shared/errors/index.ts';
import { Listeners } from '#shared/listeners/listeners.ts';
import { contractSourceJobKind } from '../platform/ports.ts';
import type { ContractParts } from './contract.ts';
import { type Deferred, deferred } from './deferred.ts';
import type { EnginePorts } from './ports.ts';

/** How long after a start the work of the workspace is linted, in milliseconds: nobody waits for that. */
const lintAfterMillis = 2_000;
/** Kinds of files for which the linter is made without being asked for: they are linted, or name a platform. */
const lintedKinds: ReadonlySet<string> = new Set(['connector', 'flow', 'platform']);

/** The linter of the contract, made or not. */
export interface DeferredContract extends Deferred<ContractService> {
  /** Returns the problems found in the workspace; none before the linter is made. */
  problems(): readonly Problem[];
  onChange(listener: () => void): () => void;
}

/** The linter of the contract, which a start need not wait for: it is made a while later, or when it is asked for. */
export function deferContract(ports: EnginePorts, parts: ContractParts): DeferredContract {
  const listeners = new Listeners();
  const contract = deferred({
    make: () => makeContract(ports, parts, listeners.tell),
    isWanted: () => parts.workspace.files.some(({ kind }) => lintedKinds.has(kind)),
    afterMillis: lintAfterMillis,
    onReady: listeners.tell,
    failed: (error) => ports.logger.error('contract.failed', { error }),
  });
  parts.jobs.register<SourceJobInput, never>({
    kind: contractSourceJobKind,
    unit: 'bytes',
    pausable: false,
    title: ({ name }) => `Import of ${name} for the linter`,
    run: async (context) => (await contract()).sources.run(context),
  });
  parts.workspace.onChange(contract.look);
  return Object.assign(contract, {
    problems: () => contract.ready()?.problems() ?? [],
    onChange: listeners.add,
  });
}

async function makeContract(
  ports: EnginePorts,
  parts: ContractParts,
  tell: () => void,
): Promise<ContractService> {
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
  return service;
}
