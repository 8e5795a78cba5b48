import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/api-context.tsx';
import { helpContentsQuery } from '../../api/help-files.ts';
import { registrationQuery } from '../../api/queries.ts';
import { createStore, useStore } from '../../api/store.ts';
import { reportProblem } from '../../ui/report-problem.ts';
import { showKey } from '../../ui/show-key.ts';
import { sharedMessages } from '../../words/shared-messages.ts';
import { commandRegistrations, commandsIn, shownKeyOf } from '../../workbench/commands.ts';
import { activateTab, activeTab } from '../../workbench/layout.ts';
import { layout } from '../../workbench/layout-store.ts';
import { labelOf, tabLabels } from '../../workbench/tab-context.tsx';
import { screenAt } from '../screens.tsx';
import { commandItem, type PaletteItem, type PaletteSources } from './palette-items.ts';

const messages = sharedMessages.palette;
const maxExchanges = 50;
const maxRecent = 5;

const recentlyRun = createStore<readonly string[]>([]);

/** Remembers that a line was run, for as long as the window is open. */
export function rememberRun(id: string): void {
  recentlyRun.update((before) => [id, ...before.filter((other) => other !== id)].slice(0, maxRecent));
}

function useCommandItems(): readonly PaletteItem[] {
  const registrations = useStore(commandRegistrations);
  const tabId = activeTab(useStore(layout))?.id ?? '';
  const here = new Set(
    [...registrations.values()]
      .filter((registration) => registration.tabId === tabId)
      .flatMap(({ commands }) => commands.map(({ id }) => id)),
  );
  return commandsIn(registrations, tabId)
    .filter(({ id }) => id !== 'palette.open')
    .map((command) => {
      const key = shownKeyOf(command);
      return commandItem(command, key === undefined ? undefined : showKey(key), here.has(command.id));
    });
}

function useTabItems(): readonly PaletteItem[] {
  const { panes } = useStore(layout);
  const labels = useStore(tabLabels);
  return panes.flatMap(({ tabs }) =>
    tabs.map((tab) => ({
      id: `tab ${tab.id}`,
      kind: 'tab' as const,
      title: labelOf(labels, tab)?.title ?? screenAt(tab.path).title,
      detail: '',
      icon: screenAt(tab.path).icon,
      run: () => layout.update((current) => activateTab(current, tab.id)),
    })),
  );
}

/** The environments that are not in force, each as a line that switches to it. */
function useEnvironmentItems(): readonly PaletteItem[] {
  const { client, orpc, queryClient } = useApi();
  const info = useQuery(orpc.workspace.info.queryOptions());
  const { environment: inForce = null, environments = [] } = info.data ?? {};
  const names = environments.length === 0 ? [] : [null, ...environments.map(({ name }) => name)];
  return names
    .filter((name) => name !== inForce)
    .map((name) => ({
      id: `environment ${name ?? ''}`,
      kind: 'environment' as const,
      title: messages.switchTo(name ?? sharedMessages.status.noEnvironment),
      detail: '',
      run: () => {
        client.workspace
          .setEnvironment({ name })
          .then(() => queryClient.invalidateQueries({ queryKey: orpc.workspace.info.key() }), reportProblem);
      },
    }));
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
  // Lines of a mode, by the sign with which it begins, are of other kinds.
  const isOfAll = /^[^>@#:]/.test(typed.trim());
  const attacks = useQuery(orpc.attacks.catalogue.queryOptions({ enabled: isOfAll, staleTime: 60_000 }));
  const help = useQuery({ ...helpContentsQuery, enabled: isOfAll });
  return {
    commands: useCommandItems(),
    tabs: useTabItems(),
    environments: useEnvironmentItems(),
    recent: useStore(recentlyRun),
    clients: clients.data ?? [],
    users: users.data ?? [],
    files: files.data ?? [],
    exchanges: useExchanges(typed),
    attacks: attacks.data?.flatMap(({ cases }) => cases) ?? [],
    help: help.data?.flatMap(({ pages }) => pages) ?? [],
  };
}
