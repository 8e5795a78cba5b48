import { resolve } from 'node:path';
import type { ImportView } from '#shared/api/index.ts';
import {
  type DateReading,
  type DateSurvey,
  type DatesQuestion,
  decideDates,
  formatsOf,
  formatsWith,
  type Mapping,
} from '#shared/consents/index.ts';
import { GatehouseError } from '#shared/errors/index.ts';
import type { Terminal } from '../cli.ts';
import { type CommandResult, type GroupAction, groupCommand } from '../command-group.ts';
import type { ApiClient } from '../control-client.ts';
import { createProgressPrinter } from '../progress-printer.ts';

/** Exit codes of `gatehouse import` besides those of every command. */
const rowsFailed = 3;
const stoppedEarly = 4;
const questionsOpen = 5;

const pollMillis = 250;

type Options = Readonly<Record<string, unknown>>;

const jobArgument = ['<job>', 'job file'] as const;
const confirmOption = ['--confirm <name>', 'name of the target; required unless it is the sandbox'] as const;
const rateOptions = [
  ['--rate <number>', 'known rate limit of the target, in rows per second'],
  ['--burst <number>', 'burst that the target allows, in rows (default: 1)'],
  ['--parallel <number>', 'number of parallel requests'],
] as const;

const actions: readonly GroupAction[] = [
  {
    name: 'plan',
    description: 'Read, map and match a file, and freeze the plan',
    argument: ['<file>', 'CSV, TSV or XLSX file'],
    options: [
      ['--job <path>', 'job file, created if missing (default: <file>.job.json)'],
      ['--target <name>', 'target platform: a file in platforms/'],
      ['--dates <format...>', 'date formats, such as dd/MM/yyyy, tried in order'],
      ['--zone <zone>', 'time zone of times without one, such as Europe/Berlin'],
    ],
    act: (client, file, options, terminal) => plan(client, file ?? '', options, terminal),
  },
  {
    name: 'run',
    description: 'Send the frozen plan',
    argument: jobArgument,
    options: [confirmOption, ...rateOptions],
    async act(client, job, options, terminal) {
      const view = await openJob(client, job);
      await setPace(client, view, options);
      const planHash = view.job.plan?.hash ?? '';
      await client.imports.load({ id: view.job.id, planHash, confirm: textOf(options, 'confirm') });
      return loaded(client, view.job.id, options, terminal);
    },
  },
  {
    name: 'resume',
    description: 'Resume a load that was paused, cancelled or interrupted',
    argument: jobArgument,
    options: [...rateOptions],
    async act(client, job, options, terminal) {
      const view = await openJob(client, job);
      await setPace(client, view, options);
      await client.imports.resume({ id: view.job.id });
      return loaded(client, view.job.id, options, terminal);
    },
  },
  {
    name: 'status',
    description: 'Show the progress',
    argument: jobArgument,
    async act(client, job) {
      const view = await client.imports.get({ id: (await openJob(client, job)).job.id });
      return { result: statusOf(view), words: [sentenceOf(view)] };
    },
  },
  {
    name: 'undo',
    description: 'Restore the consents from before the load',
    argument: jobArgument,
    options: [confirmOption],
    async act(client, job, options, terminal) {
      const { id } = (await openJob(client, job)).job;
      await client.imports.undo({ id, confirm: textOf(options, 'confirm') });
      await follow(client, id, options, terminal);
      const { undone } = await client.imports.report({ id });
      const { restored = 0, revoked = 0, notRestorable = 0 } = undone ?? {};
      const view = await client.imports.get({ id });
      return {
        result: { ...statusOf(view), restored, revoked, notRestorable },
        words: [`${restored} restored, ${revoked} revoked, ${notRestorable} unchanged`],
        exitCode: view.state !== 'undone' ? stoppedEarly : notRestorable > 0 ? rowsFailed : 0,
      };
    },
  },
];

/**
 * `gatehouse import`: exit code 3 some rows were rejected, 4 stopped before the end, 5 a person has to decide
 * something first; else as all commands.
 */
export const importCommand = groupCommand({
  name: 'import',
  description: 'Import consents from a spreadsheet into a platform',
  actions,
});

