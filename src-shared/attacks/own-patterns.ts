import { compilePattern, PatternRefusal } from '../expressions/pattern/index.ts';
import type { AttackCheck } from './checks/schema.ts';
import { patternFault } from './expected-pattern.ts';
import type { CaseFault } from './own-fault.ts';
import type { AttackVariant } from './schema.ts';

type Path = readonly (string | number)[];

/** A text that a check compares with, as a text or a pattern, and its place in the check. */
export interface ExpectedText {
  readonly path: Path;
  readonly text: string;
}

const namedTexts = (member: string, texts: Readonly<Record<string, unknown>>): readonly ExpectedText[] =>
  Object.entries(texts).flatMap(([name, text]) =>
    typeof text === 'string' ? [{ path: [member, name], text }] : [],
  );
const listedTexts = (member: string, texts: readonly string[]): readonly ExpectedText[] =>
  texts.map((text, index) => ({ path: [member, index], text }));

/** The texts of a check that may be patterns. */
export function expectedTexts(check: AttackCheck): readonly ExpectedText[] {
  if (check.check === 'header')
    return check.matches === undefined ? [] : [{ path: ['matches'], text: check.matches }];
  if (check.check === 'body') return [...listedTexts('has', check.has), ...listedTexts('lacks', check.lacks)];
  if (check.check === 'token-state')
    return check.scope === undefined ? [] : [{ path: ['scope'], text: check.scope }];
  if (check.check === 'json') return namedTexts('members', check.members);
  return check.check === 'callback' ? namedTexts('parameters', check.parameters) : [];
}

/** Patterns of a variant that cannot be matched in linear time, or not be read. */
export function patternFaults(variant: AttackVariant): readonly CaseFault[] {
  const lists = [
    { path: ['expect'], checks: variant.expect },
    { path: ['control', 'checks'], checks: variant.control?.checks ?? [] },
  ];
  const ofChecks = lists.flatMap(({ path, checks }) =>
    checks.flatMap((check, index) =>
      expectedTexts(check).flatMap((text) => {
        const message = patternFault(text.text);
        return message === null ? [] : [{ path: [...path, index, ...text.path], message }];
      }),
    ),
  );
  return [
    ...ofChecks,
    ...captureFaults(variant.steps, ['steps']),
    ...captureFaults(variant.control?.steps ?? [], ['control', 'steps']),
  ];
}

/** Texts are taken out of bodies by patterns too. */
function captureFaults(steps: readonly object[], path: Path): readonly CaseFault[] {
  return steps.flatMap((step, index) => {
    const captures = 'captures' in step && Array.isArray(step.captures) ? (step.captures as unknown[]) : [];
    return captures.flatMap((capture, at) => {
      const source = bodyPattern(capture);
      const message = source === null ? null : sourceFault(source);
      return message === null ? [] : [{ path: [...path, index, 'captures', at, 'of'], message }];
    });
  });
}

function bodyPattern(capture: unknown): string | null {
  if (typeof capture !== 'object' || capture === null) return null;
  const { from, of }: { readonly from?: unknown; readonly of?: unknown } = capture;
  return from === 'body' && typeof of === 'string' ? of : null;
}

function sourceFault(source: string): string | null {
  try {
    compilePattern(source);
    return null;
  } catch (error) {
    if (error instanceof PatternRefusal) return error.message;
    throw error;
  }
}
