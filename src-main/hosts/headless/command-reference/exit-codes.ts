/** An exit code of a command and its meaning to the caller. */
export interface ExitCode {
  readonly code: number;
  readonly meaning: string;
}

const usage: ExitCode = { code: 2, meaning: 'wrong command line' };
const failed: ExitCode = { code: 1, meaning: 'failed' };
const notRun: ExitCode = { code: 1, meaning: 'not run' };

/** Exit codes that apply unless a command says otherwise. */
const common: readonly ExitCode[] = [{ code: 0, meaning: 'done' }, failed, usage];

const own: ReadonlyMap<string, readonly ExitCode[]> = new Map([
  [
    'attack',
    [
      { code: 0, meaning: 'no case failed' },
      notRun,
      usage,
      { code: 3, meaning: 'highest severity of a FAILED case: low' },
      { code: 4, meaning: 'highest severity of a FAILED case: medium' },
      { code: 5, meaning: 'highest severity of a FAILED case: high' },
      { code: 6, meaning: 'highest severity of a FAILED case: critical' },
      { code: 7, meaning: 'no case failed, but at least one was INCONCLUSIVE' },
    ],
  ],
  [
    'connector',
    [
      ...common,
      { code: 3, meaning: 'the remote system rejected the request or failed' },
      { code: 4, meaning: 'a recording failed, or there is none' },
      { code: 5, meaning: 'a walk reached its page limit, or may have missed records' },
    ],
  ],
  [
    'flow',
    [
      { code: 0, meaning: 'every flow passed' },
      { code: 1, meaning: 'a flow could not be run' },
      usage,
      { code: 3, meaning: 'an expectation failed' },
      { code: 4, meaning: 'no user could be signed in' },
    ],
  ],
  [
    'import',
    [
      ...common,
      { code: 3, meaning: 'some rows were rejected' },
      { code: 4, meaning: 'stopped before the end' },
      { code: 5, meaning: 'a decision is needed first' },
    ],
  ],
  [
    'lint',
    [
      { code: 0, meaning: 'no findings' },
      { code: 1, meaning: 'not run, or a file could not be read' },
      usage,
      { code: 3, meaning: 'findings' },
      { code: 4, meaning: 'no findings, but some input could not be checked' },
    ],
  ],
  [
    'simulate',
    [
      { code: 0, meaning: 'all assertions hold' },
      notRun,
      usage,
      { code: 3, meaning: 'an assertion does not hold' },
      { code: 4, meaning: 'every request failed' },
    ],
  ],
]);

/** The exit codes of a command of the first level and of all below it; those of every command for `''`. */
export function exitCodesOf(command: string): readonly ExitCode[] {
  return own.get(command) ?? common;
}

/** The commands that have exit codes of their own. */
export const commandsWithExitCodes: readonly string[] = [...own.keys()];

/** The exit codes in one line, as `--help` ends. */
export function exitCodesLine(command: string): string {
  return `Exit codes: ${exitCodesOf(command)
    .map(({ code, meaning }) => `${code} ${meaning}`)
    .join('; ')}`;
}
