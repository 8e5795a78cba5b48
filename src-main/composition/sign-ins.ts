import { join } from 'node:path';
import { createPlayBrowsers } from '#main/services/controlled-browser/index.ts';
import type { SignInParts } from '#main/services/flows/index.ts';
import type { Clock } from '#shared/time/clock.ts';
import { systemClock } from '../platform/clock.ts';
import type { RecordExchange } from '../platform/exchange-draft.ts';
import type { RecordStore } from '../platform/ports.ts';
import { createSystemRandom } from '../platform/random.ts';
import { systemTimers } from '../platform/timers.ts';
import { createSignInMemory, type DescribedSignIn } from '../services/flow-player/index.ts';
import { createOneTimeCodes, describedSignIn } from '../services/sign-ins/index.ts';
import { saveEntity, type Workspace, type WorkspaceTrust } from '../workspace/index.ts';
import type { EnginePorts } from './ports.ts';

/** Unattended sign-ins at other servers, with the browsers that they are played in. */
export interface SignIns extends SignInParts {
  readonly close: () => Promise<void>;
}

/** Sources of what sign-ins need. */
export interface SignInSources {
  readonly record: RecordExchange;
  readonly reach: () => ReturnType<WorkspaceTrust['policy']>['reach'];
  /** Absent: sign-ins without a workspace. */
  readonly workspace?: Workspace;
  /** Where it is kept which codes were used; absent: it is known as long as the process lives. */
  readonly records?: RecordStore;
}

/** Composes what unattended sign-ins share as long as the engine lives. */
export function composeSignIns(
  {
    clock,
    userDirectory,
    browser,
  }: Pick<EnginePorts, 'userDirectory' | 'browser'> & { readonly clock: Clock },
  { record, reach, workspace, records }: SignInSources,
): SignIns {
  const browsers = createPlayBrowsers({
    clock,
    profileRoot: join(userDirectory, 'browser-profiles'),
    path: () => browser?.path ?? null,
    record,
    reach,
  });
  const { wait } = systemTimers;
  // Servers go by their own clock, and not by one that a test has moved.
  const codes = createOneTimeCodes({
    clock: systemClock,
    wait,
    ...(records === undefined ? {} : { records }),
  });
  return {
    browsers,
    memory: createSignInMemory(),
    described: (name) => describedIn(workspace, name),
    async oneTimeCode(target, username) {
      const users = workspace?.targets.find((one) => one.name === target)?.users;
      const seed = users?.find((user) => user.username === username)?.totpSeed() ?? null;
      return seed === null ? null : codes.next(seed);
    },
    close: () => browsers.close(),
  };
}

/** The description of a sign-in in the workspace; null: there is none of this name. */
function describedIn(workspace: Workspace | undefined, name: string): DescribedSignIn | null {
  const found = workspace?.signIns.find((signIn) => signIn.name === name);
  if (workspace === undefined || found === undefined) return null;
  return describedSignIn(found, systemTimers, (file) =>
    saveEntity(workspace, `sign-ins/${name}.json`, { ...file }, createSystemRandom()),
  );
}
