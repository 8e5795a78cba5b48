import type { ImportCounts, ImportDryRun, ImportReport, ImportState } from '#shared/api/index.ts';
import type { ImportMatches, Resolution } from '#shared/consents/index.ts';
import type { Problem } from '#shared/errors/index.ts';
import { type MeterPast, noPast } from '../loading/meter.ts';
import { replaceFile } from '../working/index.ts';
import { dataPath, type ImportFolder, readData, writeJson } from './import-folder.ts';

/** Names of what this service itself keeps among the data of an import. */
export const serviceFiles = {
  status: 'status.json',
  resolution: 'resolution.json',
  matches: 'matches.json',
  journal: 'journal.ndjson',
  lock: 'lock.db',
  settlements: 'settlements.ndjson',
  meter: 'meter.json',
  output: 'out',
} as const;

/** Reads the counts of earlier runs of a load; none where there was no run, or the file is damaged. */
export function readMeter(folder: ImportFolder): MeterPast {
  try {
    return readData<MeterPast>(folder, serviceFiles.meter) ?? noPast;
  } catch {
    return noPast;
  }
}

/** Keeps what was counted, for when this process has ended. */
export async function writeMeter(folder: ImportFolder, past: MeterPast): Promise<void> {
  // The counts only inform: a full disk is told of by the work that it stops.
  await replaceFile(dataPath(folder, serviceFiles.meter), JSON.stringify(past)).catch(() => undefined);
}

/** How far an import is, besides what its job file and its journal say. */
export interface ImportStatus {
  readonly state: ImportState;
  /** Why it halted. */
  readonly problem: Problem | null;
  readonly counts: ImportCounts;
  /** Fixes that were made together, the oldest first. */
  readonly fixBatches: readonly number[];
  /** Failures that a person has seen: they do not stop the load again. */
  readonly tolerated: readonly string[];
  /** Hash of the plan whose requests a person has looked at. */
  readonly dryRunHash: string | null;
  readonly rehearsal: ImportDryRun['rehearsal'];
  /** Where the load began to send to: `sandbox`, else a base URL; it goes on nowhere else. */
  readonly sentTo: string | null;
  readonly receivedBytes: number;
  /** The remainder of an import whose rows were deleted. */
  readonly report: ImportReport | null;
  /** The target at which users were looked up, and the key used: users of other keys are looked up besides. */
  readonly lookedUp: { readonly target: string; readonly by: string } | null;
}

export const noCounts: ImportCounts = {
  total: 0,
  accepted: 0,
  already: 0,
  failed: 0,
  inFlight: 0,
  retrying: 0,
  pending: 0,
};

const firstStatus: ImportStatus = {
  state: 'receiving',
  problem: null,
  counts: noCounts,
  fixBatches: [],
  tolerated: [],
  dryRunHash: null,
  rehearsal: null,
  sentTo: null,
  receivedBytes: 0,
  report: null,
  lookedUp: null,
};

/** Reads how far an import is. */
export function readStatus(folder: ImportFolder): ImportStatus {
  return { ...firstStatus, ...readData<Partial<ImportStatus>>(folder, serviceFiles.status) };
}

/** Keeps how far an import is. */
export function writeStatus(folder: ImportFolder, status: ImportStatus): void {
  writeJson(dataPath(folder, serviceFiles.status), status);
}

/** Reads the latest lookup results of the target. */
export function readResolution(folder: ImportFolder): Resolution | null {
  return readData<Resolution>(folder, serviceFiles.resolution);
}

export function readMatches(folder: ImportFolder): ImportMatches | null {
  return readData<ImportMatches>(folder, serviceFiles.matches);
}
