import { join } from 'node:path';
import { createPlayBrowsers } from '#main/services/controlled-browser/index.ts';
import type { SignInParts } from '#main/services/flows/index.ts';
import type { Clock } from '#shared/time/clock.ts';
import type { RecordExchange } from '../platform/exchange-draft.ts';
import { createSignInMemory } from '../services/flow-player/index.ts';
import type { WorkspaceTrust } from '../workspace/index.ts';
import type { EnginePorts } from './ports.ts';

/** Unattended sign-ins at other servers, with the browsers that they are played in. */
export interface SignIns extends SignInParts {
  readonly close: () => Promise<void>;
}

/** Composes what unattended sign-ins share as long as the engine lives. */
export function composeSignIns(
  {
    clock,
    userDirectory,
    browser,
  }: Pick<EnginePorts, 'userDirectory' | 'browser'> & { readonly clock: Clock },
  {
    record,
    reach,
  }: { readonly record: RecordExchange; readonly reach: () => ReturnType<WorkspaceTrust['policy']>['reach'] },
): SignIns {
  const browsers = createPlayBrowsers({
    clock,
    profileRoot: join(userDirectory, 'browser-profiles'),
    path: () => browser?.path ?? null,
    record,
    reach,
  });
  return { browsers, memory: createSignInMemory(), close: () => browsers.close() };
}
