import type { Installation } from '#main/hosts/installation.ts';
import { fromPointer, valueAt } from '#shared/workspace/index.ts';
import type { CliCommand, Terminal } from '../cli.ts';
import { type CommandResult, groupCommand } from '../command-group.ts';
import { textOf } from '../command-options.ts';
import type { ApiClient } from '../control-client.ts';

/** `gatehouse setting`: exit code 0 done, 1 failed, 2 the command line is wrong. */
export function settingCommand(installation: Installation, terminal: Terminal): CliCommand {
  return groupCommand(
    {
      name: 'setting',
      description: 'Settings of a workspace, also while it runs',
      isLocal: true,
      actions: [
        {
          name: 'show',
          argument: ['[pointer]', 'RFC 6901, for example /services/gateway'],
          description: 'The settings in force, with those of the environment',
          act: (client, pointer = '') => show(client, pointer),
        },
        {
          name: 'set',
          argument: ['<pointer>', 'RFC 6901, for example /services/authorizationServer/profile'],
          further: [['<value>', 'JSON, or else a text']],
          description: 'Set a member of gatehouse.json; running services follow',
          act: (client, pointer = '', options) =>
            change(client, pointer, readValue(textOf(options, 'value') ?? '')),
        },
        {
          name: 'unset',
          argument: ['<pointer>', 'RFC 6901'],
          description: 'Remove a member of gatehouse.json: its default is in force',
          act: (client, pointer = '') => change(client, pointer, null),
        },
      ],
    },
    installation,
    terminal,
  );
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function show(client: ApiClient, pointer: string): Promise<CommandResult> {
  const plain = JSON.parse(JSON.stringify(await client.workspace.settings()));
  const value = valueAt(plain, fromPointer(pointer) ?? []) ?? null;
  return { result: { value }, words: [JSON.stringify(value, null, 2)] };
}

async function change(client: ApiClient, pointer: string, value: unknown): Promise<CommandResult> {
  await client.workspace.setSettings({ members: [{ pointer, value }] });
  return { result: { pointer }, words: [`${pointer} is ${value === null ? 'removed' : 'set'}.`] };
}
