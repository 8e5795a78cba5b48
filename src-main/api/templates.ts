import { join } from 'node:path';
import {
  filledTemplate,
  findTemplate,
  type InstalledTemplate,
  readTemplates,
  writeFilled,
} from '#main/workspace/index.ts';
import { importTemplateSchema } from '#shared/api/consents.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { apiWith } from './base.ts';
import type { Slice } from './ports.ts';

const api = apiWith<'editor' | 'imports' | 'ports' | 'secrets' | 'workspace'>();

function templatesOf({ ports }: Slice<'ports'>): readonly InstalledTemplate[] {
  return readTemplates(join(ports.sampleWorkspace, '..', 'templates'));
}

function summaryOf({ document: _document, ...template }: InstalledTemplate) {
  return { ...template, placeholders: [...template.placeholders] };
}

export const templates = api.templates.router({
  list: api.templates.list.handler(({ context }) => templatesOf(context.engine).map(summaryOf)),
  show: api.templates.show.handler(({ context, input: { kind, id } }) => {
    const found = findTemplate(templatesOf(context.engine), kind, id);
    return { ...summaryOf(found), document: `${JSON.stringify(found.document, null, 2)}\n` };
  }),
  create: api.templates.create.handler(async ({ context: { engine }, input: { kind, id, values } }) => {
    const { workspace, editor, secrets, ports } = engine;
    const found = findTemplate(templatesOf(engine), kind, id);
    const filled = filledTemplate(found, values, { workspace, random: ports.random });
    if (kind === 'import') {
      const { templates: kept } = await engine.imports();
      if ((await kept.list()).some(({ name }) => name === filled.name))
        throw new GatehouseError('workspace.duplicate', `The template ${filled.name} already exists.`, {
          fix: 'Choose another name, or remove the existing template.',
        });
      await kept.save(importTemplateSchema.parse(filled.document));
      return { name: filled.name, file: null };
    }
    const written = await writeFilled(kind, filled, { workspace, editor, secrets, random: ports.random });
    return { name: filled.name, file: written };
  }),
});
