import { expect, test } from 'vitest';
import { casesFor, playTruth, subjects, ways } from './truth-table.ts';
const flaw = process.env['TRUTH_FLAW'] || null;
const only = process.env['TRUTH_ONLY']?.split(',');
const w = (process.env['TRUTH_WAYS']?.split(',') ?? ways) as (typeof ways)[number][];

for (const subject of subjects.filter(({ name }) => name === (process.env['TRUTH_SUBJECT'] ?? name)))
  for (const f of flaw === 'all' ? Object.keys(subject.truth.flaws) : [flaw])
    test.each(w)(`${subject.name} ${f} %s`, { timeout: 600_000 }, async (way) => {
      const t = performance.now();
      const { disagreements, report } = await playTruth(
        subject,
        f,
        way,
        only ??
          (process.env['TRUTH_NAMED']
            ? Object.keys(subject.truth.flaws[f!]!.verdicts)
            : casesFor(subject, f)),
      );
      process.stdout.write(
        `## ${f} ${way} ${report.cases.length} ${Math.round(performance.now() - t)}ms ${report.capabilities?.requests}\n`,
      );
      for (const d of disagreements)
        process.stdout.write(
          `${d.flaw} ${d.way} ${d.id} ${d.severity}: truth ${d.truth} run ${d.run} ${d.why.slice(0, 600)}\n`,
        );
      if (process.env['TRUTH_SLOW'])
        for (const c of report.cases)
          if (c.durationMillis > 1500) process.stdout.write(`slow ${c.id} ${Math.round(c.durationMillis)}\n`);
      expect(disagreements.length).toBe(0);
    });
