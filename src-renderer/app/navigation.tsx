import type { MouseEvent } from 'react';
import { useStore } from '../api/store.ts';
import { Icon } from '../ui/icon.tsx';
import { sharedMessages } from '../words/shared-messages.ts';
import { parsePath } from '../workbench/addresses.ts';
import { activeTab } from '../workbench/layout.ts';
import { layout, openInNewTab, openLink } from '../workbench/layout-store.ts';
import { type ScreenEntry, screensIn } from './screens.tsx';

/** The areas above the gap and below it. */
const groups = (['main', 'low'] as const).map((area) => ({ area, entries: screensIn(area) }));

function Area({ entry, isCurrent }: { readonly entry: ScreenEntry; readonly isCurrent: boolean }) {
  const { screen, icon, words } = entry;
  const go = (event: MouseEvent) => {
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) openInNewTab(`/${screen}`);
    else openLink(`/${screen}`);
  };
  return (
    <a href={`#/${screen}`} className="inset" aria-current={isCurrent ? 'page' : undefined} onClick={go}>
      <Icon of={icon} />
      {words.title}
    </a>
  );
}

/** The areas of the application; with Ctrl an area opens in a tab of its own. */
export function Navigation() {
  const path = activeTab(useStore(layout))?.path ?? '';
  const current = parsePath(path)?.screen;
  return (
    <nav className="nav-rail" aria-label={sharedMessages.nav.label} data-landmark>
      {groups.map(({ area, entries }) => (
        <span key={area} className={area === 'main' ? 'nav-group' : 'nav-group low'}>
          {entries.map((entry) => (
            <Area key={entry.screen} entry={entry} isCurrent={entry.screen === current} />
          ))}
        </span>
      ))}
    </nav>
  );
}
