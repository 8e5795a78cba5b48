import { installationAround } from '#main/hosts/installation.ts';
import { logStreamWriter } from '#main/hosts/log-stream.ts';
import { runCli } from './cli.ts';
import { gatehouseCommands } from './commands/index.ts';

/** Longest that a process stays once its command is done, in milliseconds. */
const endWithinMillis = 500;

const installation = installationAround(import.meta.url);
const terminal = {
  out: logStreamWriter(process.stdout),
  err: logStreamWriter(process.stderr),
  isInteractive: process.stderr.isTTY,
};

process.exitCode = await runCli(
  gatehouseCommands(installation, terminal),
  process.argv.slice(2),
  installation.version,
  terminal,
);
endSoon();

/** A command that is done leaves nothing to wait for but its own output: what hangs all the same keeps no process. */
function endSoon(): void {
  setTimeout(() => {
    if (process.stdout.writableLength > 0) endSoon();
    else process.exit();
  }, endWithinMillis).unref();
}
