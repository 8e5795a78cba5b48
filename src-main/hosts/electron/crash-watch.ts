import type { MessageBoxOptions } from 'electron';
import { type CrashKind, type HostWords, isRepeated } from '#shared/desktop/index.ts';

type Words = HostWords['crash'];
type Choice = 'reopen' | 'reopen-home' | 'copy' | 'wait' | 'quit';

export interface CrashActs {
  /** Shows a box; resolves with the button that was pressed. */
  readonly ask: (options: MessageBoxOptions) => Promise<number>;
  readonly words: () => Words;
  readonly copyReport: (kind: CrashKind, reason: string) => Promise<void>;
  readonly reopen: (kind: CrashKind, isAtHome: boolean) => Promise<void>;
  readonly quit: () => void;
  readonly nowMillis: () => number;
}

/** Handles a part of the application that ended by itself: never does anything without being asked. */
export interface CrashWatch {
  /** Asks what to do; one box at a time. */
  crashed(kind: CrashKind, reason: string): void;
  /** The window answers again: its box goes away. */
  recovered(): void;
}

interface Box {
  readonly options: MessageBoxOptions;
  readonly choices: readonly Choice[];
}

function boxFor(kind: CrashKind, hasRepeated: boolean, words: Words): Box {
  const reopen = hasRepeated ? 'reopen-home' : 'reopen';
  const choices: readonly Choice[] =
    kind === 'hang' ? ['wait', reopen, 'copy', 'quit'] : [reopen, 'copy', 'quit'];
  const labels: Readonly<Record<Choice, string>> = {
    reopen: words.reopen,
    'reopen-home': words.reopenHome,
    copy: words.copy,
    wait: words.wait,
    quit: words.quit,
  };
  const titles = { page: words.pageTitle, engine: words.engineTitle, hang: words.hangTitle };
  const details = { page: words.pageDetail, engine: words.engineDetail, hang: words.hangDetail };
  return {
    choices,
    options: {
      type: 'error',
      title: words.pageTitle,
      message: titles[kind],
      detail: hasRepeated ? `${details[kind]}\n\n${words.repeated}` : details[kind],
      buttons: choices.map((choice) => labels[choice]),
      // A stray key press must not reopen a part that keeps ending.
      defaultId: hasRepeated ? choices.indexOf('quit') : 0,
      cancelId: kind === 'hang' ? 0 : choices.indexOf('quit'),
      noLink: true,
    },
  };
}

/** Watches over crashes. */
export function createCrashWatch(acts: CrashActs): CrashWatch {
  const times: number[] = [];
  let shown = Promise.resolve();
  let hang: AbortController | null = null;

  async function offer(kind: CrashKind, reason: string, signal: AbortSignal | null): Promise<void> {
    const { options, choices } = boxFor(kind, isRepeated(times, acts.nowMillis()), acts.words());
    for (;;) {
      if (signal?.aborted === true) return;
      const choice = choices[await acts.ask(signal === null ? options : { ...options, signal })] ?? 'quit';
      if (choice === 'copy') await acts.copyReport(kind, reason);
      else if (choice === 'quit') return acts.quit();
      else if (choice === 'wait') return;
      else return acts.reopen(kind, choice === 'reopen-home');
    }
  }

  function recovered(): void {
    hang?.abort();
    hang = null;
  }

  return {
    crashed(kind, reason) {
      times.push(acts.nowMillis());
      // A window that ended does not have to be waited for any more.
      recovered();
      if (kind === 'hang') hang = new AbortController();
      const signal = hang?.signal ?? null;
      shown = shown.then(() => offer(kind, reason, signal));
    },
    recovered,
  };
}
