import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openLintSession } from '#main/services/contract/linting/lint-context.ts';
import { lintText } from '#main/services/contract/linting/lint-source.ts';
import { untoldAt } from '#main/services/contract/pure/index.ts';
import { holdsAt } from '#shared/contract/index.ts';
import { contractHistory } from '#test/support/contract.ts';
import { newest, truthContext } from './context.ts';

const folder = new URL('../../../../../fixtures/contract/ordinary/', import.meta.url);
const { scripts } = JSON.parse(readFileSync(new URL('verdicts.json', folder), 'utf8')) as {
  readonly scripts: Readonly<
    Record<string, { readonly breaks: readonly string[]; readonly untold: readonly number[] }>
  >;
};
const session = openLintSession(contractHistory, truthContext);

describe('scripts as people write them, with functions, helpers and loops', () => {
  test('are all that lie there', () => {
    const there = readdirSync(folder).filter((name) => name !== 'verdicts.json');
    expect(there.toSorted()).toEqual(Object.keys(scripts).toSorted());
  });

  test.each(Object.entries(scripts))('%s', (file, verdict) => {
    const { findings, untold, errors } = lintText(
      session,
      file,
      readFileSync(new URL(file, folder), 'utf8'),
      null,
    );
    const breaks = findings
      .filter(({ holds }) => holdsAt(holds, newest))
      .map(({ id, location }) => `${id} ${location.line}`);
    const lines = untoldAt(untold, new Set(), newest).places.map(({ line }) => line);
    expect({ errors, breaks, untold: lines }).toEqual({ errors: [], ...verdict });
  });
});
