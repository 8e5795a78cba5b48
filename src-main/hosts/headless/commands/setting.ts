import { parsedJson } from '#shared/text/decoding.ts';
import { fromPointer, valueAt } from '#shared/workspace/index.ts';
import { type CommandResult, groupCommand } from '../command-group.ts';
import { textOf } from '../command-options.ts';
import type { ApiClient } from '../control-client.ts';

/** `gatehouse setting`: exit code 0 done, 1 failed, 2 wrong command line, 3 rules of a profile are missed. */
export const settingCommand = groupCommand({
  name: 'setting',
  description: 'Show and change the settings of a workspace, even while it runs',
  isLocal: true,
  actions: [
    {
      name: 'show',
      argument: ['[pointer]', 'JSON pointer (RFC 6901), for example /services/gateway'],
      description: 'Show the effective settings, including those of the environment',
      act: (client, pointer = '') => show(client, pointer),
    },
    {
      name: 'set',
      argument: ['<pointer>', 'JSON pointer (RFC 6901), for example /services/authorizationServer/profile'],
      further: [['<value>', 'JSON value, or text']],
      description: 'Set a member of gatehouse.json; running services apply it',
      act: (client, pointer = '', options) =>
        change(client, pointer, readValue(textOf(options, 'value') ?? '')),
    },
    {
      name: 'unset',
      argument: ['<pointer>', 'JSON pointer (RFC 6901)'],
      description: 'Remove a member of gatehouse.json to use its default',
      act: (client, pointer = '') => change(client, pointer, null),
    },
    {
      name: 'profile',
      argument: ['<profile>', 'oauth-2.1 or fapi-2.0-security'],
      description: 'List the rules of a profile that settings and clients miss; exit code 3 if there are any',
      async act(client, profile = '') {
        const { checkProfile } = await import('./profile-rules.ts');
        return checkProfile(client, profile);
      },
    },
  ],
});

function readValue(text: string): unknown {
  const value = parsedJson(text);
  return value === undefined ? text : value;
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
