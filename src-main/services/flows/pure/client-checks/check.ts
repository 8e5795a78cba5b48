import type { ClientCheckId, ClientCheckOutcome } from '#shared/flows/index.ts';

/** The result of a check, with one sentence that holds no secret. */
export interface Finding {
  readonly outcome: Exclude<ClientCheckOutcome, 'not-reached'>;
  readonly sentence: string;
}

/** One check of a conforming client, as data. */
export interface ClientCheck<Seen> {
  readonly id: ClientCheckId;
  readonly title: string;
  readonly clause: string;
  /** Null: it does not concern this answer. */
  readonly run: (seen: Seen) => Finding | null;
}

/** A check that was made. */
export interface CheckResult extends Omit<ClientCheck<never>, 'run'>, Finding {}

export const passed = (sentence: string): Finding => ({ outcome: 'passed', sentence });
export const failed = (sentence: string): Finding => ({ outcome: 'failed', sentence });
export const remark = (sentence: string): Finding => ({ outcome: 'remark', sentence });
export const notChecked = (sentence: string): Finding => ({ outcome: 'not-checked', sentence });

/** Makes the checks of a group in their order; those that do not concern the answer are left out. */
export function makeChecks<Seen>(checks: readonly ClientCheck<Seen>[], seen: Seen): readonly CheckResult[] {
  return checks.flatMap(({ id, title, clause, run }) => {
    const finding = run(seen);
    return finding === null ? [] : [{ id, title, clause, ...finding }];
  });
}

/** A text of another party, short enough for a sentence. */
export function quoted(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return `“${text.slice(0, 80)}”`;
}
