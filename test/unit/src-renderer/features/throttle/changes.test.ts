import { describe, expect, test } from 'vitest';
import { listedFindings } from '#renderer/features/throttle/policy/listed-findings.ts';
import { ghostCellsLayer, ghostOf } from '#renderer/features/throttle/results/ghost.ts';
import { heatParts } from '#renderer/features/throttle/results/heat-parts.ts';
import { readoutsOf } from '#renderer/features/throttle/results/readout-texts.ts';
import type { RequestBins } from '#renderer/features/throttle/results/request-bins.ts';
import type { Painter } from '#renderer/ui/chart/painter.ts';
import type { RouteProblem } from '#shared/gateway/types.ts';
import type { GroupResult, SimulationResult } from '#shared/throttle/simulation/types.ts';

function result(accepted: number, refused: number, failed = 0): SimulationResult {
  const totals = { offered: accepted + refused + failed, accepted, refused, failed, notTaken: 0 };
  const more = { unthrottled: 0, shadowed: 0, retries: 0, gaveUp: 0 };
  const none = { p50: 0, p95: 0 };
  return { totals: { ...totals, ...more }, retryAfter: none, notTaken: [] } as unknown as SimulationResult;
}

describe('each figure says by how much an edit changed it', () => {
  const changes = (now: SimulationResult, before: SimulationResult | null) =>
    Object.fromEntries(readoutsOf(now, before).map(({ name, change }) => [name, change]));

  test('with a sign, and with nothing where nothing changed', () => {
    expect(changes(result(61, 146), result(86, 54))).toMatchObject({
      Offered: '+67',
      Allowed: '−25',
      'Rejected with 429': '+92',
    });
    expect(changes(result(86, 54), result(86, 54))['Offered']).toBeUndefined();
    expect(changes(result(86, 54), null)['Allowed']).toBeUndefined();
  });

  test('a count that is gone is still said', () => {
    expect(changes(result(5, 0), result(3, 0, 2))['Failed with 500']).toBe('−2');
  });
});

test('the outline of before is drawn only where both are counted in the same pieces', () => {
  const bins = (binSeconds: number, accepted: number[]) =>
    ({ fromSeconds: 0, binSeconds, accepted }) as unknown as RequestBins;
  expect(ghostOf(bins(1, [1]), bins(1, [4]))).toEqual([4]);
  expect(ghostOf(bins(1, [1]), bins(2, [4]))).toBeNull();
  expect(ghostOf(bins(1, [1]), null)).toBeNull();
});

test('what the check and the simulation found is one list: errors first, each once', () => {
  const problem = (code: string, severity: 'error' | 'warning') =>
    ({ code, severity, pointer: '/a', message: code }) as RouteProblem;
  const found = [problem('w', 'warning'), problem('e', 'error')];
  const listed = listedFindings(found, [problem('w', 'warning'), problem('s', 'warning')]);
  expect(listed.map(({ problem: { code }, finding }) => [code, finding !== null])).toEqual([
    ['e', true],
    ['w', true],
    ['s', false],
  ]);
});

test('cells of a heat map are outlined where the other simulation has the same pieces', () => {
  const group = (key: string, accepted: number[], refused: number[]) =>
    ({ key, bins: { accepted, refused } }) as unknown as GroupResult;
  const bins = { groups: [group('ann', [1, 1], [0, 1])], fromSeconds: 0, binSeconds: 1 };
  const layers = (former: readonly GroupResult[]) => heatParts(bins, former).layers?.length;
  expect(layers([])).toBe(2);
  expect(layers([group('ann', [2, 1], [0, 0])])).toBe(2);
  expect(layers([group('ann', [2], [0])])).toBe(1);
});

test('a cell that was refused by another share than now is outlined by that share, and no other', () => {
  const drawn: number[][] = [];
  const context = { strokeRect: (...rect: number[]) => drawn.push(rect) };
  const painter = {
    context,
    ratio: 1,
    box: { left: 0, top: 0, width: 30, height: 10 },
    xOf: (seconds: number) => seconds * 10,
    yOf: (value: number) => 11 - value * 11,
    colour: () => '#000',
  } as unknown as Painter;
  ghostCellsLayer([[0, 0.5, -1]], [[0.5, 0.5, -1]], { fromSeconds: 0, binSeconds: 1 })(painter);
  expect(drawn).toEqual([[1, 5, 7, 4]]);
});
