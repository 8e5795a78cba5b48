import type { JsonPath } from '../../workspace/json-pointer.ts';
import type { JsonValue } from '../../workspace/three-way.ts';
import { type BoundedPattern, type ResponseBudget, responseBudget } from '../bounded-pattern.ts';
import type { Failure } from '../compiled.ts';
import type { ObjectTypeConfiguration } from '../configuration/object-type.ts';
import { type ExceptionType, exceptionTypes } from '../configuration/vocabulary.ts';
import type { Path } from '../paths/index.ts';
import type { ProblemReport } from '../problem-report.ts';
import type { RemoteResponse } from '../types.ts';

/** A rule of `exceptions`, parsed. */
export interface CompiledRule {
  readonly type: ExceptionType;
  readonly index: number;
  readonly status: string;
  /** null: the whole body. */
  readonly path: Path | null;
  /** null: the status decides. */
  readonly pattern: BoundedPattern | null;
}

/** Parses the rules; those with an expression come first, over all types, since they say more. */
export function compileRules(
  exceptions: ObjectTypeConfiguration['exceptions'],
  report: ProblemReport,
): readonly CompiledRule[] {
  const rules = exceptionTypes.flatMap((type) =>
    (exceptions?.[type] ?? []).flatMap((rule, index): readonly CompiledRule[] => {
      const at: JsonPath = ['exceptions', type, index];
      const path =
        rule.messageErrorPath === '' ? null : report.path(rule.messageErrorPath, [...at, 'messageErrorPath']);
      const pattern = report.pattern(rule.regularExpression, [...at, 'regularExpression']);
      const isBroken =
        (path === null && rule.messageErrorPath !== '') ||
        (pattern === null && (rule.regularExpression ?? '') !== '');
      return isBroken ? [] : [{ type, index, status: rule.code.trim(), path, pattern }];
    }),
  );
  return [
    ...rules.filter(({ pattern }) => pattern !== null),
    ...rules.filter(({ pattern }) => pattern === null),
  ];
}

const maxMessageLength = 1_000;

/** Returns the failure that an answer means; null: it is a success. */
export function classify(rules: readonly CompiledRule[], response: RemoteResponse): Failure | null {
  const status = String(response.status);
  const budget = responseBudget();
  for (const rule of rules) {
    if (rule.status !== status) continue;
    const text = rule.path === null ? response.text : messageFrom(rule.path.read(response.json));
    if (!decides(rule, response.status, text, budget)) continue;
    const message = text === null ? null : cut(text);
    return { type: rule.type, rule: { type: rule.type, index: rule.index, message }, message };
  }
  return byStatus(response.status);
}

/** A success counts as a failure only where the answer says something at the path of a rule for it. */
function decides(
  { pattern }: CompiledRule,
  status: number,
  text: string | null,
  budget: ResponseBudget,
): boolean {
  if (pattern !== null) return text !== null && pattern.isFoundIn(text, budget);
  return !isSuccess(status) || (text !== null && text !== '');
}

const isSuccess = (status: number): boolean => status >= 200 && status < 300;

const byStatusAlone: ReadonlyMap<number, ExceptionType> = new Map([
  [400, 'BAD_REQUEST'],
  [401, 'UNAUTHORIZED'],
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
  [409, 'ALREADY_EXIST'],
]);

function byStatus(status: number): Failure | null {
  if (isSuccess(status)) return null;
  const type = byStatusAlone.get(status);
  if (type !== undefined) return { type, rule: { type, index: null, message: null }, message: null };
  // The remote was told which state of the object is meant, and has another one. RFC 9110 §15.5.13
  if (status === 412) return { type: 'CHANGED', rule: null, message: null };
  const isRetryable = status === 408 || status === 429 || status >= 500;
  return { type: isRetryable ? 'RETRYABLE' : 'OTHER', rule: null, message: null };
}

function messageFrom(value: JsonValue | undefined): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map((each: JsonValue) => messageFrom(each) ?? '').join(', ');
  return JSON.stringify(value);
}

function cut(text: string): string {
  return text.length > maxMessageLength ? `${text.slice(0, maxMessageLength)}…` : text;
}
