import { test } from 'vitest';
import { playTruth, subjects, type Subject, ways } from './truth-table.ts';
test('look', { timeout: 600_000 }, async () => {
  const [name, flaw = '', way = 'client_secret_basic', cases = ''] = (process.env['LOOK'] ?? '').split(' ');
  const subject = subjects.find((each) => each.name === name) as Subject;
  const { disagreements, report } = await playTruth(subject, flaw === 'careful' ? null : flaw, way as (typeof ways)[number], cases.split(','));
  for (const c of report.cases) process.stdout.write(`${c.id} ${c.verdict} ${c.reason} ${Math.round(c.durationMillis)}ms\n`);
  process.stdout.write(JSON.stringify(disagreements, null, 1) + '\n');
  if (process.env['LOOKS']) process.stdout.write(JSON.stringify(report.cases.flatMap(({variants})=>variants.map(({name,mutant,checks,evidence})=>({name,mutant,checks,evidence}))), null, 1) + '\n');
});
