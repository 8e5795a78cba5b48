import { join } from 'node:path';
import {
  type LintSurroundings,
  lintGiven,
  type StandaloneLint,
  type StandaloneLintResult,
} from '#main/services/contract/index.ts';
import { manifestSchema } from '#shared/workspace/index.ts';
import { baseUrlOf } from '../platform/addresses.ts';
import { systemClock } from '../platform/clock.ts';
import { startForked } from '../platform/isolates/index.ts';
import { loadWorkspace, openWorkspaceManifest } from '../workspace/index.ts';
import { lintContextOf, lintSettingsOf } from './lint-context.ts';

type LintOptions = Omit<StandaloneLint, 'history' | 'worker' | 'start' | 'nowMillis' | 'surroundings'> & {
  /** Entry of the linter's process, as a URL. */
  readonly worker: string;
  /** Folder that holds `contract`. */
  readonly resources: string;
};

/**
 * Lints files and folders without an engine around it.
 * @throws contract.unreadable where there is nothing to lint, contract.too-large where there is too much
 */
export function composeStandaloneLint({
  resources,
  worker,
  ...options
}: LintOptions): Promise<StandaloneLintResult> {
  const nowMillis = systemClock.nowMillis();
  return lintGiven({
    ...options,
    history: join(resources, 'contract'),
    worker: new URL(worker),
    start: startForked,
    nowMillis,
    surroundings: (directory) => surroundingsIn(directory, nowMillis),
  });
}

function surroundingsIn(directory: string | null, nowMillis: number): LintSurroundings {
  const workspace = directory === null ? null : loadWorkspace(openWorkspaceManifest(directory), () => null);
  const { services } = workspace?.manifest ?? manifestSchema.parse({ name: 'none' });
  return {
    directory: workspace?.directory ?? null,
    settings: lintSettingsOf(workspace),
    context: lintContextOf(workspace, (key) => baseUrlOf(services[key]), nowMillis),
    close: () => workspace?.close(),
  };
}
