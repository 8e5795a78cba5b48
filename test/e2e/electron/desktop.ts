import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { type DesktopHost, startDesktopHost } from '../../support/electron/desktop-host.ts';
import { AppWindow } from '../support/app-window.ts';
import { copySampleWorkspace } from '../support/sample-workspace.ts';
import { openPageWindow, type PageWindow } from './page-window.ts';

/** The built desktop application on a copy of the sample workspace, with Chromium as its window. */
export interface Desktop extends PageWindow {
  readonly host: DesktopHost;
  /** The window that is open now, as a person finds it. */
  readonly app: AppWindow;
  readonly workspaceDir: string;
  /** Addresses that went to the system's browser so far. */
  openedOutside(): readonly string[];
}

interface Fixtures {
  readonly desktop: Desktop;
}

/** The test function of the desktop project: each test has an application of its own. */
export const test = base.extend<Fixtures>({
  desktop: async ({ browser }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-desktop-'));
    const workspace = join(folder, 'workspace');
    await copySampleWorkspace(workspace);
    const places = ['--workspace', workspace, '--state-dir', join(folder, 'state')];
    const host = startDesktopHost({ args: places, home: folder });
    try {
      const window = await openPageWindow(browser, host);
      const desktop = Object.assign(window, {
        host,
        workspaceDir: workspace,
        openedOutside: () => openedOutside(host),
      });
      // A page that ended has another in its place.
      await use(Object.defineProperty(desktop, 'app', { get: () => new AppWindow(window.page) }) as Desktop);
      await window.page.context().close();
    } finally {
      await host.kill();
      rmSync(folder, { recursive: true, force: true });
    }
  },
});

export { expect } from '@playwright/test';

function openedOutside(host: DesktopHost): readonly string[] {
  return host.notes.flatMap((note) => (note.type === 'open-external' ? [note.url] : []));
}
