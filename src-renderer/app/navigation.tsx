import type { MouseEvent } from 'react';
import { useStore } from '../api/store.ts';
import { Icon } from '../ui/icon.tsx';
import { strings } from '../words/strings.ts';
import { parsePath, type Screen } from '../workbench/addresses.ts';
import { activeTab } from '../workbench/layout.ts';
import { layout, openInNewTab, openLink } from '../workbench/layout-store.ts';
import { screenEntries } from './screens.tsx';

/** The areas above the gap and below it, in order. */
const areas: readonly (readonly Screen[])[] = [
  ['home', 'identity', 'flows', 'connectors', 'throttle', 'consents', 'contract', 'activity'],
  ['problems', 'files'],
];

function Area({ screen, isCurrent }: { readonly screen: Screen; readonly isCurrent: boolean }) {
  const { title, icon } = screenEntries[screen];
  const go = (event: MouseEvent) => {
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) openInNewTab(`/${screen}`);
    else openLink(`/${screen}`);
  };
  return (
    <a href={`#/${screen}`} className="inset" aria-current={isCurrent ? 'page' : undefined} onClick={go}>
      <Icon of={icon} />
      {title}
    </a>
  );
}

/** The areas of the application; with Ctrl an area opens in a tab of its own. */
export function Navigation() {
  const path = activeTab(useStore(layout))?.path ?? '';
  const current = parsePath(path)?.screen;
  return (
    <nav className="nav-rail" aria-label={strings.nav.label} data-landmark>
      {areas.map((group, index) => (
        <span key={group.join()} className={index === 0 ? 'nav-group' : 'nav-group low'}>
          {group.map((screen) => (
            <Area key={screen} screen={screen} isCurrent={screen === current} />
          ))}
        </span>
      ))}
    </nav>
  );
}
