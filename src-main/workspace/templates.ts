import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { assertNever } from '#shared/errors/assert-never.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { numbersAfter } from '#shared/interchange/index.ts';
import {
  fillTemplate,
  type Template,
  type TemplateKind,
  type TemplateValues,
  templateFolders,
  templateKinds,
  templateSchema,
  valuesFor,
} from '#shared/templates/index.ts';
import type { Random } from '#shared/time/clock.ts';
import type { JsonValue } from '#shared/workspace/index.ts';
import { fileNameOf } from './entity-names.ts';
import type { FileEditor } from './file-editor.ts';
import { sealText } from './seal-clear.ts';
import type { SecretStore } from './secrets.ts';
import type { Workspace } from './workspace.ts';

/** A template that comes with Gatehouse, by the name of its file. */
export interface InstalledTemplate extends Template {
  readonly id: string;
}

export interface TemplatePorts {
  readonly workspace: Workspace;
  readonly editor: FileEditor;
  readonly secrets: SecretStore;
  readonly random: Random;
}

/** All templates of a folder, kind by kind. */
export function readTemplates(directory: string): readonly InstalledTemplate[] {
  return templateKinds.flatMap((kind) => {
    const folder = join(directory, templateFolders[kind]);
    return readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .toSorted()
      .map((name) => ({
        id: name.slice(0, -'.json'.length),
        ...templateSchema.parse(JSON.parse(readFileSync(join(folder, name), 'utf8'))),
      }));
  });
}

/** @throws api.not-found */
export function findTemplate(
  templates: readonly InstalledTemplate[],
  kind: TemplateKind,
  id: string,
): InstalledTemplate {
  const found = templates.find((template) => template.kind === kind && template.id === id);
  if (found !== undefined) return found;
  throw new GatehouseError('api.not-found', `The template ${id} for a new ${kind} does not exist.`, {
    fix: 'Run gatehouse template list to see all templates.',
  });
}

/**
 * Returns a template with values put in: those that were given, those that it proposes, and those of the workspace.
 */
export function filledTemplate(
  template: InstalledTemplate,
  given: TemplateValues,
  { workspace, random }: Pick<TemplatePorts, 'workspace' | 'random'>,
): { readonly name: string; readonly document: JsonValue } {
  const values = valuesFor(template, given);
  const isClient = template.kind === 'client';
  const made = template.placeholders
    .filter(({ name, type }) => isClient && type === 'secret' && values[name] === '')
    .map(({ name }) => [name, Buffer.from(random.bytes(24)).toString('base64url')] as const);
  const all = { ...values, ...Object.fromEntries(made), 'vendor.urn': workspace.manifest.vendor.urn };
  return { name: values['name'] ?? '', document: fillTemplate(template, all) };
}

/**
 * Writes a filled client, connector or route as a new file, its secrets sealed. Returns the file.
 * @throws workspace.duplicate, workspace.invalid, workspace.outside, workspace.unwritable
 */
export async function writeFilled(
  kind: Exclude<TemplateKind, 'import'>,
  { name, document }: { readonly name: string; readonly document: JsonValue },
  { workspace, editor, secrets }: TemplatePorts,
): Promise<string> {
  const file = fileOf(kind, name, workspace);
  if (editor.read(file).version !== null)
    throw new GatehouseError('workspace.duplicate', `${file} already exists. The name ${name} is in use.`, {
      fix: 'Choose another name, or edit the existing file.',
      location: { file },
    });
  const text = `${JSON.stringify(document, null, 2)}\n`;
  await editor.write(file, await sealText(file, text, secrets), null);
  return file;
}

function fileOf(kind: Exclude<TemplateKind, 'import'>, name: string, { files }: Workspace): string {
  switch (kind) {
    case 'client':
      return `oauth/clients/${fileNameOf(name)}`;
    case 'connector':
      return `connectors/provisioner.openicf-${name}.json`;
    case 'route':
      return `routes/${nextNumber(files)}-${name}.json`;
    default:
      return assertNever(kind);
  }
}

/** The number of a route that comes after all others. @throws workspace.invalid */
function nextNumber(files: Workspace['files']): string {
  const given = files.flatMap(({ kind, file }) =>
    kind === 'route' ? (/^routes\/(\d+)-/.exec(file)?.[1] ?? []) : [],
  );
  return numbersAfter(given, 1)[0] ?? '';
}
