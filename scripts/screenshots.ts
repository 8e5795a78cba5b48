import { join } from 'node:path';
import { runChild } from './run/child.mjs';
import { provideBrowser } from './support/provide-browser.ts';
import { rootDir } from './support/root.ts';
import { scriptArguments, toolArguments } from './support/tools.ts';

/** Takes the pictures of the documentation anew, from the built application: by the test that watches over them. */
async function takeScreenshots(): Promise<number> {
  const built = await runChild(process.execPath, [...scriptArguments('build.ts'), '--if-stale']);
  if (built !== 0) return built;
  const env = {
    ...process.env,
    GATEHOUSE_CHROMIUM: await provideBrowser(),
    GATEHOUSE_SCREENSHOTS: join(rootDir, 'docs/screenshots'),
  };
  const args = ['test', '--project=long', 'screenshots.spec.ts', '--reporter=line'];
  return runChild(process.execPath, [...toolArguments('playwright'), ...args], { cwd: rootDir, env });
}

process.exitCode = await takeScreenshots();
