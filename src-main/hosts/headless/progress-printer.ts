import type { Job } from '#shared/api/index.ts';
import type { Terminal } from './cli.ts';

const barWidth = 24;
const jsonEveryMillis = 1_000;

/** Shows how far long work is: a bar that stays on its line on a terminal, else one line of JSON a second. */
export interface ProgressPrinter {
  show(work: Job, status: object): void;
  end(): void;
}

/** Creates the printer; it writes to standard error, so that the result stays alone. */
export function createProgressPrinter(terminal: Terminal, isJson: boolean): ProgressPrinter {
  const isLine = !isJson && terminal.isInteractive === true;
  let shownAtMillis = Number.NEGATIVE_INFINITY;
  let isOpen = false;
  return {
    show(work, status) {
      if (isLine) {
        terminal.err(`\r\u001b[K${barOf(work)}`);
        isOpen = true;
        return;
      }
      const nowMillis = performance.now();
      if (nowMillis - shownAtMillis < jsonEveryMillis) return;
      shownAtMillis = nowMillis;
      terminal.err(`${JSON.stringify({ work: work.kind, done: work.done, of: work.total, ...status })}\n`);
    },
    end() {
      if (isOpen) terminal.err('\n');
      isOpen = false;
    },
  };
}

function barOf({ title, done, total, unit, note }: Job): string {
  const share = total === null || total === 0 ? 0 : Math.min(1, done / total);
  const filled = Math.round(share * barWidth);
  const bar = `${'█'.repeat(filled)}${'░'.repeat(barWidth - filled)}`;
  const of = total === null ? '' : ` / ${total.toLocaleString('en')}`;
  // The name of a file may hold what steers a terminal.
  const words = (note === '' ? title : note).replace(/\p{Cc}+/gu, ' ');
  return `${bar} ${done.toLocaleString('en')}${of} ${unit}  ${words}`;
}
