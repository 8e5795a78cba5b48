import { installationAround } from '#main/hosts/installation.ts';
import { runCli } from './cli.ts';
import { gatehouseCommands } from './commands/index.ts';

const installation = installationAround(import.meta.url);
const terminal = {
  out: (text: string) => void process.stdout.write(text),
  err: (text: string) => void process.stderr.write(text),
  isInteractive: process.stderr.isTTY,
};

process.exitCode = await runCli(
  gatehouseCommands(installation, terminal),
  process.argv.slice(2),
  installation.version,
  terminal,
);
