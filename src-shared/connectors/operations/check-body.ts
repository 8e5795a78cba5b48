import type { JsonValue } from '../../workspace/three-way.ts';
import { type AttributeWriter, emptyBody } from '../mapping/request-mapping.ts';
import type { ProblemReport } from '../problem-report.ts';

/** Notes attributes whose values a body does not take, or of which another one takes the place. */
export function checkBody(
  body: JsonValue | undefined,
  writers: readonly AttributeWriter[],
  report: ProblemReport,
): void {
  const target = body ?? emptyBody(writers);
  const marks = writers.map((writer, index) => ({ writer, mark: `value ${index}` }));
  if (typeof target === 'object' && target !== null)
    for (const { writer, mark } of marks) writer.path.write(target, mark);
  for (const { writer, mark } of marks) {
    if (writer.path.read(target) === mark) continue;
    report.add(
      writer.at,
      'connector.body-unsuited',
      `The value of ${writer.attribute} is not at ${writer.path.text} in the final request body.`,
      'Make the path match the objects and lists of requestBody, and use a separate path for each attribute.',
    );
  }
}
