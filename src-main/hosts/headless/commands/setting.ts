import type { Installation } from '#main/hosts/installation.ts';
import { fromPointer, valueAt } from '#shared/workspace/index.ts';
import { type CliCommand, exitCodes, type Terminal } from '../cli.ts';
import { type LocationOptions, withLocation } from '../location-options.ts';
import { withEngine } from '../with-engine.ts';

interface SettingOptions extends LocationOptions {
  readonly json: boolean;
}

/** `gatehouse setting`: exit code 0 done, 1 failed, 2 the command line is wrong. */
export function settingCommand(installation: Installation, terminal: Terminal): CliCommand {
  return {
    register(program, run) {
      const setting = program.command('setting').description('Settings of a workspace, also while it runs');
      withLocation(setting.command('show').argument('[pointer]', 'RFC 6901, for example /services/gateway'))
        .description('The settings in force, with those of the environment')
        .action((pointer: string | undefined, options: SettingOptions) =>
          run(options, () => show(pointer ?? '', options, installation, terminal)),
        );
      withLocation(
        setting
          .command('set')
          .argument('<pointer>', 'RFC 6901, for example /services/authorizationServer/profile')
          .argument('<value>', 'JSON, or else a text'),
      )
        .description('Set a member of gatehouse.json; running services follow')
        .action((pointer: string, value: string, options: SettingOptions) =>
          run(options, () => change(pointer, readValue(value), options, installation, terminal)),
        );
      withLocation(setting.command('unset').argument('<pointer>', 'RFC 6901'))
        .description('Remove a member of gatehouse.json: its default is in force')
        .action((pointer: string, options: SettingOptions) =>
          run(options, () => change(pointer, null, options, installation, terminal)),
        );
    },
  };
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

async function show(
  pointer: string,
  options: SettingOptions,
  installation: Installation,
  terminal: Terminal,
): Promise<number> {
  const settings = await withEngine(options, installation, terminal, (client) => client.workspace.settings());
  const plain = JSON.parse(JSON.stringify(settings));
  const value = valueAt(plain, fromPointer(pointer) ?? []) ?? null;
  terminal.out(`${options.json ? JSON.stringify({ ok: true, value }) : JSON.stringify(value, null, 2)}\n`);
  return exitCodes.ok;
}

async function change(
  pointer: string,
  value: unknown,
  options: SettingOptions,
  installation: Installation,
  terminal: Terminal,
): Promise<number> {
  await withEngine(options, installation, terminal, (client) =>
    client.workspace.setSettings({ members: [{ pointer, value }] }),
  );
  terminal.out(
    options.json
      ? `${JSON.stringify({ ok: true, pointer })}\n`
      : `${pointer} is ${value === null ? 'removed' : 'set'}.\n`,
  );
  return exitCodes.ok;
}
