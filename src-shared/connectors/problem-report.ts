import type { ErrorCode } from '../errors/codes.ts';
import { type JsonPath, toPointer } from '../workspace/json-pointer.ts';
import { type BoundedPattern, compileBounded } from './bounded-pattern.ts';
import { compilePath, type Path } from './paths/index.ts';
import type { ConnectorProblem } from './types.ts';

/** Collects what is wrong with an object type while it is compiled; pointers are relative to it. */
export class ProblemReport {
  readonly problems: ConnectorProblem[] = [];

  add(
    at: JsonPath,
    code: ErrorCode,
    message: string,
    fix: string,
    severity: ConnectorProblem['severity'] = 'error',
  ): void {
    this.problems.push({ code, severity, message, fix, pointer: toPointer(at) });
  }

  /** A path of the configuration; null: it cannot be read, which is noted. */
  path(text: string, at: JsonPath): Path | null {
    const compiled = compilePath(text);
    if ('path' in compiled) return compiled.path;
    this.add(
      at,
      'connector.path-invalid',
      `The path “${text}” is not valid at character ${compiled.problem.offset + 1}: ${compiled.problem.message}`,
      "Use the form user.emails[0].value, tags[*] or phones[*].number. Write names with dots as ['a.b'].",
    );
    return null;
  }

  /** A regular expression of the configuration; null: there is none, or it cannot be read, which is noted. */
  pattern(source: string | null | undefined, at: JsonPath): BoundedPattern | null {
    if (source === null || source === undefined || source === '') return null;
    const compiled = compileBounded(source);
    if ('pattern' in compiled) return compiled.pattern;
    this.add(
      at,
      'connector.pattern-invalid',
      `The regular expression is not valid at character ${compiled.problem.offset + 1}: ${compiled.problem.message}`,
      'Remove lookahead, lookbehind and backreferences.',
    );
    return null;
  }
}
