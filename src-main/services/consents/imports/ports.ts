import type { RecordStore } from '#main/platform/ports.ts';
import type { JobService } from '#main/services/jobs/index.ts';
import type { ImportTarget } from '#shared/api/index.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import type { PlatformClient } from '../platform-client/client.ts';
import type { TargetProfile } from '../platform-client/profile.ts';
import type { ImportWorker } from '../working/index.ts';

/** A target as the workspace describes it; null: something of it is missing, as its problems say. */
export interface KnownTarget {
  readonly view: ImportTarget;
  readonly profile: TargetProfile | null;
}

export interface ImportPorts {
  /** Location of the imports of this workspace that have no job file elsewhere. */
  readonly directory: string;
  readonly worker: ImportWorker;
  readonly jobs: JobService;
  readonly records: RecordStore;
  readonly targets: () => readonly KnownTarget[];
  /** Opens connections to a target, at most so many. */
  readonly connect: (
    profile: TargetProfile,
    connections: number,
  ) => { readonly client: PlatformClient; close(): Promise<void> };
  /** Tests whether something listens at a URL of this machine. */
  readonly listensAt: (url: URL) => Promise<boolean>;
  readonly mediaType: () => string;
  readonly clock: Clock;
  readonly random: Random;
  /** Milliseconds of a clock that only goes forward. */
  readonly monotonic: () => number;
  readonly version: string;
  /** The user who is signed in to this machine, for the audit record. */
  readonly userName: string;
}
