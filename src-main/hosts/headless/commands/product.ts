import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Installation } from '#main/hosts/installation.ts';
import type { ProductEntity, ProductPreview } from '#shared/api/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { type ProductKind, productKinds } from '#shared/interchange/index.ts';
import { exitCodes, type RunAction, type Terminal } from '../cli.ts';
import { collected } from '../command-options.ts';
import type { ApiClient } from '../control-client.ts';
import { counted } from '../counted.ts';
import { type LocationOptions, stateDirOption, workspaceOption } from '../location-options.ts';
import { withEngine } from '../with-engine.ts';

type ImportOptions = LocationOptions & {
  readonly json: boolean;
  readonly dryRun: boolean;
  readonly all: boolean;
  readonly undo?: string;
};
type ExportOptions = LocationOptions & {
  readonly json: boolean;
  readonly key?: string;
  readonly only: readonly string[];
};

/** Adds to `gatehouse workspace` what takes over from the products, and gives back to them. */
export function registerProductCommands(
  workspace: Command,
  run: RunAction,
  installation: Installation,
  terminal: Terminal,
): void {
  workspace
    .command('import-product')
    .argument('[place]', 'folder, JSON file or zip file of a product')
    .description('Import clients, connectors and routes of a product; secrets are encrypted')
    .option('--dry-run', 'show what would change, and write nothing', false)
    .option('--all', 'include items that do not work here unchanged', false)
    .option('--undo <id>', 'undo the import with this id; possible for ten minutes')
    .option(...workspaceOption)
    .option(...stateDirOption)
    .option('--json', 'print one line of JSON', false)
    .action((sourcePath: string | undefined, options: ImportOptions) =>
      run(options, () => {
        const act = importAct(sourcePath, options, terminal);
        return withEngine(options, installation, terminal, act);
      }),
    );
  workspace
    .command('export-product')
    .argument('<kind>', `${productKinds.join(', ')} or all`)
    .argument('<file>', 'zip file to create; must not exist')
    .description('Export clients, connectors and routes in the formats of the products, without secrets')
    .option('--only <file>', 'export only this file of the workspace (repeatable)', collected, [])
    .option('--key <alias>', 'encrypt secrets of connectors and routes with the stored key of this alias')
    .option(...workspaceOption)
    .option(...stateDirOption)
    .option('--json', 'print one line of JSON', false)
    .action((kind: string, file: string, options: ExportOptions) =>
      run(options, () =>
        withEngine(options, installation, terminal, (client) =>
          giveBack(client, kind, file, options, terminal),
        ),
      ),
    );
}

/** @throws cli.usage */
function importAct(
  sourcePath: string | undefined,
  options: ImportOptions,
  terminal: Terminal,
): (client: ApiClient) => Promise<number> {
  const { undo, all, dryRun } = options;
  if (undo !== undefined && sourcePath === undefined && !all && !dryRun)
    return (client) => takeBack(client, undo, options, terminal);
  if (undo === undefined && sourcePath !== undefined)
    return (client) => takeOver(client, sourcePath, options, terminal);
  throw new GatehouseError('cli.usage', 'Either import from a path, or undo an import.', {
    fix: 'Name a folder, a JSON file or a zip file, or use --undo <id> alone.',
  });
}

async function takeBack(
  client: ApiClient,
  undoId: string,
  { json }: Pick<ImportOptions, 'json'>,
  terminal: Terminal,
): Promise<number> {
  const { restored, kept } = await client.interchange.undo({ undoId });
  const isOk = kept.length === 0;
  if (json) terminal.out(`${JSON.stringify({ ok: isOk, restored, kept })}\n`);
  else {
    for (const file of kept) terminal.err(`unchanged: ${file}\n`);
    terminal.out(`Restored: ${counted(restored.length, 'file')}.\n`);
  }
  return isOk ? exitCodes.ok : exitCodes.failed;
}

