import { GatehouseError } from '#shared/errors/index.ts';
import type { Clock } from '#shared/time/clock.ts';
import type { HostLink } from './host-link.ts';
import type { RecordStore, SealedState, Storage } from './ports.ts';

const recordKind = 'sealing';
const probeId = 'rotation';

/** Sealed with everything else: whether it opens tells which key the state is under. */
interface Probe {
  readonly rotatedAtMillis: number | null;
}

/** How the state of a workspace is sealed, and the way to another key. */
export interface Sealing {
  rotatedAtMillis(): Promise<number | null>;
  /**
   * Lets the host make another key and seals everything anew under it; returns how many values that were. Killed at
   * any moment, the state opens at the next start.
   * @throws secret.key-fixed, state.unwritable
   */
  rotate(): Promise<number>;
}

export interface SealingPorts {
  readonly records: RecordStore;
  /** Absent where nothing is sealed. */
  readonly sealed?: SealedState | undefined;
  /** Absent where no host keeps a key. */
  readonly host?: HostLink | undefined;
  readonly clock: Clock;
}

/** Makes the way to another key over a state. */
export function createSealing({ records, sealed, host, clock }: SealingPorts): Sealing {
  let running: Promise<number> | null = null;

  async function rotatedAtMillis(): Promise<number | null> {
    return (await records.get<Probe>(recordKind, probeId))?.rotatedAtMillis ?? null;
  }

  async function putProbe(atMillis: number | null): Promise<void> {
    records.put(recordKind, probeId, { rotatedAtMillis: atMillis } satisfies Probe, { sealed: true });
    await records.commit();
  }

  // Whatever fails on the way, the next key stays with the host: it may be the one that the state is under already,
  // and the next attempt, or the next start, goes on with it.
  async function sealAnew(state: SealedState, keys: HostLink): Promise<number> {
    await putProbe(await rotatedAtMillis());
    const count = await state.rotateKey(await keys.ask('next-key', null));
    await keys.ask('keep-key', null);
    await putProbe(clock.nowMillis());
    return count;
  }

  return {
    rotatedAtMillis,
    async rotate() {
      if (sealed === undefined) return 0;
      if (host === undefined) throw keyFixed();
      running ??= sealAnew(sealed, host).finally(() => {
        running = null;
      });
      return running;
    },
  };
}

function keyFixed(): GatehouseError {
  return new GatehouseError('secret.key-fixed', 'The host does not store the key of this state.', {
    fix: 'Open the workspace with gatehouse serve or the desktop application, and change the key there.',
  });
}

/** Keys at hand when a state is opened; `next` is there only after a rotation that was interrupted. */
export interface KeysAtHand {
  readonly key: Uint8Array;
  readonly next: Uint8Array | null;
}

/**
 * Opens a state with the key that it is really under. A rotation that was interrupted is brought to its end: before
 * its transaction the next key is dropped, after it the next key is kept.
 */
export async function openUnderItsKey<S extends Storage>(
  { key, next }: KeysAtHand,
  host: HostLink,
  open: (key: Uint8Array) => Promise<S>,
): Promise<S> {
  const first = await open(key);
  if (next === null) return first;
  if (await hasProbe(first)) {
    await host.ask('drop-key', null);
    return first;
  }
  await first.close();
  const second = await open(next);
  if (await hasProbe(second)) {
    await host.ask('keep-key', null);
    return second;
  }
  // Neither opens it: nothing is decided, and nothing thrown away.
  await second.close();
  return open(key);
}

async function hasProbe({ records }: Storage): Promise<boolean> {
  return (await records.get<Probe>(recordKind, probeId)) !== null;
}
