import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type DatesChoice,
  type DatesQuestion,
  decideDates,
  type Encoding,
  type Mapping,
  type MappingSuggestion,
  toLatin1,
} from '#shared/consents/index.ts';
import { twoTransports } from '#test/support/api-stories.ts';
import { isIdle, untilImport } from '#test/support/consents.ts';
import { startTestEngine } from '#test/support/engine.ts';
import { runGatehouse, type Served, serve } from '#test/support/served.ts';
import { startSmallPlatform } from '#test/support/small-platform.ts';
import { type Spreadsheet, spreadsheets } from '#test/support/spreadsheets.ts';
import { startedOnce } from '#test/support/started.ts';
import { temporaryDirectory } from '#test/support/storage.ts';
import { writeWorkspace } from '#test/support/workspace.ts';

function bytesOf(text: string, encoding: Encoding = 'utf-8'): Buffer {
  if (encoding === 'windows-1252') return Buffer.from(toLatin1(text), 'latin1');
  return Buffer.from(text, encoding === 'utf-16le' ? 'utf16le' : 'utf8');
}

const platform = startedOnce(() => startSmallPlatform(() => undefined));

const files = () => ({
  'gatehouse.json': { id: 'loader', name: 'Loader' },
  'platforms/there.json': platform.target,
});

/** Counts of a plan, without those of nothing. */
const countsOf = (outcomes: Readonly<Record<string, number>> = {}) =>
  Object.fromEntries(Object.entries(outcomes).filter(([, rows]) => rows > 0));

describe('forty spreadsheets on the command line', () => {
  const folder = temporaryDirectory();
  let workspace: ReturnType<typeof writeWorkspace>;
  let served: Served;
  const place = () => ['--workspace', workspace.path, '--state-dir', join(folder.path, 'state')];
  beforeAll(async () => {
    workspace = writeWorkspace(files());
    // Commands ask a host that has the workspace open; without it each would start an engine.
    served = await serve(place());
  });
  afterAll(async () => {
    await served.end();
    workspace.remove();
    folder.remove();
  });

  /** Words of the question that is asked first. */
  const words: Readonly<Record<DatesQuestion, RegExp>> = {
    ambiguous: /times are ambiguous/,
    'several-formats': /No single format reads all/,
    'no-format': /No known format/,
    zone: /no time zone/,
  };

  test.each(spreadsheets)('$name', async ({ name, text, encoding, dates, zone, expected }: Spreadsheet) => {
    const file = join(folder.path, `${name}.csv`);
    writeFileSync(file, bytesOf(text, encoding));
    const { code, stdout, stderr } = await runGatehouse([
      'import',
      'plan',
      file,
      ...(dates === undefined ? [] : ['--dates', ...dates]),
      ...(zone === undefined ? [] : ['--zone', zone]),
      ...place(),
      '--json',
    ]);
    const result = JSON.parse(stdout);
    if ('questions' in expected) {
      expect(code, stderr).toBe(5);
      const [first = 'zone'] = expected.questions;
      expect(result.question).toMatch(words[first]);
    } else {
      expect(code, stdout + stderr).toBe(0);
      expect(countsOf(result.plan.outcomes)).toEqual(expected.outcomes);
    }
  });
});

describe('an answer about times in doubt', () => {
  const folder = temporaryDirectory();
  let workspace: ReturnType<typeof writeWorkspace>;
  beforeAll(() => {
    workspace = writeWorkspace(files());
  });
  afterAll(() => {
    workspace.remove();
    folder.remove();
  });

  test('that is given as the question says leaves no time of another format unread', async () => {
    const name = 'three formats, one in doubt';
    const file = join(folder.path, 'in doubt.csv');
    writeFileSync(file, spreadsheets.find((each) => each.name === name)?.text ?? '');
    const place = ['--workspace', workspace.path, '--state-dir', join(folder.path, 'state')];
    const plan = ['import', 'plan', file, '--zone', 'UTC', ...place, '--json'];
    const asked = JSON.parse((await runGatehouse(plan)).stdout);
    expect(asked.fix).toMatch(/^Choose one: --dates .*dd\/MM\/yyyy.*, or --dates .*MM\/dd\/yyyy.*\.$/);
    for (const answer of String(asked.fix).matchAll(/--dates ([^,]*?)(?=, or|\.$)/g)) {
      const formats = (answer[1] ?? '').split(' ');
      const { code, stdout } = await runGatehouse([...plan, '--dates', ...formats]);
      expect(code, stdout).toBe(0);
      expect(countsOf(JSON.parse(stdout).plan.outcomes)).toEqual({ ready: 13 });
    }
  });
});

describe('forty spreadsheets by the steps of the screen', () => {
  const running = startedOnce(() => startTestEngine({ files: files(), seal: true }));
  const connected = startedOnce(() => {
    const [, connect] = twoTransports[0] ?? [];
    if (connect === undefined) throw new Error('There is no transport.');
    return connect(running.engine);
  });

  async function readWhole(name: string, bytes: Buffer): Promise<string> {
    const { client } = connected;
    const { job } = await client.imports.create({ name, fileName: `${name}.csv`, sizeBytes: bytes.length });
    await client.imports.upload({ id: job.id, offset: 0, base64: bytes.toString('base64') });
    const { reading } = await client.imports.preview({ id: job.id });
    await client.imports.read({ id: job.id, reading });
    await untilImport(client, job.id, (view) => isIdle(view) && view.rows !== null);
    return job.id;
  }

  function wholeMapping({ mapping }: MappingSuggestion): Mapping {
    const { user, agreement, language, consentedAt } = mapping;
    if (user && agreement && language && consentedAt) return { user, agreement, language, consentedAt };
    throw new Error(`Not everything was mapped: ${JSON.stringify(mapping)}`);
  }

  test.each(spreadsheets)('$name', async ({ name, text, encoding, dates, zone, expected }: Spreadsheet) => {
    const { client } = connected;
    const id = await readWhole(name, bytesOf(text, encoding));
    const mapping = wholeMapping(await client.imports.suggest({ id }));
    const survey = await client.imports.survey({ id, mapping, dates: null });
    if (survey.dates === null) throw new Error('The times were not looked at.');
    const choice: DatesChoice = { formats: dates ?? null, zone: zone ?? null };
    const { reading, questions } = decideDates(survey.dates, choice);
    expect(questions).toEqual('questions' in expected ? expected.questions : []);
    if ('questions' in expected) return;
    await client.imports.save({ id, mapping, dates: reading, target: 'there' });
    await client.imports.match({ id });
    const planned = await untilImport(client, id, (view) => isIdle(view) && view.state === 'ready');
    expect(countsOf(planned.job.plan?.outcomes)).toEqual(expected.outcomes);
  });
});
