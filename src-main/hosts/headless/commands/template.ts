import type { TemplateSummary } from '#shared/api/templates.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { type TemplateKind, templateKinds } from '#shared/templates/index.ts';
import { groupCommand } from '../command-group.ts';
import { collected, type Options, textOf, textsOf } from '../command-options.ts';

const kindArgument = ['<kind>', templateKinds.join(', ')] as const;
const nameArgument = ['<template>', 'name of the template, as in list'] as const;

/** `gatehouse template`: exit code 0 done, 1 failed, 2 wrong command line. */
export const templateCommand = groupCommand({
  name: 'template',
  description: 'Show and use templates',
  isLocal: true,
  actions: [
    {
      name: 'list',
      description: 'List the templates by kind',
      async act(client) {
        const templates = await client.templates.list();
        const words = templates.map(({ kind, id, title }) => `${kind}\t${id}\t${title}`);
        return { result: { templates }, words };
      },
    },
    {
      name: 'show',
      description: 'Show a template and its parameters',
      argument: kindArgument,
      further: [nameArgument],
      async act(client, kind = '', options) {
        const template = await client.templates.show(chosen(kind, options));
        const asked = template.placeholders.map(
          ({ name, label, default: proposed }) => `--set ${name}=${proposed}\t${label}`,
        );
        return { result: { template }, words: [...asked, template.document.trimEnd()] };
      },
    },
    {
      name: 'new',
      description: 'Create an item from a template; secrets are encrypted',
      argument: kindArgument,
      further: [nameArgument],
      options: [
        ['--name <name>', 'name of the new item'],
        ['--set <name=value>', 'value of a parameter of the template (repeatable)', collected],
      ],
      async act(client, kind = '', options) {
        const template = chosen(kind, options);
        const values = valuesOf(options, await client.templates.show(template));
        const made = await client.templates.create({ ...template, values });
        return { result: made, words: [made.file ?? made.name] };
      },
    },
  ],
});

/** @throws cli.usage */
function chosen(kind: string, options: Options): { readonly kind: TemplateKind; readonly id: string } {
  return { kind: kindOf(kind), id: textOf(options, 'template') ?? '' };
}

/** @throws cli.usage */
function valuesOf(
  options: Options,
  { placeholders }: Pick<TemplateSummary, 'placeholders'>,
): Record<string, string> {
  const asked = placeholders.map((placeholder) => placeholder.name);
  const name = textOf(options, 'name');
  const pairs = textsOf(options, 'set').map((pair) => {
    const at = pair.indexOf('=');
    if (at > 0 && asked.includes(pair.slice(0, at))) return [pair.slice(0, at), pair.slice(at + 1)] as const;
    throw new GatehouseError('cli.usage', `“${pair}” is not a name=value pair of the template.`, {
      fix: `Parameters of the template: ${asked.join(', ')}.`,
    });
  });
  return Object.fromEntries([...pairs, ...(name === undefined ? [] : [['name', name] as const])]);
}

/** @throws cli.usage */
function kindOf(kind: string): TemplateKind {
  const found = templateKinds.find((each) => each === kind);
  if (found !== undefined) return found;
  throw new GatehouseError('cli.usage', `No templates for ${kind} exist.`, {
    fix: `Use ${templateKinds.join(', ')}.`,
  });
}
