import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { checkDefects, checkRows, readChecks, readExecutedTests, readRows } from '../test/spec/check-rows.ts';

const usage = 'usage: node scripts/check-spec-rows.ts [VITEST_JSON PLAYWRIGHT_JSON]';
const rootDir = resolve(import.meta.dirname, '..');

/** Checks the specification rows and the security checks against two test reports, prints what it found and returns the exit code. */
export function checkSpecRows(paths: readonly string[]): 0 | 1 | 2 {
  if (paths.length !== 0 && paths.length !== 2) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  const [vitestPath = '.reports/vitest.json', playwrightPath = '.reports/playwright.json'] = paths;
  try {
    const rows = readRows(readJson(resolve(rootDir, 'test/spec/rows.json'), 'specification rows'));
    const checks = readChecks(readJson(resolve(rootDir, 'test/spec/checks.json'), 'security checks'));
    const vitestJson = readJson(reportPath(paths, vitestPath), 'Vitest report');
    const playwrightJson = readJson(reportPath(paths, playwrightPath), 'Playwright report');
    const executed = readExecutedTests(vitestJson, playwrightJson, rootDir);
    const { counts, failures } = checkRows(rows, executed);
    const defects = checkDefects(checks, executed);
    const summary = `${counts.proven} proven, ${counts.differs} differ, ${counts.open} open`;
    process.stdout.write([`specification rows: ${summary}`, ...failures, ''].join('\n'));
    process.stdout.write(
      [`security checks: ${checks.length}, ${defects.length} defects`, ...defects, ''].join('\n'),
    );
    return failures.length + defects.length > 0 ? 1 : 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  }
}

// A path that was given counts from the working directory, a default from the checkout.
function reportPath(given: readonly string[], path: string): string {
  return given.length > 0 ? resolve(path) : resolve(rootDir, path);
}

function readJson(path: string, what: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (cause) {
    throw new Error(`${what} is missing or unreadable: ${path}`, { cause });
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Error(`${what} is not JSON: ${path}`, { cause });
  }
}

process.exitCode = checkSpecRows(process.argv.slice(2));
