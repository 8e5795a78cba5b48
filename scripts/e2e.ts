import { runChild } from './run/child.mjs';
import { provideBrowser } from './support/provide-browser.ts';
import { rootDir } from './support/root.ts';
import { scriptArguments, toolArguments } from './support/tools.ts';

async function runEndToEnd(args: readonly string[]): Promise<number> {
  const built = await runChild(process.execPath, [...scriptArguments('build.ts'), '--if-stale']);
  if (built !== 0) return built;
  const env = { ...process.env, GATEHOUSE_CHROMIUM: await provideBrowser() };
  return runChild(process.execPath, [...toolArguments('playwright'), 'test', ...args], { cwd: rootDir, env });
}

process.exitCode = await runEndToEnd(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
});
