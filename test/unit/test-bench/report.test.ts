import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { markdownReport, quantity, terminalTable } from '#test/bench/harness/report.ts';
import { allHold } from '#test/bench/harness/result.ts';
import { keepResults } from '#test/bench/harness/results.ts';
import { resultOf } from './areas.ts';

const missed = { value: 9, holds: false };
const noReason = () => undefined;

test('a quantity has its unit, its decimals and its thousands', () => {
  expect(quantity(1_234.56, { unit: 'µs', digits: 1 })).toBe('1,234.6 µs');
  expect(quantity(0.8, { unit: '', digits: 2 })).toBe('0.80');
});

describe('the table on the terminal', () => {
  test('has every figure with its spread, every target with its verdict', () => {
    const table = terminalTable(resultOf('one'));
    expect(table).toMatch(/Case a +CPU +1,234\.6 µs +1,000\.0 … 2,000\.0/);
    expect(table).toMatch(/fast enough +3\.0 µs +≤ 8\.0 µs +holds/);
  });

  test('says which target does not hold, and which is only aimed at', () => {
    expect(terminalTable(resultOf('one', missed))).toContain('does not hold');
    expect(terminalTable(resultOf('one', { ...missed, isGoal: true }))).toContain('goal, not reached');
  });
});

describe('the exit code', () => {
  test('tells of a target that does not hold', () => {
    expect(allHold([resultOf('one'), resultOf('two', missed)])).toBe(false);
  });

  test('takes no notice of a goal that is not reached', () => {
    expect(allHold([resultOf('one'), resultOf('two', { ...missed, isGoal: true })])).toBe(true);
  });
});

describe('the document', () => {
  test('says when, how and on what kind of machine', () => {
    const text = markdownReport([resultOf('one')], noReason);
    expect(text).toContain('2026-01-02 · `npm run bench -- one` · 3 rounds · 2 cores, Some processor');
    expect(text).toContain('| Case a | CPU | 1,234.6 µs | 1,000.0 … 2,000.0 |');
    expect(text).toContain('| fast enough | 3.0 µs | ≤ 8.0 µs | holds |');
    expect(text).toContain('- A note.');
  });

  test('says first how many targets hold, which do not, and why', () => {
    const goal = { ...missed, isGoal: true };
    const results = [resultOf('one', missed), resultOf('two'), resultOf('three', goal)];
    const text = markdownReport(results, (area, title) =>
      area === 'one' && title === 'fast enough' ? 'The floor has become faster.' : undefined,
    );
    expect(text).toContain('**1 of 2 targets hold.** These do not:');
    expect(text).toContain(
      '- one, fast enough: 9.0 µs where ≤ 8.0 µs is asked. The floor has become faster.',
    );
    expect(text).not.toContain('- three, fast enough');
  });

  test('keeps a bar in a title from opening a column', () => {
    expect(markdownReport([resultOf('one', { title: 'a | b' })], noReason)).toContain('| a \\| b |');
  });

  test('holds the areas of earlier runs beside those of this one, in the order of the registry', () => {
    const directory = mkdtempSync(join(tmpdir(), 'gatehouse-test-'));
    onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
    const inOrder = ['two', 'one'].map((area) => ({ area, targets: [] }));
    keepResults(directory, [resultOf('one', missed), resultOf('two')], inOrder);
    keepResults(directory, [resultOf('one')], inOrder);
    const text = readFileSync(join(directory, 'RESULTS.md'), 'utf8');
    expect([...text.matchAll(/^## (\w+):/gm)].map(([, name]) => name)).toEqual(['two', 'one']);
    expect(text).not.toContain('does not hold');
    expect(JSON.parse(readFileSync(join(directory, 'results/two.json'), 'utf8'))).toEqual(resultOf('two'));
  });
});
