import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  activateTab,
  activeTab,
  closeTab,
  cycleTab,
  firstLayout,
  focusPane,
  joinPanes,
  keepTab,
  type Layout,
  moveTab,
  moveToOtherPane,
  openNewTab,
  openPath,
  repairLayout,
  showInTab,
  splitPane,
  visitPath,
} from '#renderer/workbench/layout.ts';
import { property } from '#test/support/property.ts';

const paths = (layout: Layout) => layout.panes.map(({ tabs }) => tabs.map(({ path }) => path));

describe('the tabs of a window', () => {
  test('a screen opens once: going there again shows its tab where it stands', () => {
    const atRun = openPath(firstLayout(), '/flows/run-1');
    const atActivity = openPath(atRun, '/activity');
    const back = openPath(atActivity, '/flows');
    expect(paths(back)).toEqual([['/home', '/flows/run-1', '/activity']]);
    expect(activeTab(back)?.path).toBe('/flows/run-1');
  });

  test('Home is Home itself, wherever its tab was led', () => {
    const bring = openPath(firstLayout(), '/home/bring');
    expect(paths(bring)).toEqual([['/home/bring']]);
    expect(paths(openPath(bring, '/home'))).toEqual([['/home']]);
  });

  test('a place inside an open screen moves that tab there', () => {
    const layout = openPath(openPath(firstLayout(), '/flows/run-1'), '/flows/run-2');
    expect(paths(layout)).toEqual([['/home', '/flows/run-2']]);
  });

  test('each file has a tab of its own', () => {
    const layout = openPath(openPath(firstLayout(), '/files/a.json'), '/files/b.json');
    expect(paths(openPath(layout, '/files/a.json?at=3:1'))).toEqual([
      ['/home', '/files/a.json?at=3:1', '/files/b.json'],
    ]);
  });

  test('show a file in the tab of its list, or where it is open: it has one editor', () => {
    const list = openPath(firstLayout(), '/files');
    const tabId = activeTab(list)?.id ?? '';
    const here = showInTab(list, tabId, '/files/a.json');
    expect(paths(here)).toEqual([['/home', '/files/a.json']]);
    expect(paths(openPath(here, '/files'))).toEqual([['/home', '/files/a.json']]);
    const two = openPath(here, '/files/b.json');
    const again = showInTab(activateTab(two, tabId), tabId, '/files/b.json?at=2:1');
    expect(paths(again)).toEqual([['/home', '/files/a.json', '/files/b.json?at=2:1']]);
    expect(activeTab(again)?.path).toBe('/files/b.json?at=2:1');
  });

  test('closing shows the neighbour, and the last tab of the window becomes Home', () => {
    const three = openPath(openPath(firstLayout(), '/flows'), '/activity');
    const two = closeTab(three, activeTab(three)?.id ?? '');
    expect(activeTab(two)?.path).toBe('/flows');
    const none = two.panes[0]?.tabs.reduce((layout, { id }) => closeTab(layout, id), two);
    expect(none && paths(none)).toEqual([['/home']]);
  });

  test('next and previous go around, and a tab moves with the keys', () => {
    const layout = openPath(openPath(firstLayout(), '/flows'), '/activity');
    expect(activeTab(cycleTab(layout, 1))?.path).toBe('/home');
    expect(activeTab(cycleTab(layout, -1))?.path).toBe('/flows');
    expect(paths(moveTab(layout, 'tab-3', -1))).toEqual([['/home', '/activity', '/flows']]);
    expect(paths(moveTab(layout, 'tab-1', -1))).toEqual(paths(layout));
  });
});

describe('the tab of a visit', () => {
  const visits = (...areas: readonly string[]) => areas.reduce(visitPath, firstLayout());
  const previews = (layout: Layout) =>
    layout.panes.flatMap(({ tabs }) => tabs.filter(({ isPreview }) => isPreview).map(({ path }) => path));

  test('is taken over by the next visit', () => {
    const layout = visits('/flows', '/activity', '/problems');
    expect(paths(layout)).toEqual([['/home', '/problems']]);
    expect(previews(layout)).toEqual(['/problems']);
    expect(activeTab(layout)?.path).toBe('/problems');
  });

  test('is left alone where the area is open already', () => {
    const layout = visits('/flows', '/home');
    expect(paths(layout)).toEqual([['/home', '/flows']]);
    expect(activeTab(layout)?.path).toBe('/home');
  });

  test('stays once it is kept', () => {
    const flows = visits('/flows');
    const kept = keepTab(flows, activeTab(flows)?.id ?? '');
    expect(previews(kept)).toEqual([]);
    expect(paths(visitPath(kept, '/activity'))).toEqual([['/home', '/flows', '/activity']]);
    expect(keepTab(kept, 'tab-1')).toBe(kept);
  });

  test('a link that opens a place of its own takes over none', () => {
    const layout = openPath(visits('/files'), '/files/a.json');
    expect(paths(layout)).toEqual([['/home', '/files', '/files/a.json']]);
    expect(previews(layout)).toEqual(['/files']);
  });

  test('each pane has its own', () => {
    const split = visitPath(splitPane(visits('/flows'), 'columns'), '/activity');
    expect(paths(visitPath(split, '/problems'))).toEqual([
      ['/home', '/flows'],
      ['/flows', '/problems'],
    ]);
  });
});

