import type { Installation } from '#main/hosts/installation.ts';
import { type CliCommand, exitCodes, type Terminal } from '../cli.ts';
import type { ApiClient } from '../control-client.ts';
import { type LocationOptions, stateDirOption, workspaceOption } from '../location-options.ts';
import { withEngine } from '../with-engine.ts';

interface KeyOptions extends LocationOptions {
  readonly json: boolean;
}

interface KeyAction {
  readonly name: string;
  readonly description: string;
  /** Does it and returns the output: as JSON, and in words. */
  readonly act: (client: ApiClient) => Promise<{ readonly result: object; readonly words: string }>;
}

const actions: readonly KeyAction[] = [
  {
    name: 'rotate',
    description: 'Seal everything anew under another key; the former one opens nothing from then on',
    async act(client) {
      const result = await client.sealing.rotate();
      return { result, words: `${result.sealedAnew} values are sealed under the new key.` };
    },
  },
  {
    name: 'forget',
    description: 'Drop what was sealed under a key that is lost',
    async act(client) {
      const result = await client.sealing.forget();
      return { result, words: `${result.forgotten} values are dropped.` };
    },
  },
];

/** `gatehouse key`: exit code 0 done, 1 failed, 2 the command line is wrong. */
export function keyCommand(installation: Installation, terminal: Terminal): CliCommand {
  return {
    register(program, run) {
      const key = program.command('key').description('The key that seals the state of a workspace');
      for (const { name, description, act } of actions)
        key
          .command(name)
          .description(description)
          .option(...workspaceOption)
          .option(...stateDirOption)
          .option('--json', 'print one line of JSON', false)
          .action((options: KeyOptions) =>
            run(options, async () => {
              const { result, words } = await withEngine(options, installation, terminal, act);
              terminal.out(options.json ? `${JSON.stringify({ ok: true, ...result })}\n` : `${words}\n`);
              return exitCodes.ok;
            }),
          );
    },
  };
}
