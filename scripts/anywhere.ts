import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { runChild } from './run/child.mjs';
import { type Choice, choosePlaces } from './support/anywhere/choice.ts';
import { places } from './support/anywhere/places/index.ts';
import { type PlaceOutcome, runPlace } from './support/anywhere/run-place.ts';
import { anywhereReport, countPlaces, failureText, tableLine } from './support/anywhere/table.ts';
import { openWorkshop } from './support/anywhere/workshop.ts';
import { findInstalledBrowser } from './support/browser.ts';
import { rootDir } from './support/root.ts';
import { scriptArguments } from './support/tools.ts';

const usage = `usage: npm run test:anywhere [-- [--quick | --whole] [place …]]
places: ${places.map(({ id }) => id).join(', ')}`;

async function tryPlaces(choice: Choice): Promise<readonly PlaceOutcome[]> {
  const browser = findInstalledBrowser();
  if (browser === null) process.stdout.write('No browser is installed: the end-to-end tests are left out.\n');
  const workshop = openWorkshop(rootDir);
  const outcomes: PlaceOutcome[] = [];
  let isStopped = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => (isStopped = true));
  try {
    for (const { place, extent } of choice) {
      if (isStopped) break;
      const outcome = await runPlace(place, workshop, { extent, browser });
      outcomes.push(outcome);
      process.stdout.write(`${tableLine(outcome)}\n${failureText(outcome)}`);
    }
    return outcomes;
  } finally {
    workshop.discard();
  }
}

async function runAnywhere(choice: Choice): Promise<number> {
  if (process.platform !== 'linux') {
    process.stdout.write('The places are made with what Linux has: on other systems none can be tried.\n');
    return 1;
  }
  const built = await runChild(process.execPath, [...scriptArguments('build.ts'), '--if-stale']);
  if (built !== 0) return built;
  const outcomes = await tryPlaces(choice);
  const counts = countPlaces(outcomes);
  mkdirSync(dirname(anywhereReport), { recursive: true });
  writeFileSync(anywhereReport, JSON.stringify(counts));
  const notRun = choice.length - outcomes.length;
  process.stdout.write(
    `${counts.passed} green, ${counts.failed} failed, ${counts.skipped.length} skipped${notRun > 0 ? `, ${notRun} not run: stopped` : ''}\n`,
  );
  return counts.failed > 0 || notRun > 0 ? 1 : 0;
}

const choice = choosePlaces(process.argv.slice(2), places, Date.now());
if (choice === null) process.stderr.write(`${usage}\n`);
process.exitCode = choice === null ? 2 : await runAnywhere(choice);
