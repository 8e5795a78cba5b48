import { installationAround } from '#main/hosts/installation.ts';
import { runCli } from './cli.ts';
import { environmentCommand } from './commands/environment.ts';
import { keyCommand } from './commands/key.ts';
import { secretCommand } from './commands/secret.ts';
import { serveCommand } from './commands/serve.ts';
import { workspaceCommand } from './commands/workspace.ts';

const installation = installationAround(import.meta.url);
const terminal = {
  out: (text: string) => void process.stdout.write(text),
  err: (text: string) => void process.stderr.write(text),
};

const commands = [serveCommand, workspaceCommand, environmentCommand, secretCommand, keyCommand];

process.exitCode = await runCli(
  commands.map((command) => command(installation, terminal)),
  process.argv.slice(2),
  installation.version,
  terminal,
);
