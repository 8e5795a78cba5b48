import { type Rate, rateOf } from '#shared/throttle/index.ts';
import { isJsonObject, type JsonPath } from '#shared/workspace/json-pointer.ts';
import { type ReadContext, reportInvalid, reportText } from '../reading/context.ts';
import { membersOf } from '../reading/members.ts';
import { readNumber } from '../reading/values.ts';

/** Reads `{ "numberOfRequests": 6, "duration": "10 s" }`; both may be configuration expressions. */
export function readRate(context: ReadContext, value: unknown, path: JsonPath): Rate | null {
  if (!isJsonObject(value))
    return reportInvalid(
      context,
      path,
      'Expected a rate.',
      'Use { "numberOfRequests": 6, "duration": "10 s" }.',
    );
  const members = membersOf(context, value, path, { known: ['numberOfRequests', 'duration'] });
  if (!members.has('numberOfRequests'))
    return members.missing('numberOfRequests', 'the number of requests per duration');
  if (!members.has('duration')) return members.missing('duration', 'for example "10 s"');
  const numberOfRequests = readNumber(
    context,
    members.raw('numberOfRequests'),
    members.at('numberOfRequests'),
  );
  const duration = members.text('duration');
  if (numberOfRequests === null || duration === null) return null;
  const read = rateOf(numberOfRequests, duration);
  const isVerbatim = duration === members.raw('duration');
  if ('problem' in read)
    return reportText(context, members.at(read.member), read.problem, {
      isVerbatim: isVerbatim && read.member === 'duration',
    });
  for (const warning of read.warnings)
    reportText(context, members.at('duration'), warning, { severity: 'warning', isVerbatim });
  return read.rate;
}