describe('two panes', () => {
  test('a split shows the same place twice, and both go on by themselves', () => {
    const split = splitPane(openPath(firstLayout(), '/activity'), 'columns');
    expect(paths(split)).toEqual([['/home', '/activity'], ['/activity']]);
    expect(split.activePane).toBe(1);
    const moved = openPath(split, '/activity?filter=svc%3Aas');
    expect(paths(moved)).toEqual([['/home', '/activity'], ['/activity?filter=svc%3Aas']]);
  });

  test('one file has one editor: beside it stands the list of files', () => {
    const split = splitPane(openPath(firstLayout(), '/files/a.json'), 'columns');
    expect(paths(split)).toEqual([['/home', '/files/a.json'], ['/files']]);
    const twice = {
      ...split,
      panes: split.panes.map((pane) => ({
        ...pane,
        tabs: [{ id: `x${pane.activeTabId}`, path: '/files/a.json' }],
      })),
    };
    expect(repairLayout(twice)?.panes).toHaveLength(1);
  });

  test('closing the last tab of a pane joins the window; joining by hand loses no tab', () => {
    const split = splitPane(openPath(firstLayout(), '/flows'), 'rows');
    const closed = closeTab(split, activeTab(split)?.id ?? '');
    expect(closed.panes).toHaveLength(1);
    expect(paths(joinPanes(focusPane(split, 0)))).toEqual([['/home', '/flows', '/flows']]);
  });

  test('a tab moves to the other pane, dividing the window when it is whole', () => {
    const whole = openPath(firstLayout(), '/flows');
    const divided = moveToOtherPane(whole);
    expect(paths(divided)).toEqual([['/home'], ['/flows']]);
    expect(paths(moveToOtherPane(divided))).toEqual([['/home', '/flows']]);
  });
});

describe('a layout that was kept', () => {
  test('is repaired: tabs that stand twice, a choice that is gone, empty panes', () => {
    const kept: Layout = {
      ...firstLayout(),
      panes: [
        { tabs: [], activeTabId: null },
        {
          tabs: [
            { id: 'a', path: '/flows' },
            { id: 'a', path: '/home' },
          ],
          activeTabId: 'gone',
        },
      ],
      activePane: 1,
    };
    expect(repairLayout(kept)).toMatchObject({
      panes: [{ tabs: [{ id: 'a', path: '/flows' }], activeTabId: 'a' }],
      activePane: 0,
    });
    expect(repairLayout({ ...kept, panes: [{ tabs: [], activeTabId: null }] })).toBeNull();
  });

  const acts = fc.constantFrom<(layout: Layout) => Layout>(
    (layout) => openPath(layout, '/activity'),
    (layout) => openNewTab(layout, '/flows'),
    (layout) => openPath(layout, '/files/a.json'),
    (layout) => visitPath(layout, '/activity'),
    (layout) => visitPath(layout, '/problems'),
    (layout) => keepTab(layout, activeTab(layout)?.id ?? ''),
    (layout) => closeTab(layout, activeTab(layout)?.id ?? ''),
    (layout) => splitPane(layout, 'columns'),
    joinPanes,
    moveToOtherPane,
    (layout) => cycleTab(layout, 1),
    (layout) => focusPane(layout, 1),
    (layout) => activateTab(layout, 'tab-1'),
    (layout) => moveTab(layout, activeTab(layout)?.id ?? '', 1),
  );

  property([fc.array(acts, { maxLength: 40 })])(
    'whatever a person does, every pane shows one of its tabs and no id stands twice',
    (steps) => {
      const layout = steps.reduce((current, step) => step(current), firstLayout());
      const ids = layout.panes.flatMap(({ tabs }) => tabs.map(({ id }) => id));
      expect(new Set(ids).size).toBe(ids.length);
      expect(layout.activePane).toBeLessThan(layout.panes.length);
      for (const pane of layout.panes) expect(pane.tabs.some(({ id }) => id === pane.activeTabId)).toBe(true);
    },
  );
});
