import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { removeFolder } from '#main/platform/remove-folder.ts';
import { type AttackService, attackRunKind } from '#main/services/attacks/index.ts';
import {
  type FlowResults,
  type FlowService,
  flowPictureKind,
  flowResultsKind,
  flowRunKind,
} from '#main/services/flows/index.ts';
import { contractSourcesFolder, contractUndoKind, sandboxRecordKinds } from '../platform/ports.ts';
import {
  type ActivityLog,
  createStateUpkeep,
  harSourceKind,
  type Recorder,
  type StateUpkeep,
} from '../services/activity/index.ts';
import {
  type AuthorizationServer,
  authorizationServerRecords,
} from '../services/authorization-server/index.ts';
import { type JobService, jobKind } from '../services/jobs/index.ts';
import type { PlatformSandbox } from '../services/platform-sandbox/index.ts';
import { draftKind } from '../workspace/index.ts';
import type { DeferredContract } from './deferred-contract.ts';
import type { EnginePorts } from './ports.ts';
import type { SignIns } from './sign-ins.ts';

/** The services that have to forget what is removed from the state. */
interface UpkeepParts {
  readonly recorder: Recorder;
  readonly activity: ActivityLog;
  readonly jobs: JobService;
  readonly authorizationServer: AuthorizationServer;
  readonly flows: FlowService;
  readonly flowResults: FlowResults;
  readonly attacks: AttackService;
  readonly signIns: Pick<SignIns, 'watched'>;
  readonly platform: { readonly made: Promise<PlatformSandbox> | null };
  readonly contract: Pick<DeferredContract, 'made'>;
}

/** Composes the upkeep of a state, with the services that have to forget whatever is removed from it. */
export function composeUpkeep(
  { storage, realClock, stateDirectory }: EnginePorts,
  {
    recorder,
    activity,
    jobs,
    authorizationServer,
    flows,
    flowResults,
    attacks,
    signIns,
    platform,
    contract,
  }: UpkeepParts,
): StateUpkeep {
  return createStateUpkeep({
    storage,
    clock: realClock,
    forgetExchanges() {
      recorder.forget();
      return activity.forget();
    },
    parts: {
      flowRuns: {
        recordKinds: [flowRunKind, flowPictureKind, flowResultsKind, attackRunKind],
        forget() {
          flows.forget();
          flowResults.forget();
          attacks.forget();
          signIns.watched.clear();
        },
      },
      tokens: { recordKinds: authorizationServerRecords.tokens, forget: authorizationServer.forgetTokens },
      consents: {
        recordKinds: authorizationServerRecords.consents,
        forget: authorizationServer.forgetConsents,
      },
      sandbox: {
        recordKinds: Object.values(sandboxRecordKinds),
        forget: async () => (await platform.made)?.forget(),
      },
      jobs: { recordKinds: [jobKind, harSourceKind], forget: () => jobs.forget() },
      lintSources: {
        recordKinds: [contractUndoKind],
        forget: () => undefined,
        files: {
          usage: () => folderUsage(join(stateDirectory, contractSourcesFolder)),
          clear: async () =>
            (await (await contract.made())?.sources.clear()) ??
            clearFolder(join(stateDirectory, contractSourcesFolder)),
        },
      },
      drafts: { recordKinds: [draftKind], forget: () => undefined },
    },
  });
}

/** Number of folders in one, and the size of their content. */
function folderUsage(directory: string): { readonly count: number; readonly sizeBytes: number } {
  if (statSync(directory, { throwIfNoEntry: false }) === undefined) return { count: 0, sizeBytes: 0 };
  const entries = readdirSync(directory, { withFileTypes: true, recursive: true });
  const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return {
    count: readdirSync(directory).length,
    sizeBytes: entries.reduce(
      (sum, entry) => sum + (entry.isFile() ? sizeOf(join(entry.parentPath, entry.name)) : 0),
      0,
    ),
  };
}

/** Returns how many folders lay in it. */
function clearFolder(directory: string): number {
  const { count } = folderUsage(directory);
  removeFolder(directory);
  return count;
}
