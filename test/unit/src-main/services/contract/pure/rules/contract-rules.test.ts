import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contractRules, type Found } from '#main/services/contract/pure/index.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import {
  changesBetween,
  contractHistory,
  type ExpectedFinding,
  type Fixture,
  lintFixture,
  partName,
  placeName,
  withEdits,
} from '#test/support/contract.ts';

const root = 'test/fixtures/contract';

interface Case {
  readonly id: string;
  readonly story: string;
  readonly text: string;
  readonly fixture: Fixture;
}

function casesOf(kind: 'positive' | 'negative'): readonly Case[] {
  return contractRules.flatMap(({ id }) =>
    readdirSync(join(root, id))
      .filter((name) => name.startsWith(`${kind}-`))
      .toSorted()
      .map((name) => {
        const text = readFileSync(join(root, id, name), 'utf8');
        const fixture = JSON.parse(text) as Fixture;
        return { id, story: fixture.story, text, fixture };
      }),
  );
}

const positives = casesOf('positive');
const negatives = casesOf('negative');

/** A finding in the form in which fixtures expect it. */
function shown({ rule, finding, edits, location }: Found, text: string): ExpectedFinding {
  const { script } = JSON.parse(text) as Fixture;
  return {
    subject: finding.subject,
    part: placeName(location.pointer ?? '') ?? partName(finding.part, script),
    ...(finding.severity === undefined || finding.severity === rule.severity
      ? {}
      : { severity: finding.severity }),
    ...(finding.holds?.until === undefined || finding.holds.until === null
      ? {}
      : { until: finding.holds.until }),
    ...(edits === null || edits.length === 0
      ? {}
      : {
          after: changesBetween(
            JSON.parse(text) as JsonValue,
            JSON.parse(withEdits(text, edits)) as JsonValue,
          ),
        }),
  };
}

describe('the rules of the contract', () => {
  test.each(positives)('$id finds it: $story', ({ id, text, fixture }) => {
    const found = lintFixture(text, id);
    expect(found.map((each) => shown(each, text))).toEqual(fixture.expect);
    for (const { edits, finding } of found) {
      expect(finding.message).toMatch(/^[A-Z“a-z].*\.$/s);
      if (edits === null || edits.length === 0) continue;
      const left = lintFixture(withEdits(text, edits), id);
      expect(left).toHaveLength(found.length - 1);
    }
  });

  test.each(negatives)('$id is silent: $story', ({ id, text }) => {
    expect(lintFixture(text, id).map((each) => shown(each, text))).toEqual([]);
  });

  test('each has two fixtures at least in which it finds something, and three in which it does not', () => {
    const few = contractRules
      .map(({ id }) => ({
        id,
        positives: positives.filter((each) => each.id === id).length,
        negatives: negatives.filter((each) => each.id === id).length,
      }))
      .filter((counts) => counts.positives < 2 || counts.negatives < 3);
    expect(few).toEqual([]);
    // The tables of truth and of ordinary scripts are of all rules together.
    const folders = readdirSync(root)
      .filter((name) => name !== 'truth' && name !== 'ordinary')
      .toSorted();
    expect(folders).toEqual(contractRules.map(({ id }) => id).toSorted());
  });

  test('those that say that they have a fix have one in a fixture, and no others', () => {
    const fixed = new Set(
      positives
        .filter(({ fixture }) => fixture.expect.some(({ after }) => after !== undefined))
        .map(({ id }) => id),
    );
    expect(contractRules.filter(({ hasFix }) => hasFix).map(({ id }) => id)).toEqual([...fixed].toSorted());
  });

  test('CC-001 to CC-032, CC-H01 and CC-H02, each with what an entry of the history says of it', () => {
    const numbers = Array.from({ length: 32 }, (_, index) => `CC-${String(index + 1).padStart(3, '0')}`);
    expect(contractRules.map(({ id }) => id)).toEqual([...numbers, 'CC-H01', 'CC-H02']);
    const dates = new Map(contractHistory.entries.map(({ id, date }) => [id, date]));
    for (const { id, entries, date, holds } of contractRules) {
      for (const entry of entries) expect(dates.has(entry), `${id}: ${entry}`).toBe(true);
      expect(date, id).toBe(entries.length === 0 ? null : (dates.get(entries[0] ?? '') ?? null));
      expect(holds.from, id).toBe(date);
    }
  });

  test('every entry that names a rule is named by it', () => {
    const named = contractHistory.entries.flatMap(({ id, rules }) =>
      rules.filter((rule) => rule.startsWith('CC-')).map((rule) => `${rule} ${id}`),
    );
    const naming = contractRules.flatMap(({ id, entries }) => entries.map((entry) => `${id} ${entry}`));
    expect(naming.toSorted()).toEqual(named.toSorted());
  });

  test('every resource that a rule looks at is one of the history', () => {
    const ids = new Set(contractHistory.resources.map(({ id }) => id));
    for (const { id, resources = [] } of contractRules)
      for (const resource of resources) expect(ids.has(resource), `${id}: ${resource}`).toBe(true);
  });

  test('CC-020 holds only while the format was fixed', () => {
    expect(contractRules.find(({ id }) => id === 'CC-020')?.holds).toEqual({
      from: '2021-08-31',
      until: '2021-12-08',
    });
  });
});
