import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base, type ElectronApplication, _electron as electron, type Page } from '@playwright/test';
import { desktopObstacle, findElectron } from '../../../scripts/support/electron-runtime.ts';
import { rootDir } from '../../../scripts/support/root.ts';
import { copySampleWorkspace } from '../support/sample-workspace.ts';

const programs: Readonly<Record<string, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
};

/** The program of the runtime: where the variable of Electron's own package says, or where that package has put it. */
function findRuntime(): string | null {
  const folder = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (folder === undefined || folder === '') return findElectron();
  const program = join(folder, programs[process.platform] ?? 'electron');
  return existsSync(program) ? program : null;
}

const program = findRuntime();

/** Why the real runtime is not tried here; null: it is. */
export const obstacle =
  program === null
    ? 'NOT RUN: no Electron runtime in node_modules/electron/dist or ELECTRON_OVERRIDE_DIST_PATH'
    : desktopObstacle({ platform: process.platform, env: process.env, isRoot: process.getuid?.() === 0 });

/** The application in the real runtime. */
export interface Runtime {
  readonly application: ElectronApplication;
  readonly page: Page;
  readonly args: readonly string[];
}

interface Fixtures {
  /** Where the workspace and the state of this test lie. */
  readonly folder: string;
  readonly start: () => Promise<Runtime>;
}

/** The test function of the runtime's project: each test has an application of its own. */
export const test = base.extend<Fixtures>({
  // The first argument of a fixture must be a pattern.
  folder: async ({ browserName: _browser }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-runtime-'));
    await copySampleWorkspace(join(folder, 'workspace'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  start: async ({ folder }, use) => {
    const running: ElectronApplication[] = [];
    await use(async () => {
      const places = ['--workspace', join(folder, 'workspace'), '--state-dir', join(folder, 'state')];
      const args = [rootDir, `--user-data-dir=${join(folder, 'profile')}`, ...places];
      const application = await electron.launch({
        executablePath: program ?? '',
        args,
        // The application never runs without it.
        chromiumSandbox: true,
      });
      running.push(application);
      return { application, page: await application.firstWindow(), args };
    });
    await Promise.all(running.map((application) => application.close().catch(() => undefined)));
  },
});

export { expect } from '@playwright/test';
