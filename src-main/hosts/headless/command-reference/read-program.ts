import type { Argument, Command, Option } from 'commander';
import { type ExitCode, exitCodesOf } from './exit-codes.ts';

/** An argument of a command, in the order in which it is given. */
export interface ArgumentReference {
  /** In the form of the usage line: `<file>`, `[name]` or `<paths...>`. */
  readonly usage: string;
  readonly description: string;
}

/** Kinds of value that the shell may offer for an option. */
export type ValueKind = 'none' | 'folder' | 'file' | 'text';

export interface OptionReference {
  /** In the form of the help: `--port <number>`. */
  readonly flags: string;
  /** The long name with its dashes. */
  readonly name: string;
  readonly value: ValueKind;
  readonly description: string;
  /** The default value, or null where that is nothing or off. */
  readonly standard: string | null;
}

/** One command as every document about it says it. */
export interface CommandReference {
  /** The words that call it, from `gatehouse` on. */
  readonly path: readonly string[];
  readonly description: string;
  readonly arguments: readonly ArgumentReference[];
  readonly options: readonly OptionReference[];
  readonly exitCodes: readonly ExitCode[];
  readonly commands: readonly CommandReference[];
}

/** Reads the description of a program and of all its commands from what parses the command line. */
export function readProgram(program: Command): CommandReference {
  return readCommand(program, []);
}

function readCommand(command: Command, above: readonly string[]): CommandReference {
  const path = [...above, command.name()];
  return {
    path,
    description: command.description(),
    arguments: command.registeredArguments.map(readArgument),
    options: command.options.map(readOption),
    exitCodes: exitCodesOf(path[1] ?? ''),
    commands: command.commands.map((inner) => readCommand(inner, path)),
  };
}

function readArgument(argument: Argument): ArgumentReference {
  const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
  return { usage: argument.required ? `<${name}>` : `[${name}]`, description: argument.description };
}

function readOption(option: Option): OptionReference {
  return {
    flags: option.flags,
    name: option.long ?? option.flags,
    value: valueOf(option),
    description: option.description,
    standard: standardOf(option),
  };
}

function valueOf({ flags, required, optional }: Option): ValueKind {
  if (!required && !optional) return 'none';
  const placeholder = /[<[]([a-z-]+)/.exec(flags)?.[1];
  if (placeholder === 'dir' || placeholder === 'folder') return 'folder';
  return placeholder === 'file' || placeholder === 'path' ? 'file' : 'text';
}

// A switch is off and a list is empty unless it is given: that needs no word.
function standardOf({ defaultValue, defaultValueDescription }: Option): string | null {
  if (defaultValueDescription !== undefined) return defaultValueDescription;
  if (defaultValue === undefined || typeof defaultValue === 'boolean') return null;
  return String(defaultValue) === '' ? null : String(defaultValue);
}

/** All commands that do something, each with its path: those that only hold others are left out. */
export function leavesOf(reference: CommandReference): readonly CommandReference[] {
  return reference.commands.length === 0 ? [reference] : reference.commands.flatMap(leavesOf);
}

/** The line that shows how a command is called. */
export function usageLine({ path, arguments: given, options }: CommandReference): string {
  return [...path, ...given.map(({ usage }) => usage), ...(options.length > 0 ? ['[options]'] : [])].join(
    ' ',
  );
}
