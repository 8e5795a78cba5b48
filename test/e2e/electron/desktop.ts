import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { type DesktopHost, startDesktopHost } from '../../support/electron/desktop-host.ts';
import { copySampleWorkspace } from '../support/sample-workspace.ts';
import { openPageWindow, type PageWindow } from './page-window.ts';

/** The built desktop application on a copy of the sample workspace, with Chromium as its window. */
export interface Desktop extends PageWindow {
  readonly host: DesktopHost;
  /** What went to the system's browser so far. */
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
      await use({ ...window, host, openedOutside: () => openedOutside(host) });
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
