import { installationAround } from '#main/hosts/installation.ts';
import { runCli } from './cli.ts';
import { serveCommand } from './commands/serve.ts';

const installation = installationAround(import.meta.url);
const terminal = {
  out: (text: string) => void process.stdout.write(text),
  err: (text: string) => void process.stderr.write(text),
};

process.exitCode = await runCli(
  [serveCommand(installation, terminal)],
  process.argv.slice(2),
  installation.version,
  terminal,
);
