import { runChild } from './run/child.mjs';
import { provideBrowser } from './support/provide-browser.ts';
import { rootDir } from './support/root.ts';
import { guideProjects } from './support/stages.ts';
import { scriptArguments, toolArguments } from './support/tools.ts';

/** Follows every tutorial of `docs/tutorials` by its own text, in English and in German. */
async function runGuides(args: readonly string[]): Promise<number> {
  const built = await runChild(process.execPath, [...scriptArguments('build.ts'), '--if-stale']);
  if (built !== 0) return built;
  const env = { ...process.env, GATEHOUSE_CHROMIUM: await provideBrowser() };
  const projects = guideProjects.map((name) => `--project=${name}`);
  const command = [...toolArguments('playwright'), 'test', ...projects, ...args];
  return runChild(process.execPath, command, { cwd: rootDir, env });
}

process.exitCode = await runGuides(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  return 1;
});
