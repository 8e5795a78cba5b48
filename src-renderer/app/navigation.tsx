import type { MouseEvent } from 'react';
import { useAppStatus } from '../api/live.ts';
import { useStore } from '../api/store.ts';
import { Icon } from '../ui/icon.tsx';
import { sharedMessages } from '../words/shared-messages.ts';
import { parsePath } from '../workbench/addresses.ts';
import { activeTab } from '../workbench/layout.ts';
import { layout, openInNewTab, visit } from '../workbench/layout-store.ts';
import { problemsSummary } from './problems-item.tsx';
import { type ScreenEntry, screensIn } from './screens.tsx';

/** The areas above the gap and below it. */
const groups = (['main', 'low'] as const).map((area) => ({ area, entries: screensIn(area) }));

/** Numbers beyond this would be wider than their area. */
const maxCounted = 99;

interface AreaProps {
  readonly entry: ScreenEntry;
  readonly isCurrent: boolean;
  /** The number of things there that need a look. */
  readonly badge: ReturnType<typeof problemsSummary> | null;
}

function Area({ entry, isCurrent, badge }: AreaProps) {
  const { screen, icon, words } = entry;
  const go = (event: MouseEvent) => {
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) openInNewTab(`/${screen}`);
    else visit(`/${screen}`);
  };
  return (
    <a href={`#/${screen}`} className="inset" aria-current={isCurrent ? 'page' : undefined} onClick={go}>
      <Icon of={icon} />
      {words.title}
      {badge === null || badge.count === 0 ? null : (
        <>
          <span className={badge.worst === 'error' ? 'nav-count error' : 'nav-count'} aria-hidden="true">
            {badge.count > maxCounted ? `${maxCounted}+` : badge.count}
          </span>
          <span className="vh"> {badge.text}</span>
        </>
      )}
    </a>
  );
}

/** The areas of the application; with Ctrl an area opens in a tab of its own. */
export function Navigation() {
  const path = activeTab(useStore(layout))?.path ?? '';
  const current = parsePath(path)?.screen;
  const summary = problemsSummary(useAppStatus()?.problems ?? []);
  return (
    <nav className="nav-rail" aria-label={sharedMessages.nav.label} data-landmark>
      {groups.map(({ area, entries }) => (
        <span key={area} className={area === 'main' ? 'nav-group' : 'nav-group low'}>
          {entries.map((entry) => (
            <Area
              key={entry.screen}
              entry={entry}
              isCurrent={entry.screen === current}
              badge={entry.screen === 'problems' ? summary : null}
            />
          ))}
        </span>
      ))}
    </nav>
  );
}
