import { installationAround } from '#main/hosts/installation.ts';
import { createProgram } from '../cli.ts';
import { gatehouseCommands } from '../commands/index.ts';
import { type CommandReference, readProgram } from './read-program.ts';

export { bashCompletion, fishCompletion, zshCompletion } from './completions.ts';
export { commandsWithExitCodes, exitCodesLine } from './exit-codes.ts';
export { manualPage } from './manual-page.ts';
export { type CommandReference, leavesOf } from './read-program.ts';
export { referencePage } from './reference-page.ts';

/** The description of the whole command line, read from the commands themselves; none of them is run. */
export function gatehouseReference(): CommandReference {
  const nowhere = () => {};
  const terminal = { out: nowhere, err: nowhere };
  const installation = installationAround(new URL('../../../../out/main/headless.js', import.meta.url).href);
  const program = createProgram(
    gatehouseCommands(installation, terminal),
    installation.version,
    terminal,
    async () => {},
  );
  return readProgram(program);
}
