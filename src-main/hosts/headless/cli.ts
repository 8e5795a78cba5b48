import { Command, CommanderError } from 'commander';
import { problemOf } from '#main/hosts/engine-client.ts';
import type { Problem } from '#shared/errors/index.ts';
import { exitCodesLine } from './command-reference/exit-codes.ts';

/** Exit codes of every command. */
export const exitCodes = { ok: 0, failed: 1, usage: 2 } as const;

/** Where a command writes: results to standard output, everything else to standard error. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** True if a person sees standard error as it is written. */
  readonly isInteractive?: boolean;
}

/** One command of `gatehouse`: one file, one line in the registry. */
export interface CliCommand {
  /** Adds its name, options and action to the program. The action returns the exit code. */
  readonly register: (program: Command, run: RunAction) => void;
}

/** Runs a command's work and keeps its exit code; `json` decides how a failure is printed. */
export type RunAction = (
  options: { readonly json?: boolean | undefined },
  work: () => Promise<number>,
) => Promise<void>;

/** A problem in words: what failed, why, what to do. */
export function problemText({ code, message, cause, fix, location }: Problem): string {
  const at =
    location?.line === undefined ? '' : ` (${location.file}:${location.line}:${location.column ?? 1})`;
  const why = cause === undefined || message.includes(cause) ? '' : `\n  Why: ${cause}`;
  return `${code}: ${message}${at}${why}${fix === undefined ? '' : `\n  Fix: ${fix}`}`;
}

/** The program with all its commands; nothing is parsed yet. */
export function createProgram(
  commands: readonly CliCommand[],
  version: string,
  terminal: Terminal,
  run: RunAction,
): Command {
  const program = new Command('gatehouse')
    .description('A workbench for people who integrate identity systems')
    .version(version, '-V, --version', 'print the version')
    .exitOverride()
    .showHelpAfterError()
    .addHelpText('afterAll', ({ command }) => `\n${exitCodesLine(firstWord(command))}`)
    .configureOutput({ writeOut: terminal.out, writeErr: terminal.err });
  for (const command of commands) command.register(program, run);
  return program;
}

/** The command of the first level that a command belongs to; `''` for the program itself. */
function firstWord(command: Command): string {
  if (command.parent === null) return '';
  return command.parent.parent === null ? command.name() : firstWord(command.parent);
}

/**
 * Parses the arguments, runs the command and returns the exit code. With `--json` every result and every failure is
 * one JSON line on standard output.
 */
export async function runCli(
  commands: readonly CliCommand[],
  args: readonly string[],
  version: string,
  terminal: Terminal,
): Promise<number> {
  let exitCode: number = exitCodes.ok;
  const run: RunAction = async ({ json }, work) => {
    try {
      exitCode = await work();
    } catch (error) {
      const problem = problemOf(error);
      if (json === true) terminal.out(`${JSON.stringify({ ok: false, problem })}\n`);
      else terminal.err(`${problemText(problem)}\n`);
      exitCode = problem.code === 'cli.usage' ? exitCodes.usage : exitCodes.failed;
    }
  };
  const program = createProgram(commands, version, terminal, run);
  try {
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    exitCode = error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  }
  return exitCode;
}
