import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { firstChoice, pathOf, toggled } from '#renderer/features/home/interchange/choice.ts';
import { Result } from '#renderer/features/home/interchange/result.tsx';

const entity = (file: string, state: 'new' | 'changed' | 'same', severity?: 'error' | 'warning') => ({
  file,
  state,
  remarks: severity === undefined ? [] : [{ severity, message: 'm' }],
});

test('what changes something and works is chosen, what would not work only by hand', () => {
  const found = [
    entity('a', 'new'),
    entity('b', 'changed', 'warning'),
    entity('c', 'same'),
    entity('d', 'new', 'error'),
  ];
  const chosen = firstChoice(found);
  expect([...chosen]).toEqual(['a', 'b']);
  expect([...toggled(toggled(chosen, 'd', true), 'a', false)]).toEqual(['b', 'd']);
  expect([...toggled(chosen, 'a', true)]).toEqual(['b', 'a']);
});

test('what was taken over is found where such things are shown', () => {
  expect(pathOf({ kind: 'client', name: 'a b', file: 'f' })).toBe('/identity/clients/a%20b');
  expect(pathOf({ kind: 'connector', name: 'hr', file: 'connectors/provisioner.openicf-hr.json' })).toBe(
    '/connectors/provisioner.openicf-hr.json',
  );
  expect(pathOf({ kind: 'route', name: 'x', file: 'routes/10-x.json' })).toBe('/throttle/10-x.json');
});

test('what was taken over shows the way back for as long as it is shown, and none where nothing was written', () => {
  const taken = {
    kind: 'client',
    name: 'portal',
    from: 'clients.json',
    file: 'oauth/clients/portal.json',
    state: 'new',
    notUnderstood: [],
    remarks: [],
    secrets: 0,
  } as const;
  const shown = (entities: readonly (typeof taken)[]) =>
    renderToStaticMarkup(
      createElement(Result, {
        taken: {
          entities: entities.map((one) => ({ ...one, notUnderstood: [], remarks: [] })),
          failed: [],
          undoId: 'u',
        },
        isBusy: false,
        onUndo: () => undefined,
      }),
    );
  expect(shown([taken])).toMatch(/<button[^>]*>Undo<\/button>/);
  expect(shown([])).not.toContain('Undo');
});
