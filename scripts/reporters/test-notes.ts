import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Writes down what the JSON report leaves out: the notes of skipped tests, and what failed. */
export default class TestNotesReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        test,
        name: `${module.relativeModuleId} > ${test.fullName}`,
      })),
    );
    const skipped = tests.flatMap(({ test, name }) => {
      const result = test.result();
      return result.state === 'skipped' ? [{ test: name, reason: result.note ?? null }] : [];
    });
    const failures = tests.flatMap(({ test, name }) =>
      test.result().state === 'failed' ? [{ test: name, message: firstError(test) }] : [],
    );
    const reportsDir = join(import.meta.dirname, '../../.reports');
    mkdirSync(reportsDir, { recursive: true });
    writeFileSync(join(reportsDir, 'vitest-notes.json'), JSON.stringify({ skipped, failures }));
  }
}

function firstError(test: TestCase): string {
  return test.result().errors?.[0]?.message ?? 'no message';
}
