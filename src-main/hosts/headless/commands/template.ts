import type { Installation } from '#main/hosts/installation.ts';
import type { TemplateSummary } from '#shared/api/templates.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import { type TemplateKind, templateKinds } from '#shared/templates/index.ts';
import { type CliCommand, exitCodes, type Terminal } from '../cli.ts';
import type { ApiClient } from '../control-client.ts';
import { type LocationOptions, stateDirOption, workspaceOption } from '../location-options.ts';
import { withEngine } from '../with-engine.ts';

type Options = LocationOptions & { readonly json: boolean };
type NewOptions = Options & { readonly name?: string; readonly set: readonly string[] };

/** `gatehouse template`: exit code 0 done, 1 failed, 2 the command line is wrong. */
export function templateCommand(installation: Installation, terminal: Terminal): CliCommand {
  const withClient = (options: Options, work: (client: ApiClient) => Promise<void>) => async () => {
    await withEngine(options, installation, terminal, work);
    return exitCodes.ok;
  };
  const print = ({ json }: Options, result: object, lines: readonly string[]) =>
    terminal.out(
      json ? `${JSON.stringify({ ok: true, ...result })}\n` : lines.map((line) => `${line}\n`).join(''),
    );
  return {
    register(program, run) {
      const template = program
        .command('template')
        .description('What new things of a workspace can begin with');
      const act = (name: string, description: string) =>
        template
          .command(name)
          .description(description)
          .option(...workspaceOption)
          .option(...stateDirOption)
          .option('--json', 'print one line of JSON', false);
      act('list', 'The templates, kind by kind').action((options: Options) =>
        run(
          options,
          withClient(options, async (client) => {
            const templates = await client.templates.list();
            print(
              options,
              { templates },
              templates.map(({ kind, id, title }) => `${kind}\t${id}\t${title}`),
            );
          }),
        ),
      );
      act('show', 'A template, and what it asks for')
        .argument('<kind>', templateKinds.join(', '))
        .argument('<template>', 'its name, as list says it')
        .action((kind: string, id: string, options: Options) =>
          run(
            options,
            withClient(options, async (client) => {
              const found = await client.templates.show({ kind: kindOf(kind), id });
              const asked = found.placeholders.map(
                ({ name, label, default: proposed }) => `--set ${name}=${proposed}\t${label}`,
              );
              print(options, { template: found }, [...asked, found.document.trimEnd()]);
            }),
          ),
        );
      act('new', 'Make a new thing from a template; secrets are sealed')
        .argument('<kind>', templateKinds.join(', '))
        .argument('<template>', 'its name, as list says it')
        .option('--name <name>', 'what the new thing is called')
        .option('--set <name=value>', 'a value that the template asks for; as often as needed', collect, [])
        .action((kind: string, id: string, options: NewOptions) =>
          run(
            options,
            withClient(options, async (client) => {
              const chosen = { kind: kindOf(kind), id };
              const values = valuesOf(options, await client.templates.show(chosen));
              const made = await client.templates.create({ ...chosen, values });
              print(options, made, [made.file ?? made.name]);
            }),
          ),
        );
    },
  };
}

function collect(value: string, before: readonly string[]): readonly string[] {
  return [...before, value];
}

/** @throws cli.usage */
function valuesOf(
  { name, set }: NewOptions,
  { placeholders }: Pick<TemplateSummary, 'placeholders'>,
): Record<string, string> {
  const asked = placeholders.map((placeholder) => placeholder.name);
  const pairs = set.map((pair) => {
    const at = pair.indexOf('=');
    if (at > 0 && asked.includes(pair.slice(0, at))) return [pair.slice(0, at), pair.slice(at + 1)] as const;
    throw new GatehouseError('cli.usage', `“${pair}” is no name=value that the template asks for.`, {
      fix: `It asks for ${asked.join(', ')}.`,
    });
  });
  return Object.fromEntries([...pairs, ...(name === undefined ? [] : [['name', name] as const])]);
}

/** @throws cli.usage */
function kindOf(kind: string): TemplateKind {
  const found = templateKinds.find((each) => each === kind);
  if (found !== undefined) return found;
  throw new GatehouseError('cli.usage', `There are no templates for ${kind}.`, {
    fix: `Name ${templateKinds.join(', ')}.`,
  });
}
