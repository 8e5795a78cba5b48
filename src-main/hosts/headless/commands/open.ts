import type { Installation } from '#main/hosts/installation.ts';
import type { Opening, OpeningKind } from '#main/hosts/open-screens.ts';
import { firstWorkspace } from '#main/hosts/workspace-location.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { type CliCommand, exitCodes, type Terminal } from '../cli.ts';
import { askForOpening } from '../control-client.ts';
import { chosenLocation, type LocationOptions, withLocation } from '../location-options.ts';
import { openingKindHere, showOpening } from '../screens.ts';

interface OpenOptions extends LocationOptions {
  readonly print: boolean;
  readonly json: boolean;
}

/** `gatehouse open`: exit code 0 done, 1 failed, 2 wrong command line. */
export function openCommand(installation: Installation, terminal: Terminal): CliCommand {
  return {
    register(program, run) {
      withLocation(program.command('open'))
        .description('Open the screens of a running host in the browser with a new link')
        .option('--print', 'print the link instead of opening it; valid for 10 minutes and one window', false)
        .action((options: OpenOptions) => run(options, () => open(options, installation, terminal)));
    },
  };
}

async function open(options: OpenOptions, installation: Installation, terminal: Terminal): Promise<number> {
  const { workspaceDirectory, roots } = chosenLocation(options, installation);
  const { stateDirectory } = firstWorkspace(workspaceDirectory, roots);
  const isPrinted = options.print || options.json;
  const opening = await ask(stateDirectory, isPrinted ? 'link' : openingKindHere());
  const { url, expiresInSeconds } = opening;
  if (options.json) terminal.out(`${JSON.stringify({ ok: true, ui: url, expiresInSeconds })}\n`);
  else if (options.print) terminal.out(`${url}\n`);
  else showOpening(opening, terminal);
  return exitCodes.ok;
}

async function ask(stateDirectory: string, kind: OpeningKind): Promise<Opening> {
  const opening = await askForOpening(stateDirectory, kind);
  if (opening === 'not-running')
    throw new GatehouseError('host.not-running', 'No running host has this workspace open.', {
      fix: 'Start one with `gatehouse serve --open`, or choose the workspace with --workspace.',
    });
  if (opening === 'no-screens')
    throw new GatehouseError(
      'host.no-screens',
      'The host that has this workspace open does not serve the screens to a browser.',
      {
        fix: 'Use the window of the desktop application, or restart the host without --no-ui.',
      },
    );
  return opening;
}
