/** An exit code of a command and its meaning to the caller. */
export interface ExitCode {
  readonly code: number;
  readonly meaning: string;
}

const usage: ExitCode = { code: 2, meaning: 'the command line is wrong' };
const failed: ExitCode = { code: 1, meaning: 'it failed' };
const notRun: ExitCode = { code: 1, meaning: 'it could not be run' };

/** Exit codes that apply unless a command says otherwise. */
const common: readonly ExitCode[] = [{ code: 0, meaning: 'done' }, failed, usage];

const own: ReadonlyMap<string, readonly ExitCode[]> = new Map([
  [
    'attack',
    [
      { code: 0, meaning: 'nothing failed' },
      notRun,
      usage,
      { code: 3, meaning: 'the gravest case that FAILED is low' },
      { code: 4, meaning: 'the gravest case that FAILED is medium' },
      { code: 5, meaning: 'the gravest case that FAILED is high' },
      { code: 6, meaning: 'the gravest case that FAILED is critical' },
      { code: 7, meaning: 'nothing failed, and a case was INCONCLUSIVE' },
    ],
  ],
  [
    'connector',
    [
      ...common,
      { code: 3, meaning: 'the remote refused or failed' },
      { code: 4, meaning: 'a recording does not hold, or there is none' },
      { code: 5, meaning: 'a walk hit its page limit, or may have missed records' },
    ],
  ],
  [
    'flow',
    [
      { code: 0, meaning: 'every flow passed' },
      { code: 1, meaning: 'a flow could not be run' },
      usage,
      { code: 3, meaning: 'an expectation does not hold' },
      { code: 4, meaning: 'nobody could be signed in' },
    ],
  ],
  [
    'import',
    [
      ...common,
      { code: 3, meaning: 'some rows were refused' },
      { code: 4, meaning: 'it was stopped before the end' },
      { code: 5, meaning: 'a person has to decide something first' },
    ],
  ],
  [
    'lint',
    [
      { code: 0, meaning: 'nothing was found' },
      { code: 1, meaning: 'it could not be run, or a file could not be read' },
      usage,
      { code: 3, meaning: 'something was found' },
      { code: 4, meaning: 'nothing was found, but some input could not be checked' },
    ],
  ],
  [
    'simulate',
    [
      { code: 0, meaning: 'every assertion holds' },
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
