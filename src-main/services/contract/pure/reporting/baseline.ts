import { z } from 'zod';
import type { LintFinding } from '#shared/contract/report.ts';

/** Findings that are known: how many of a rule there are in a file, by what they are about. Lines may move. */
export const baselineSchema = z.object({
  known: z
    .array(
      z.object({
        id: z.string().max(20),
        file: z.string().max(4_000),
        subject: z.string().max(500),
        count: z.int().min(1),
      }),
    )
    .max(100_000),
});
export type Baseline = z.infer<typeof baselineSchema>;

type Known = Pick<LintFinding, 'id' | 'subject' | 'location'>;

const keyOf = (id: string, file: string, subject: string) => JSON.stringify([id, file, subject]);

/** The findings that are not ignored, as a baseline: sorted, so that changes of it can be read. */
export function baselineOf(findings: readonly LintFinding[]): Baseline {
  const open = findings.filter(({ ignored }) => ignored === null);
  const byKey = Map.groupBy(open, ({ id, location, subject }: Known) => keyOf(id, location.file, subject));
  const keys = [...byKey.keys()].toSorted();
  return {
    known: keys.flatMap((key) => {
      const [first, ...more] = byKey.get(key) ?? [];
      if (first === undefined) return [];
      const { id, location, subject } = first;
      return [{ id, file: location.file, subject, count: more.length + 1 }];
    }),
  };
}

/** Findings of which those that a baseline knows are ignored; of one more than it knows the last is new. */
export function withBaseline(
  findings: readonly LintFinding[],
  { known }: Baseline,
  reason: string,
): readonly LintFinding[] {
  const left = new Map(known.map(({ id, file, subject, count }) => [keyOf(id, file, subject), count]));
  return findings.map((finding) => {
    const key = keyOf(finding.id, finding.location.file, finding.subject);
    const count = left.get(key) ?? 0;
    if (finding.ignored !== null || count === 0) return finding;
    left.set(key, count - 1);
    return { ...finding, ignored: { reason, until: null, by: 'file' } };
  });
}
