import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/api-context.tsx';
import { registrationQuery } from '../../api/queries.ts';
import { useStore } from '../../api/store.ts';
import { showKey } from '../../ui/show-key.ts';
import { commandRegistrations, commandsIn, shownKeyOf } from '../../workbench/commands.ts';
import { activateTab, activeTab } from '../../workbench/layout.ts';
import { layout } from '../../workbench/layout-store.ts';
import { tabLabels } from '../../workbench/tab-context.tsx';
import { screenAt } from '../screens.tsx';
import { commandItem, type PaletteItem, type PaletteSources } from './palette-items.ts';

const maxExchanges = 50;

function useCommandItems(): readonly PaletteItem[] {
  const registrations = useStore(commandRegistrations);
  const tabId = activeTab(useStore(layout))?.id ?? '';
  return commandsIn(registrations, tabId)
    .filter(({ id }) => id !== 'palette.open')
    .map((command) => {
      const key = shownKeyOf(command);
      return commandItem(command, key === undefined ? undefined : showKey(key));
    });
}

function useTabItems(): readonly PaletteItem[] {
  const { panes } = useStore(layout);
  const labels = useStore(tabLabels);
  return panes.flatMap(({ tabs }) =>
    tabs.map((tab) => ({
      id: `tab ${tab.id}`,
      kind: 'tab' as const,
      title: labels.get(tab.id)?.title ?? screenAt(tab.path).title,
      detail: '',
      run: () => layout.update((current) => activateTab(current, tab.id)),
    })),
  );
}

/** The newest exchanges that match the text behind `#`. */
function useExchanges(typed: string) {
  const { orpc } = useApi();
  const filter = typed.startsWith('#') && !typed.startsWith('#/') ? typed.slice(1).trim() : null;
  const extent = useQuery(
    orpc.activity.window.queryOptions({
      input: { filter: filter ?? '', from: 0, limit: 1 },
      enabled: filter !== null,
      staleTime: 1_000,
    }),
  );
  const from = Math.max(0, (extent.data?.matching ?? 0) - maxExchanges);
  const rows = useQuery(
    orpc.activity.window.queryOptions({
      input: { filter: filter ?? '', from, limit: maxExchanges },
      enabled: extent.data !== undefined && filter !== null,
      staleTime: 1_000,
    }),
  );
  return filter === null ? [] : (rows.data?.items ?? []).toReversed();
}

/** Everything that the palette can find. */
export function usePaletteSources(typed: string): PaletteSources {
  const { orpc } = useApi();
  const clients = useQuery(orpc.identity.clients.queryOptions(registrationQuery));
  const users = useQuery(orpc.identity.users.queryOptions(registrationQuery));
  const files = useQuery(orpc.workspace.files.queryOptions(registrationQuery));
  return {
    commands: useCommandItems(),
    tabs: useTabItems(),
    clients: clients.data ?? [],
    users: users.data ?? [],
    files: files.data ?? [],
    exchanges: useExchanges(typed),
  };
}