async function plan(
  client: ApiClient,
  file: string,
  options: Options,
  terminal: Terminal,
): Promise<CommandResult> {
  const jobFile = resolve(textOf(options, 'job') ?? `${file}.job.json`);
  const target = textOf(options, 'target') ?? (await onlyTarget(client, jobFile));
  const opened = await client.imports.open({ jobFile, sourceFile: resolve(file), target });
  const { id } = opened.job;
  const reading = opened.job.reading ?? (await client.imports.preview({ id })).reading;
  await client.imports.read({ id, reading });
  const read = await follow(client, id, options, terminal);
  const mapping = read.job.mapping ?? (await suggestedMapping(client, id, jobFile));
  if ('question' in mapping) return mapping.question;
  const dates = await datesOf(client, read, mapping, options, jobFile);
  if (dates !== null && 'question' in dates) return dates.question;
  await client.imports.save({ id, mapping, dates, ...(target === null ? {} : { target }) });
  await client.imports.match({ id });
  const planned = await follow(client, id, options, terminal);
  const summary = planned.job.plan;
  const words = Object.entries(summary?.outcomes ?? {}).map(([outcome, rows]) => `${rows}\t${outcome}`);
  return {
    result: { ...statusOf(planned), job: jobFile, plan: summary },
    words: [...words, `plan ${summary?.hash ?? ''}`, `job file ${jobFile}`],
  };
}

/** The only target that there is, where the job names none. */
async function onlyTarget(client: ApiClient, jobFile: string): Promise<string | null> {
  const [view, targets] = await Promise.all([
    client.imports.open({ jobFile, sourceFile: null, target: null }).catch(() => null),
    client.imports.targets(),
  ]);
  if (view?.job.target != null) return null;
  const [first] = targets;
  return targets.length === 1 && first !== undefined ? first.name : null;
}

type Asked = { readonly question: CommandResult };

function ask(question: string, fix: string, jobFile: string): Asked {
  return {
    question: { result: { question, fix, job: jobFile }, words: [question, fix], exitCode: questionsOpen },
  };
}

async function suggestedMapping(client: ApiClient, id: string, jobFile: string): Promise<Mapping | Asked> {
  const { mapping } = await client.imports.suggest({ id });
  const { user, agreement, language, consentedAt = { constant: 'now' } } = mapping;
  if (user !== undefined && agreement !== undefined && language !== undefined)
    return { user, agreement, language, consentedAt };
  const missing = ['user', 'agreement', 'language'].filter((name) => !Object.hasOwn(mapping, name));
  return ask(
    `No column clearly matches the ${missing.join(' and the ')}.`,
    `Write “mapping” into ${jobFile}, and plan again.`,
    jobFile,
  );
}

/** How times are read: as was said, as the job says, or as all rows agree. */
async function datesOf(
  client: ApiClient,
  { job }: ImportView,
  mapping: Mapping,
  options: Options,
  jobFile: string,
): Promise<DateReading | null | Asked> {
  if (!('column' in mapping.consentedAt)) return null;
  const { dates: survey } = await client.imports.survey({ id: job.id, mapping, dates: job.dates });
  if (survey === null) return null;
  const formats = listOf(options, 'dates') ?? (job.dates === null ? null : formatsOf(job.dates));
  const zone = textOf(options, 'zone') ?? job.dates?.zone ?? null;
  const { reading, questions } = decideDates(survey, { formats, zone });
  const [question] = questions;
  if (question === undefined) return reading;
  const { words, fix } = dateQuestions[question](survey);
  return ask(words, fix, jobFile);
}

/** Questions about times, and what answers each. */
const dateQuestions: Readonly<
  Record<DatesQuestion, (survey: DateSurvey) => { readonly words: string; readonly fix: string }>
> = {
  ambiguous: (survey) => {
    const inDoubt = survey.candidates.filter(({ format }) => survey.inDoubt.includes(format)).slice(0, 2);
    return {
      words: `Some times are ambiguous: ${inDoubt
        .map(({ format, examples: [example] }) => `${format} reads “${example?.text}” as ${example?.iso}`)
        .join('; ')}.`,
      // The other formats of the column stay, as they do where the answer is given on the screen.
      fix: `Choose one: ${inDoubt
        .map(({ format }) => `--dates ${namesOf(formatsWith(survey, format))}`)
        .join(', or ')}.`,
    };
  },
  'several-formats': ({ together, unreadable }) => ({
    words: `No single format reads all times: ${together
      .map(({ format, reads }) => `${format}: ${reads}`)
      .join(', ')}${unreadable === 0 ? '' : `; no format reads ${unreadable}`}.`,
    fix: `List the formats in the order to try them, such as --dates ${namesOf(
      together.map(({ format }) => format),
    )}, or choose one of them.`,
  }),
  'no-format': () => ({
    words: 'No known format matches any of the times.',
    fix: 'Add --dates, such as --dates "dd/MM/yyyy HH:mm".',
  }),
  zone: ({ zoneless }) => ({
    words: zoneless === 1 ? '1 time has no time zone.' : `${zoneless} times have no time zone.`,
    fix: 'Add --zone, such as UTC or Europe/Berlin.',
  }),
};

