import { useQuery } from '@tanstack/react-query';
import { SunMoon } from 'lucide-react';
import { useEffect } from 'react';
import { useApi } from '../api/api-context.tsx';
import { useStore } from '../api/store.ts';
import { Drawn } from '../ui/icon.tsx';
import { Menu } from '../ui/menu.tsx';
import { strings } from './strings.ts';
import { setTheme, theme } from './theme.ts';

const themes = (['system', 'light', 'dark'] as const).map((id) => ({ id, label: strings.theme[id] }));

/** Whose window this is: the product, the workspace, and how it looks. */
export function TitleBar() {
  const { orpc } = useApi();
  const info = useQuery(orpc.app.info.queryOptions());
  const chosen = useStore(theme);
  const workspace = info.data?.workspaceName ?? '';
  useEffect(() => {
    document.title = workspace === '' ? strings.product : `${workspace} – ${strings.product}`;
  }, [workspace]);
  return (
    <header className="title-bar">
      <div className="brand">
        <Drawn name="gate" />
        {strings.product} <span className="clip">{workspace}</span>
      </div>
      <span className="push" />
      <Menu
        label={strings.theme.label(strings.theme[chosen])}
        icon={SunMoon}
        entries={themes}
        selected={chosen}
        onAction={setTheme}
      />
    </header>
  );
}
