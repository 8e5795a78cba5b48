import { installationAround } from '#main/hosts/installation.ts';
import { runCli } from './cli.ts';
import { attackCommand } from './commands/attack.ts';
import { clientCommand } from './commands/client.ts';
import { connectorCommand } from './commands/connector.ts';
import { environmentCommand } from './commands/environment.ts';
import { faultCommand } from './commands/fault.ts';
import { importCommand } from './commands/import.ts';
import { keyCommand } from './commands/key.ts';
import { lintCommand } from './commands/lint.ts';
import { secretCommand } from './commands/secret.ts';
import { serveCommand } from './commands/serve.ts';
import { settingCommand } from './commands/setting.ts';
import { signingKeyCommand } from './commands/signing-key.ts';
import { simulateCommand } from './commands/simulate.ts';
import { tokenCommand } from './commands/token.ts';
import { userCommand } from './commands/user.ts';
import { workspaceCommand } from './commands/workspace.ts';

const installation = installationAround(import.meta.url);
const terminal = {
  out: (text: string) => void process.stdout.write(text),
  err: (text: string) => void process.stderr.write(text),
  isInteractive: process.stderr.isTTY,
};

const commands = [
  serveCommand,
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
  simulateCommand,
  connectorCommand,
  importCommand,
  lintCommand,
];

process.exitCode = await runCli(
  commands.map((command) => command(installation, terminal)),
  process.argv.slice(2),
  installation.version,
  terminal,
);
