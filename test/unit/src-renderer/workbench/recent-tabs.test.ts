import { expect, test } from 'vitest';
import { activateTab, closeTab, firstLayout, openPath } from '#renderer/workbench/layout.ts';
import { endRecentWalk, goToRecentTab, layout } from '#renderer/workbench/layout-store.ts';
import { recentInPane, recentOrder } from '#renderer/workbench/recent-tabs.ts';

const three = openPath(openPath(firstLayout(), '/flows'), '/activity');

test('the last used tab comes first, tabs never used last, closed ones not at all', () => {
  const used = recentOrder([], three);
  expect(used).toEqual(['tab-3', 'tab-1', 'tab-2']);
  expect(recentOrder(used, activateTab(three, 'tab-2'))).toEqual(['tab-2', 'tab-3', 'tab-1']);
  expect(recentInPane(used, closeTab(three, 'tab-1'))).toEqual(['tab-3', 'tab-2']);
});

test('one press goes to the tab used before and the next one back; further presses go further back', () => {
  layout.set(three);
  layout.set(activateTab(three, 'tab-1'));
  const shown = () => layout.get().panes[0]?.activeTabId;
  goToRecentTab(1);
  endRecentWalk();
  expect(shown()).toBe('tab-3');
  goToRecentTab(1);
  endRecentWalk();
  expect(shown()).toBe('tab-1');
  goToRecentTab(1);
  goToRecentTab(1);
  expect(shown()).toBe('tab-2');
  goToRecentTab(-1);
  endRecentWalk();
  expect(shown()).toBe('tab-3');
});