async function takeOver(
  client: ApiClient,
  sourcePath: string,
  { all, dryRun, json }: ImportOptions,
  terminal: Terminal,
): Promise<number> {
  const preview = await client.interchange.preview({ place: resolve(sourcePath) });
  const chosen = preview.entities.filter((entity) => entity.state !== 'same' && (all || isSound(entity)));
  const files = chosen.map(({ file }) => file);
  const { id: _id, ...found } = preview;
  if (!json) for (const line of linesOf(preview)) terminal.out(`${line}\n`);
  const nothing = { written: [], failed: [], undoId: null };
  const { written, failed, undoId } =
    dryRun || files.length === 0 ? nothing : await client.interchange.write({ id: preview.id, files });
  const isOk = failed.length === 0;
  if (json)
    terminal.out(`${JSON.stringify({ ok: isOk, isDryRun: dryRun, ...found, written, failed, undoId })}\n`);
  else {
    for (const { file, problem } of failed) terminal.err(`not written: ${file}: ${problem.message}\n`);
    terminal.out(
      dryRun
        ? `Would be written: ${counted(files.length, 'file')}.\n`
        : `Written: ${counted(written.length, 'file')}.\n`,
    );
    if (undoId !== null && written.length > 0)
      terminal.out(`To undo this within 10 minutes: gatehouse workspace import-product --undo ${undoId}\n`);
  }
  return isOk ? exitCodes.ok : exitCodes.failed;
}

function isSound({ remarks }: ProductEntity): boolean {
  return remarks.every(({ severity }) => severity !== 'error');
}

function linesOf({ entities, notTaken }: ProductPreview): readonly string[] {
  return [
    ...entities.flatMap(({ state, kind, name, file, notUnderstood, remarks, secrets }) => [
      `${state}\t${kind}\t${name}\t${file}`,
      ...(notUnderstood.length === 0 ? [] : [`  kept, not supported: ${notUnderstood.join(', ')}`]),
      ...(secrets === 0 ? [] : [`  secrets to encrypt: ${secrets}`]),
      ...remarks.map(({ severity, message }) => `  ${severity}: ${message}`),
    ]),
    ...notTaken.map(({ from, name, reason }) => `not imported\t${from}\t${name}\t${reason}`),
  ];
}

async function giveBack(
  client: ApiClient,
  kind: string,
  file: string,
  { key, only, json }: ExportOptions,
  terminal: Terminal,
): Promise<number> {
  const kinds = kindsOf(kind);
  const { zipBase64, files, leftOut, variables, lost } = await client.interchange.exportZip({
    kinds,
    files: only.length === 0 ? null : [...only],
    keyAlias: key ?? null,
  });
  if (files.length === 0)
    throw new GatehouseError('cli.usage', 'The workspace has no matching files.', {
      fix: 'List files with --only by their paths in the workspace, as in connectors/hr.json, or omit the option.',
    });
  const path = resolve(file);
  try {
    writeFileSync(path, Buffer.from(zipBase64, 'base64'), { flag: 'wx' });
  } catch (cause) {
    throw new GatehouseError('workspace.unwritable', `${path} cannot be created.`, {
      fix: 'Choose a file that does not exist yet, in a folder for which this user has write permission.',
      cause,
    });
  }
  if (json) terminal.out(`${JSON.stringify({ ok: true, file: path, files, leftOut, variables, lost })}\n`);
  else {
    terminal.out(`${path} contains ${counted(files.length, 'file')}.\n`);
    for (const sourcePath of leftOut) terminal.err(`omitted: the secret in ${sourcePath}\n`);
    for (const variable of variables) terminal.err(`to define there as a variable: ${variable}\n`);
    for (const extension of lost) terminal.err(`ignored there: ${extension}\n`);
  }
  return exitCodes.ok;
}

/** @throws cli.usage */
function kindsOf(kind: string): ProductKind[] {
  const found = kind === 'all' ? [...productKinds] : productKinds.filter((each) => each === kind);
  if (found.length > 0) return found;
  throw new GatehouseError('cli.usage', `The kind ${kind} does not exist.`, {
    fix: `Use ${productKinds.join(', ')} or all.`,
  });
}
