import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';

/** Writes down each skipped test with the note given to `context.skip(note)`, which the JSON report leaves out. */
export default class SkippedTestsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) =>
      [...module.children.allTests('skipped')].map((test) => {
        const result = test.result();
        const note = result.state === 'skipped' ? result.note : undefined;
        return { test: `${module.relativeModuleId} > ${test.fullName}`, reason: note ?? null };
      }),
    );
    const reportsDir = join(import.meta.dirname, '../../.reports');
    mkdirSync(reportsDir, { recursive: true });
    writeFileSync(join(reportsDir, 'vitest-skipped.json'), JSON.stringify(skipped));
  }
}
