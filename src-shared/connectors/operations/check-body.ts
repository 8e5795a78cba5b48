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
      `The value of ${writer.attribute} does not stay at ${writer.path.text} of the request body.`,
      'Let the path fit the objects and lists of requestBody, and give each attribute a place of its own.',
    );
  }
}