/** Formats as they are written behind --dates. */
function namesOf(formats: readonly string[]): string {
  return formats.map((format) => (format.includes(' ') ? `"${format}"` : format)).join(' ');
}

async function openJob(client: ApiClient, job: string | undefined): Promise<ImportView> {
  return client.imports.open({ jobFile: resolve(job ?? ''), sourceFile: null, target: null });
}

async function setPace(client: ApiClient, { job }: ImportView, options: Options): Promise<void> {
  const [rate, burst, parallel] = ['rate', 'burst', 'parallel'].map((name) => numberOf(options, name));
  if (burst != null && rate == null)
    throw new GatehouseError(
      'cli.usage',
      '--burst sets the burst size of --rate and requires it. Use both options.',
    );
  if (rate == null && parallel == null) return;
  const pace =
    rate == null ? job.loading.pace : ({ mode: 'told', perSecond: rate, burst: burst ?? 1 } as const);
  await client.imports.setPace({ id: job.id, pace, parallel: parallel ?? job.loading.parallel });
}

async function loaded(
  client: ApiClient,
  id: string,
  options: Options,
  terminal: Terminal,
): Promise<CommandResult> {
  const view = await follow(client, id, options, terminal);
  const exitCode =
    view.state === 'loaded' || view.state === 'undone'
      ? view.counts.failed > 0
        ? rowsFailed
        : 0
      : stoppedEarly;
  const [problem] = view.problems.filter(({ severity }) => severity === 'error');
  const why = view.state === 'halted' && problem !== undefined ? [problem.message, problem.fix ?? ''] : [];
  return {
    result: { ...statusOf(view), ...(why.length > 0 ? { problem } : {}) },
    words: [sentenceOf(view), ...why],
    exitCode,
  };
}

/** Waits until nothing goes on for an import, and shows how far it is. @throws what made it fail, unless a load halted */
async function follow(
  client: ApiClient,
  id: string,
  { json }: Options,
  terminal: Terminal,
): Promise<ImportView> {
  const printer = createProgressPrinter(terminal, json === true);
  for (;;) {
    const view = await client.imports.get({ id });
    const { work } = view;
    if (work !== null && work.state === 'running') printer.show(work, statusOf(view));
    else {
      printer.end();
      if (work?.state === 'failed' && work.problem !== null && view.state !== 'halted')
        throw GatehouseError.fromProblem(work.problem);
      return view;
    }
    await new Promise((next) => setTimeout(next, pollMillis));
  }
}

/** How far an import is, for machines. */
function statusOf({ state, counts }: ImportView) {
  const { total, accepted, already, failed, inFlight, retrying, pending } = counts;
  return { state, total, accepted, already, failed, pending: pending + inFlight + retrying };
}

function sentenceOf(view: ImportView): string {
  const { state, total, accepted, already, failed, pending } = statusOf(view);
  return `${state}: ${accepted} of ${total} accepted, ${already} already present, ${failed} rejected, ${pending} not sent`;
}

function textOf(options: Options, name: string): string | null {
  const value = options[name];
  return typeof value === 'string' ? value : null;
}

/** The values of an option that takes several; null: it was not given. */
function listOf(options: Options, name: string): readonly string[] | null {
  const value = options[name];
  return Array.isArray(value) && value.length > 0 ? value.map(String) : null;
}

/** @throws cli.usage */
function numberOf(options: Options, name: string): number | null {
  const text = textOf(options, name);
  if (text === null) return null;
  const value = Number(text);
  if (Number.isFinite(value) && value > 0 && (name === 'rate' || Number.isInteger(value))) return value;
  const what = name === 'rate' ? 'number' : 'whole number';
  throw new GatehouseError('cli.usage', `--${name} requires a ${what} greater than 0. Received ${text}.`);
}
