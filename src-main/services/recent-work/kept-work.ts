import type { RecordStore } from '#main/platform/ports.ts';
import type { RecentWork } from '#shared/api/index.ts';
import type { Clock } from '#shared/time/clock.ts';

const recordKind = 'recent-work';

export interface RecentWorkPorts {
  readonly records: RecordStore;
  /** Real time: the age of work has nothing to do with the clock of the services. */
  readonly clock: Clock;
}

type Simulation = Extract<RecentWork, { kind: 'simulation' }>;
type ConnectorTest = Extract<RecentWork, { kind: 'connector' }>;

/** A simulation whose result nobody has asked for yet has no counts. */
interface KeptSimulation extends Pick<Simulation, 'file' | 'atMillis'> {
  readonly runId: string;
  readonly counts: Pick<Simulation, 'requests' | 'refused'> | null;
}

/** Keeps which route was simulated last. The lab itself forgets its simulations when the engine ends. */
export function keepSimulation(
  { records, clock }: RecentWorkPorts,
  runId: string,
  file: string,
): Promise<void> {
  const kept: KeptSimulation = { runId, file, atMillis: clock.nowMillis(), counts: null };
  records.put(recordKind, 'simulation', kept);
  return records.commit();
}

/** Keeps the counts of a simulation, if it is still the last one. */
export async function keepCounts(
  { records }: RecentWorkPorts,
  runId: string,
  counts: Pick<Simulation, 'requests' | 'refused'>,
): Promise<void> {
  const kept = await records.get<KeptSimulation>(recordKind, 'simulation');
  if (kept === null || kept.runId !== runId || kept.counts !== null) return;
  records.put(recordKind, 'simulation', { ...kept, counts });
  await records.commit();
}

/** Keeps the last test of a connector. */
export function keepConnectorTest(
  { records, clock }: RecentWorkPorts,
  test: Omit<ConnectorTest, 'kind' | 'atMillis'>,
): Promise<void> {
  records.put(recordKind, 'connector', { ...test, kind: 'connector', atMillis: clock.nowMillis() });
  return records.commit();
}

/** Returns the last simulation and the last test of a connector. */
export async function keptWork({
  records,
}: Pick<RecentWorkPorts, 'records'>): Promise<readonly RecentWork[]> {
  const simulation = await records.get<KeptSimulation>(recordKind, 'simulation');
  const test = await records.get<ConnectorTest>(recordKind, 'connector');
  return [
    ...(simulation === null || simulation.counts === null
      ? []
      : [
          {
            kind: 'simulation' as const,
            file: simulation.file,
            atMillis: simulation.atMillis,
            ...simulation.counts,
          },
        ]),
    ...(test === null ? [] : [test]),
  ];
}
