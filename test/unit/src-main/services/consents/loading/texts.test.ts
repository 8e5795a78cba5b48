import { describe, expect, test, vi } from 'vitest';
import { createLoadTexts } from '#main/services/consents/loading/texts.ts';
import { agreementsWith, text } from './parts.ts';

function textsOf(read: () => ReturnType<typeof agreementsWith>, clock = { now: 100 }) {
  const reading = vi.fn(async () => read());
  return { texts: createLoadTexts([text], reading, () => clock.now), reading, clock };
}

test('a text is looked up once for all rows, and again when a revision takes effect', async () => {
  const { texts, reading, clock } = textsOf(() => agreementsWith({ 'r-1': 0, 'r-2': 200 }));
  expect((await texts.of(0))?.revisionId).toBe('r-1');
  await Promise.all(Array.from({ length: 50 }, () => texts.of(0)));
  expect(reading).toHaveBeenCalledTimes(1);
  clock.now = 200;
  const found = await Promise.all(Array.from({ length: 50 }, () => texts.of(0)));
  expect(new Set(found.map((each) => each?.revisionId))).toEqual(new Set(['r-2']));
  expect(reading).toHaveBeenCalledTimes(2);
});

test('a text whose agreement or language is gone, or that has no revision, is none', async () => {
  expect(await textsOf(() => []).texts.of(0)).toBeNull();
  expect(await textsOf(() => agreementsWith({ 'r-1': 500 })).texts.of(0)).toBeNull();
  expect(await textsOf(() => agreementsWith({ 'r-1': 0 })).texts.of(7)).toBeNull();
});

describe('a revision that the platform refuses', () => {
  test('is looked up once, however many rows were under way with it, and all get the new one', async () => {
    let revisions: Readonly<Record<string, number>> = { 'r-1': 0 };
    const { texts, reading } = textsOf(() => agreementsWith(revisions));
    await texts.of(0);
    revisions = { 'r-1': 0, 'r-2': 50 };
    const found = await Promise.all(Array.from({ length: 16 }, () => texts.gone(0, text)));
    expect(found.map((each) => each?.revisionId)).toEqual(Array.from({ length: 16 }, () => 'r-2'));
    expect((await texts.gone(0, text))?.revisionId).toBe('r-2');
    expect(reading).toHaveBeenCalledTimes(2);
  });

  test('that is still the latest is not sent again', async () => {
    const { texts, reading } = textsOf(() => agreementsWith({ 'r-1': 0 }, 'r-1'));
    expect(await texts.gone(0, text)).toBeNull();
    expect(await texts.gone(0, text)).toBeNull();
    expect(reading).toHaveBeenCalledTimes(2);
  });

  test('because it is not yet in effect by the clock of the platform gives way to the one that the platform names', async () => {
    const { texts } = textsOf(() => agreementsWith({ 'r-1': 0, 'r-2': 90 }, 'r-1'));
    const first = await texts.of(0);
    expect(first?.revisionId).toBe('r-2');
    expect((await texts.gone(0, { ...text, revisionId: 'r-2' }))?.revisionId).toBe('r-1');
    expect((await texts.of(0))?.revisionId).toBe('r-1');
  });
});

test('a look-up that failed is made anew by who asks next', async () => {
  let isDown = true;
  const { texts } = textsOf(() => {
    if (isDown) throw new Error('down');
    return agreementsWith({ 'r-1': 0 });
  });
  await expect(texts.of(0)).rejects.toThrow('down');
  isDown = false;
  expect((await texts.of(0))?.revisionId).toBe('r-1');
});
