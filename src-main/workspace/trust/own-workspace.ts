import { GatehouseError } from '#shared/errors/index.ts';
import type { Clock, Random } from '#shared/time/clock.ts';
import { trustKey } from '#shared/trust/index.ts';
import { openWorkspaceManifest } from '../open-manifest.ts';
import { loadWorkspace } from '../workspace.ts';
import { trustFilesOf } from './beginning.ts';
import { decideTrust } from './decisions.ts';
import { trustItems } from './find.ts';

interface OwnPorts {
  readonly userDirectory: string;
  readonly realClock: Clock;
  readonly random: Random;
}

/**
 * Notes a workspace that was made here as one that may do what it says, but for items that somebody has not decided on:
 * those of the workspace that it was copied from. Where that cannot be kept, a person is asked when it is opened.
 * @throws workspace.missing
 */
export function noteOwnWorkspace(
  { userDirectory, realClock, random }: OwnPorts,
  directory: string,
  except: ReadonlySet<string> = new Set(),
): void {
  const workspace = loadWorkspace(openWorkspaceManifest(directory), () => null);
  const items = trustItems(trustFilesOf(workspace))
    .map(trustKey)
    .filter((key) => !except.has(key));
  const { name, directory: real } = workspace;
  workspace.close();
  const decidedAtMillis = realClock.nowMillis();
  try {
    decideTrust(
      userDirectory,
      { directory: real, name, decision: 'trusted', decidedAtMillis, items },
      random,
    );
  } catch (error) {
    if (!(error instanceof GatehouseError)) throw error;
  }
}
