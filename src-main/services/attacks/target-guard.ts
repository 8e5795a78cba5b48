import { isLoopbackHost } from '#main/platform/addresses.ts';
import type { RecordGuard, RecordStore } from '#main/platform/ports.ts';
import type { AttackTargetView } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { Target } from '#shared/workspace/index.ts';

/** Kind of the records that say which servers may be attacked. */
const confirmedKind = 'attack-confirmed';

/** A server whose permission was withdrawn must not be attacked. */
export const attackGuards: readonly RecordGuard[] = [
  { kind: confirmedKind, withoutRecord: 'refused', ends: [confirmedKind] },
];

/** Which servers may be attacked: those of this machine, and those that the user has confirmed, as long as they stay where they are. */
export interface TargetGuard {
  list(): Promise<AttackTargetView[]>;
  /** Confirms a server or takes that back; with `isLasting` false it holds no longer than this process. */
  confirm(name: string, origin: string, isConfirmed: boolean, isLasting: boolean): Promise<void>;
  /** @throws attack.not-confirmed, flow.unknown-target */
  require(name: string): Promise<void>;
}

/** Dependencies of the guard. */
export interface TargetGuardPorts {
  readonly records: RecordStore;
  /** The other servers of the workspace, as their files are now. */
  readonly targets: () => readonly Pick<Target, 'name' | 'displayName' | 'file'>[];
}

const hosted: AttackTargetView = {
  name: null,
  title: 'Hosted server',
  origin: '',
  needsConfirmation: false,
  isConfirmed: true,
};

/** Creates the guard over what the catalogue may be run against. */
export function createTargetGuard({ records, targets }: TargetGuardPorts): TargetGuard {
  const originOf = (name: string): string => {
    const target = targets().find((candidate) => candidate.name === name);
    if (target === undefined)
      throw new GatehouseError('flow.unknown-target', `The workspace has no server ${name}.`, {
        fix: `Add the file targets/${name}.json, or choose another server.`,
      });
    return new URL(target.file.token_endpoint ?? target.file.issuer).origin;
  };
  const isNear = (origin: string) => isLoopbackHost(new URL(origin).hostname);
  /** Origins that were confirmed by name, for as long as this process lives. */
  const passing = new Map<string, string>();
  const isConfirmed = async (name: string, origin: string) =>
    passing.get(name) === origin ||
    (await records.get<{ origin: string }>(confirmedKind, name))?.origin === origin;
  return {
    async list() {
      const others = targets().map(async ({ name, displayName }) => {
        const origin = originOf(name);
        const needsConfirmation = !isNear(origin);
        return {
          name,
          title: displayName,
          origin,
          needsConfirmation,
          isConfirmed: await isConfirmed(name, origin),
        };
      });
      return [hosted, ...(await Promise.all(others))];
    },
    async confirm(name, origin, confirmed, isLasting) {
      if (originOf(name) !== origin)
        throw new GatehouseError('api.invalid-input', `${name} is at ${originOf(name)}, not at ${origin}.`);
      if (!confirmed) passing.delete(name);
      else if (!isLasting) passing.set(name, origin);
      if (!isLasting) return;
      if (confirmed) records.put(confirmedKind, name, { origin });
      else records.remove(confirmedKind, name);
      await records.commit();
    },
    async require(name) {
      const origin = originOf(name);
      if (isNear(origin) || (await isConfirmed(name, origin))) return;
      throw new GatehouseError('attack.not-confirmed', `${origin} is not on this machine.`, {
        fix: 'Confirm that you are allowed to attack it, then run the catalogue again.',
      });
    },
  };
}
