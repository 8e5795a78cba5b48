import { useQuery } from '@tanstack/react-query';
import { Search, SunMoon } from 'lucide-react';
import { useEffect } from 'react';
import { useApi } from '../api/api-context.tsx';
import { SmallGhostButton } from '../ui/button.tsx';
import { Drawn, Icon } from '../ui/icon.tsx';
import { KeyHint } from '../ui/key-hint.tsx';
import { Menu } from '../ui/menu.tsx';
import { sharedMessages } from '../words/shared-messages.ts';
import { visit } from '../workbench/layout-store.ts';
import { usePreferences } from '../workbench/use-preferences.ts';
import { MainMenu } from './main-menu.tsx';
import { screensIn } from './screens.tsx';

const themes = (['system', 'light', 'dark'] as const).map((id) => ({ id, label: sharedMessages.theme[id] }));

/** Whose window this is: the product, the workspace, what can be searched, and how it looks. */
export function TitleBar({ onSearch }: { readonly onSearch: () => void }) {
  const { orpc, host } = useApi();
  const info = useQuery(orpc.app.info.queryOptions());
  const [{ theme }, change] = usePreferences();
  const workspace = info.data?.workspaceName ?? '';
  useEffect(() => {
    document.title = workspace === '' ? sharedMessages.product : `${workspace} – ${sharedMessages.product}`;
  }, [workspace]);
  return (
    <header className="title-bar" data-landmark>
      <div className="brand">
        <Drawn name="gate" />
        {sharedMessages.product} <span className="clip">{workspace}</span>
      </div>
      <button type="button" className="omni" onClick={onSearch}>
        <Icon of={Search} small />
        <span className="clip">{sharedMessages.palette.placeholder}</span>
        <KeyHint of="ctrl+k" />
      </button>
      <span className="row tight title-acts">
        <Menu
          label={sharedMessages.theme.label(sharedMessages.theme[theme])}
          icon={SunMoon}
          entries={themes}
          selected={theme}
          onAction={(next) => change({ theme: next })}
        />
        {screensIn('title-bar').map(({ screen, icon, words }) => (
          <SmallGhostButton
            key={screen}
            icon={icon}
            label={words.title}
            onPress={() => visit(`/${screen}`)}
          />
        ))}
        {/* The desktop application has the same in the menu of the system. */}
        {host === 'web' ? <MainMenu /> : null}
      </span>
    </header>
  );
}
