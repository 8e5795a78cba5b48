import { compileExpression, requestTree } from '#shared/expressions/index.ts';
import type { ThrottlingFilterNode } from '#shared/gateway/types.ts';
import type { PolicyConfig, ThrottlingConfig } from '#shared/throttle/index.ts';
import { toPointer } from '#shared/workspace/json-pointer.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { type Declaration, type ReadContext, report, reportInvalid } from '../reading/context.ts';
import { configOf, type Members } from '../reading/members.ts';
import { readPolicy } from './policies.ts';
import { readRate } from './rate.ts';

const defaultCleaningMillis = 5_000;
const maxCleaningMillis = 86_400_000;
/** Groups that a filter without a cap of its own may have. */
export const defaultMaxGroups = 1_000_000;
const maxGroups = 10_000_000;

/** Reads a ThrottlingFilter. */
export function readThrottlingFilter(
  context: ReadContext,
  declaration: Declaration,
): ThrottlingFilterNode | null {
  const members = configOf(context, declaration, {
    known: [
      'requestGroupingPolicy',
      'rate',
      'throttlingRatePolicy',
      'cleaningInterval',
      'executor',
      'shadow',
      'rateLimitHeaders',
      'maximumGroups',
      'carryOver',
    ],
  });
  const group = members.has('requestGroupingPolicy')
    ? members.expression('requestGroupingPolicy')
    : compileExpression('', { kind: 'runtime', tree: requestTree }).expression;
  const policy = readRates(members);
  const cleaningIntervalMillis = readCleaning(members);
  const extensions = {
    shadow: members.boolean('shadow', false),
    rateLimitHeaders: members.boolean('rateLimitHeaders', false),
    maxGroups: members.number('maximumGroups', defaultMaxGroups, 1, maxGroups),
    carryOver: members.boolean('carryOver', false),
  };
  if (group === null || policy === null || cleaningIntervalMillis === null) return null;
  const config: ThrottlingConfig = { group, policy, cleaningIntervalMillis, ...extensions };
  const { name, path } = declaration;
  return {
    type: 'ThrottlingFilter',
    name,
    pointer: toPointer(path),
    fingerprint: fingerprintOf(config),
    config,
  };
}

function readRates(members: Members): PolicyConfig | null {
  const { context } = members;
  if (members.has('rate') === members.has('throttlingRatePolicy'))
    return report(context, members.path, {
      code: 'route.conflict',
      message: members.has('rate')
        ? 'The filter has both rate and throttlingRatePolicy.'
        : 'The filter has neither rate nor throttlingRatePolicy.',
      fix: 'Set either rate or throttlingRatePolicy.',
    });
  if (members.has('throttlingRatePolicy'))
    return readPolicy(context, members.raw('throttlingRatePolicy'), members.at('throttlingRatePolicy'));
  const rate = readRate(context, members.raw('rate'), members.at('rate'));
  return rate === null ? null : { type: 'fixed', rate };
}

function readCleaning(members: Members): number | null {
  const millis = members.millis('cleaningInterval', defaultCleaningMillis);
  if (millis !== null && millis > 0 && millis <= maxCleaningMillis) return millis;
  return reportInvalid(
    members.context,
    members.at('cleaningInterval'),
    'The cleaning interval is not valid.',
    'Set a duration greater than 0, up to 1 day.',
  );
}
