import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ListNotes } from '#renderer/features/activity/list-notes.tsx';
import { activity as german } from '#renderer/words/de/activity.ts';

const shown = (notRecorded: number) =>
  renderToStaticMarkup(
    createElement(ListNotes, {
      fresh: 0,
      onFollow: () => undefined,
      notRecorded,
      bodiesDropped: 0,
      selected: 0,
      marked: null,
      onUnmark: () => undefined,
    }),
  );

test('the list says how many exchanges it lacks, and nothing where it lacks none', () => {
  expect(shown(0)).toBe('');
  expect(shown(1)).toContain('1 exchange was not recorded');
  expect(shown(256)).toContain('256 exchanges were not recorded');
  expect(german.activity.notRecorded(256)).toBe('256 Austausche wurden nicht aufgezeichnet');
});
