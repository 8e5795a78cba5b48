import { type CheckResult, type Evidence, expectation, jsonOf } from '../evidence.ts';
import type { CheckOf } from './schema.ts';
import { lastResponse, result } from './wire.ts';

/**
 * The scope of a token response holds nothing that was asked for beyond the allowed. A server may leave that out instead
 * of refusing, and has to say so; other words are its own affair. RFC 6749 §3.3, §5.1
 */
export function grantedCheck({ step, within, asked }: CheckOf<'granted'>, evidence: Evidence): CheckResult {
  const wordsOf = (text: string) => text.split(' ').filter((word) => word !== '');
  const filled = (template: string) => expectation(template, evidence.fill).text;
  const allowed = new Set(wordsOf(filled(within)));
  const surplus = wordsOf(filled(asked)).filter((word) => !allowed.has(word));
  const expected = `${surplus.join(' ')} is not granted`;
  const json = evidence.blockedBy(step) === null ? jsonOf(lastResponse(evidence, step)) : null;
  if (json === null || !('access_token' in json)) return result(expected, null, 'nothing was issued');
  const told = json['scope'];
  if (typeof told !== 'string')
    return result(expected, 'the response names no scope, so the whole requested scope is granted');
  const words = new Set(wordsOf(told));
  const actual = `the scope is ${told}`;
  return result(expected, surplus.some((word) => words.has(word)) ? actual : null, actual);
}
