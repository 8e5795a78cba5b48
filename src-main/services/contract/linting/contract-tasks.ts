import { setImmediate } from 'node:timers/promises';
import type { TaskTable } from '#main/platform/task-runner.ts';
import type { ContractHistory } from '#shared/contract/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { editSource } from '../sources/edit-source.ts';
import { maskSource } from '../sources/mask-source.ts';
import { type LintContext, type LintSession, openLintSession } from './lint-context.ts';
import { lintExchanges } from './lint-exchanges.ts';
import { type LintedSource, lintFile, lintText } from './lint-source.ts';
import type { ContractTasks } from './tasks.ts';

const dayMillis = 86_400_000;

/** Makes what the linter's thread does. */
export function contractTasks(history: () => ContractHistory): TaskTable<ContractTasks> {
  let opened: { readonly key: string; readonly session: LintSession } | null = null;

  /** Sessions are dear to make: one serves as long as its workspace stays as it is. */
  function sessionOf(context: LintContext): LintSession {
    const { nowMillis, ...rest } = context;
    // Each day is checked anew for ends that have passed.
    const key = JSON.stringify([rest, Math.floor(nowMillis / dayMillis)]);
    if (opened?.key !== key) opened = { key, session: openLintSession(history(), context) };
    return opened.session;
  }

  return {
    async lintTexts({ context, artefacts }) {
      const linted: LintedSource[] = [];
      for (const { file, text, kind } of artefacts) {
        linted.push(lintText(sessionOf(context), file, text, kind));
        // Many files may take long together; that the thread is at work is heard in between.
        await setImmediate();
      }
      return linted;
    },
    lintFile: ({ context, path, file, kind }, options) =>
      lintFile(sessionOf(context), path, file, kind, options),
    lintExchanges: async ({ context, earlier, fresh }) => lintExchanges(sessionOf(context), earlier, fresh),
    maskSource,
    editSource,
  };
}

/** Creates the error of a task that failed in an unforeseen way. */
export function unforeseen(cause: unknown): GatehouseError {
  return new GatehouseError('api.internal', 'The linter stopped unexpectedly.', {
    cause,
    fix: 'Try again. If a single file causes the error, exclude it.',
  });
}
