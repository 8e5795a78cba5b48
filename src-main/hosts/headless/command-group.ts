import type { Command } from 'commander';
import type { Installation } from '#main/hosts/installation.ts';
import type { ServiceKey } from '#shared/exchange/index.ts';
import { type CliCommand, exitCodes, type Terminal } from './cli.ts';
import type { ApiClient } from './control-client.ts';
import {
  type LocationOptions,
  restrictedOption,
  stateDirOption,
  workspaceOption,
} from './location-options.ts';
import { withEngine } from './with-engine.ts';

/** Output of a command: one JSON object, or the same in words. */
export interface CommandResult {
  readonly result: object;
  readonly words: readonly string[];
  /** 0 unless given. */
  readonly exitCode?: number;
}

/** An option of an action, with what it is unless given; `read` takes its text, and the values given before. */
export type GroupOption =
  | readonly [flags: string, description: string, usual?: string]
  | readonly [flags: string, description: string, read: (text: string, before: never) => unknown];

type ArgumentText = readonly [flags: string, description: string];

/** One action of a group: its arguments, and its effect over the API. */
export interface GroupAction {
  readonly name: string;
  readonly description: string;
  /** `<name>`, `[name]` or `[names...]`, with its meaning; the last are `names` among the options. */
  readonly argument?: ArgumentText;
  /** The arguments after it: their texts are among the options, under their names. */
  readonly further?: readonly ArgumentText[];
  readonly options?: readonly GroupOption[];
  /** Services that run while it acts, on free ports, where no host has the workspace open; absent: none. */
  readonly services?: readonly ServiceKey[];
  /** Does it without a workspace; null: the options ask for one. @throws cli.usage */
  readonly alone?: (options: Readonly<Record<string, unknown>>) => Promise<CommandResult> | null;
  /** @throws cli.usage where the options do not go together */
  readonly act: (
    client: ApiClient,
    argument: string | undefined,
    options: Readonly<Record<string, unknown>>,
    terminal: Terminal,
  ) => Promise<CommandResult>;
}

export interface CommandGroup {
  readonly name: string;
  readonly description: string;
  readonly actions: readonly GroupAction[];
  /** True if its actions send nothing to others: they take no `--restricted`. */
  readonly isLocal?: true;
}

interface CommonOptions extends LocationOptions {
  readonly json: boolean;
}

/** Makes a command for an installation. */
export type CommandMaker = (installation: Installation, terminal: Terminal) => CliCommand;

/**
 * A command with actions, each of which works on the named workspace: exit code 0 done, 1 failed, 2 usage, or
 * its own.
 */
export function groupCommand({ name, description, actions, isLocal }: CommandGroup): CommandMaker {
  return (installation, terminal) => ({
    register(program, run) {
      const group = program.command(name).description(description);
      for (const action of actions) {
        const command = group.command(action.name).description(action.description);
        addOptions(command, action, isLocal === true);
        const takes = action.argument !== undefined;
        command.action((...typed: readonly unknown[]) => {
          const argument = takes && typeof typed[0] === 'string' ? typed[0] : undefined;
          const options = command.opts<CommonOptions & Record<string, unknown>>();
          return run(options, async () => {
            const names = Array.isArray(typed[0]) ? { names: typed[0] } : {};
            const { services = [], further = [] } = action;
            const others = further.map(([flags], index) => [flags.replace(/\W/g, ''), typed[index + 1]]);
            const given = { ...options, ...names, ...Object.fromEntries(others) };
            const { result, words, exitCode } = await (action.alone?.(given) ??
              withEngine({ ...options, services }, installation, terminal, (client) =>
                action.act(client, argument, given, terminal),
              ));
            terminal.out(
              options.json
                ? `${JSON.stringify({ ok: (exitCode ?? 0) === 0, ...result })}\n`
                : words.map((line) => `${line}\n`).join(''),
            );
            return exitCode ?? exitCodes.ok;
          });
        });
      }
    },
  });
}

function addOptions(command: Command, action: GroupAction, isLocal: boolean): void {
  const { argument, further = [], options = [] } = action;
  if (argument !== undefined) command.argument(...argument);
  for (const each of further) command.argument(...each);
  for (const [flags, description, read] of options)
    if (typeof read === 'function') command.option(flags, description, read as (text: string) => unknown);
    else command.option(flags, description, read);
  command.option(...workspaceOption).option(...stateDirOption);
  if (!isLocal) command.option(...restrictedOption);
  command.option('--json', 'print one line of JSON', false);
}
