import type { Pace } from '#shared/consents/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { createGate, type Gate } from '../loading/gate.ts';
import type { PlatformClient } from '../platform-client/client.ts';
import type { TargetProfile } from '../platform-client/profile.ts';
import type { OpenImport } from './open-import.ts';
import type { ImportPorts, KnownTarget } from './ports.ts';

/** Most requests under way at once that a job file may ask for. */
const maxParallel = 256;
const learned: Pace = { mode: 'learned' };

/** The target of an import. @throws import.not-now, api.not-found */
export function targetOf(
  ports: ImportPorts,
  { job }: OpenImport,
): KnownTarget & { readonly profile: TargetProfile } {
  if (job.target === null)
    throw new GatehouseError('import.not-now', 'No target is chosen yet.', {
      fix: 'Choose the target platform of the consents.',
    });
  const target = ports.targets().find(({ view }) => view.name === job.target);
  if (target === undefined)
    throw new GatehouseError('api.not-found', `The workspace has no target ${job.target}.`, {
      fix: `Add platforms/${job.target}.json, or choose another target.`,
    });
  const { profile, view } = target;
  if (profile !== null) return { view, profile };
  throw new GatehouseError(
    'import.not-now',
    `The target ${view.name} cannot be used: ${view.problems[0]?.message ?? ''}`,
    {
      fix: `Correct ${view.file}.`,
    },
  );
}

/** Refuses to write to a real platform that was not named. @throws import.not-confirmed */
export function requireConfirmed({ view }: KnownTarget, confirm: string | null): void {
  if (view.isSandbox || confirm === view.name) return;
  throw new GatehouseError('import.not-confirmed', `${view.displayName} is not the sandbox.`, {
    fix: `Enter its name, ${view.name}, to confirm that you want to write to it.`,
  });
}

/** Connections to the target of an import, and the pace of what goes over them. */
export interface Reached {
  readonly target: ReturnType<typeof targetOf>;
  readonly client: PlatformClient;
  readonly reads: Gate;
  readonly writes: Gate;
}

/**
 * Checks that the sandbox of the workspace is served, which else would be waited for as for a platform that is down for a moment.
 * @throws host.not-running
 */
async function requireServed(ports: ImportPorts, { profile }: ReturnType<typeof targetOf>): Promise<void> {
  if (!profile.isSandbox) return;
  for (const url of [profile.baseUrl, profile.tokenEndpoint].map((text) => new URL(text))) {
    if (await ports.listensAt(url)) continue;
    throw new GatehouseError(
      'host.not-running',
      `The target ${profile.name} is the sandbox of this workspace, and nothing serves it at ${url.origin}.`,
      {
        fix: 'Start a host with `gatehouse serve` and keep it running. If one runs, start its stopped service.',
      },
    );
  }
}

/** Does something with the target of an import, and closes its connections. @throws host.not-running */
export async function withTarget<T>(
  ports: ImportPorts,
  open: OpenImport,
  work: (reached: Reached) => Promise<T>,
): Promise<T> {
  const target = targetOf(ports, open);
  await requireServed(ports, target);
  const { pace } = open.job.loading;
  // As many as the workers may become while it runs; only those are opened that are needed.
  const { client, close } = ports.connect(target.profile, maxParallel);
  try {
    return await work({
      target,
      client,
      reads: createGate(learned, ports.monotonic),
      writes: createGate(pace ?? target.profile.limit ?? learned, ports.monotonic),
    });
  } finally {
    await close();
  }
}
