import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { join, relative } from 'node:path';
import { chromium } from '@playwright/test';
import { findInstalledBrowser, isUsable } from './browser.ts';
import { rootDir } from './root.ts';
import { runQuietly, toolArguments } from './tools.ts';

const downloadTimeoutMillis = 60_000;
const packageTimeoutMillis = 600_000;
const logPath = join(rootDir, '.reports/browser-packages.log');

/**
 * The browser for the end-to-end tests: an installed one, else Playwright's own, else (as root on Debian) the
 * package of the system. Throws with what to install when there is none.
 */
export async function provideBrowser(): Promise<string> {
  const installed = findInstalledBrowser();
  if (installed !== null && isUsable(installed)) return installed;
  if (installed !== null)
    throw new Error(
      `There is no browser that starts at ${installed}: give GATEHOUSE_CHROMIUM the path of one.`,
    );
  const provided = (await playwrightBrowser()) ?? debianBrowser();
  if (provided !== null) return provided;
  throw new Error(
    'There is no browser for the end-to-end tests: install Chromium, Chrome or Edge, or name one in GATEHOUSE_CHROMIUM' +
      `${existsSync(logPath) ? ` (what the package manager said: ${relative(rootDir, logPath)})` : ''}.`,
  );
}

async function playwrightBrowser(): Promise<string | null> {
  const path = chromium.executablePath();
  if (isUsable(path)) return path;
  process.stdout.write('No browser is installed: downloading the one of Playwright …\n');
  // Without the second, headless-only browser: the tests are run with the same program as people run.
  await runQuietly(
    [...toolArguments('playwright'), 'install', '--no-shell', 'chromium'],
    downloadTimeoutMillis,
  );
  return isUsable(path) ? path : null;
}

function debianBrowser(): string | null {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return null;
  process.stdout.write('That did not work: installing the Debian package chromium …\n');
  mkdirSync(join(rootDir, '.reports'), { recursive: true });
  const log = openSync(logPath, 'w');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    const steps = [['update'], ['install', '-y', 'chromium']];
    const areDone = steps.every(
      (args) =>
        spawnSync('apt-get', args, { stdio: ['ignore', log, log], env, timeout: packageTimeoutMillis })
          .status === 0,
    );
    return areDone ? findInstalledBrowser() : null;
  } finally {
    closeSync(log);
  }
}
