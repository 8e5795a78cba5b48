import type { Installation } from '#main/hosts/installation.ts';
import type { CliCommand, Terminal } from '../cli.ts';
import type { CommandMaker } from '../command-group.ts';
import { attackCommand } from './attack.ts';
import { clientCommand } from './client.ts';
import { connectorCommand } from './connector.ts';
import { environmentCommand } from './environment.ts';
import { faultCommand } from './fault.ts';
import { flowCommand } from './flow.ts';
import { importCommand } from './import.ts';
import { keyCommand } from './key.ts';
import { lintCommand } from './lint.ts';
import { openCommand } from './open.ts';
import { secretCommand } from './secret.ts';
import { serveCommand } from './serve.ts';
import { settingCommand } from './setting.ts';
import { signInCommand } from './sign-in.ts';
import { signingKeyCommand } from './signing-key.ts';
import { simulateCommand } from './simulate.ts';
import { templateCommand } from './template.ts';
import { tokenCommand } from './token.ts';
import { userCommand } from './user.ts';
import { workspaceCommand } from './workspace.ts';

const commands: readonly CommandMaker[] = [
  serveCommand,
  openCommand,
  workspaceCommand,
  environmentCommand,
  settingCommand,
  secretCommand,
  keyCommand,
  faultCommand,
  clientCommand,
  userCommand,
  tokenCommand,
  signingKeyCommand,
  attackCommand,
  flowCommand,
  signInCommand,
  simulateCommand,
  connectorCommand,
  importCommand,
  templateCommand,
  lintCommand,
];

/** Every command of `gatehouse`, in the order in which the help lists them. */
export function gatehouseCommands(installation: Installation, terminal: Terminal): readonly CliCommand[] {
  return commands.map((command) => command(installation, terminal));
}
