import { parsedJson } from '../../text/decoding.ts';
import { toPointer } from '../../workspace/json-pointer.ts';
import type { ObjectTypeConfiguration } from '../configuration/object-type.ts';
import { classify, compileRules } from '../exceptions/classify.ts';
import { ProblemReport } from '../problem-report.ts';
import type { RemoteResponse } from '../types.ts';
import type { ExceptionPreview } from './types.ts';

/** Returns the failure that an answer means, and the rule that decides it; null: it is a success. */
export function previewException(
  config: ObjectTypeConfiguration,
  answer: Pick<RemoteResponse, 'status' | 'headers' | 'text'>,
): ExceptionPreview | null {
  const rules = compileRules(config.exceptions, new ProblemReport());
  const failure = classify(rules, { ...answer, json: parsedJson(answer.text) });
  if (failure === null) return null;
  const { rule } = failure;
  const isRule = rule !== null && rule.index !== null;
  return { failure, pointer: isRule ? toPointer(['exceptions', rule.type, rule.index]) : null };
}
