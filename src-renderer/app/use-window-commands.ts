import { useIsMutating, useMutation } from '@tanstack/react-query';
import { useApi } from '../api/api-context.tsx';
import { useAppStatus } from '../api/live.ts';
import { useStore } from '../api/store.ts';
import { copyText } from '../ui/copy.ts';
import { reportProblem } from '../ui/report-problem.ts';
import { useCanUndo } from '../ui/toast.tsx';
import { undoNewest } from '../ui/toasts.ts';
import { sharedMessages } from '../words/shared-messages.ts';
import { helpPath, homePath, linkTo, settingsPath } from '../workbench/addresses.ts';
import { type Command, useCommands } from '../workbench/commands.ts';
import { helpPageAt } from '../workbench/help-pages.ts';
import { activeTab, focusPane, joinPanes, moveToOtherPane, splitPane } from '../workbench/layout.ts';
import {
  closeActiveTab,
  goToRecentTab,
  goToTab,
  layout,
  openInNewTab,
  openLink,
  reopenTab,
  visit,
} from '../workbench/layout-store.ts';
import { usePreferences } from '../workbench/use-preferences.ts';
import { focusLandmark } from './landmarks.ts';
import { screenEntries } from './screens.tsx';
import { undoLast } from './undo-last.ts';
import { useRunAgain } from './use-run-again.ts';

const messages = sharedMessages.commands;

/** The parts of the window that commands open and close. */
export interface WindowActs {
  readonly openPalette: (initial: string) => void;
  readonly openCheatSheet: () => void;
  readonly openWorkspaceDialog: (kind: WorkspaceDialogKind) => void;
}

export type WorkspaceDialogKind = 'new' | 'open' | 'duplicate' | 'import';

function goCommands(): readonly Command[] {
  const areas = screenEntries.map(
    ({ screen, keys, words: { command } }): Command => ({
      id: `go.${screen}`,
      title: command,
      group: 'go',
      keys,
      isInMenu: true,
      run: () => visit(`/${screen}`),
    }),
  );
  return [
    ...areas,
    { id: 'go.back', title: messages.back, group: 'go', keys: ['alt+arrowleft'], run: () => history.back() },
    {
      id: 'go.forward',
      title: messages.forward,
      group: 'go',
      keys: ['alt+arrowright'],
      run: () => history.forward(),
    },
    {
      id: 'go.next-tab',
      title: messages.nextTab,
      group: 'go',
      keys: ['alt+pagedown'],
      run: () => goToTab(1),
    },
    {
      id: 'go.previous-tab',
      title: messages.previousTab,
      group: 'go',
      keys: ['alt+pageup'],
      run: () => goToTab(-1),
    },
    {
      id: 'go.recent-tab',
      title: messages.recentTab,
      group: 'go',
      // A browser keeps Ctrl+Tab for its own tabs.
      keys: ['ctrl+tab', 'alt+q'],
      run: () => goToRecentTab(1),
    },
    {
      id: 'go.former-recent-tab',
      title: messages.formerRecentTab,
      group: 'go',
      keys: ['ctrl+shift+tab', 'alt+shift+q'],
      run: () => goToRecentTab(-1),
    },
    {
      id: 'go.next-part',
      title: messages.nextLandmark,
      group: 'go',
      keys: ['f6'],
      run: () => focusLandmark(1),
    },
    {
      id: 'go.previous-part',
      title: messages.previousLandmark,
      group: 'go',
      keys: ['shift+f6'],
      run: () => focusLandmark(-1),
    },
    {
      id: 'go.copy-link',
      title: messages.copyLink,
      group: 'go',
      run: () =>
        void copyText(linkTo(activeTab(layout.get())?.path ?? '/home'), sharedMessages.tabs.linkCopied),
    },
  ];
}

function viewCommands(hasTwoPanes: boolean, acts: WindowActs): readonly Command[] {
  return [
    {
      id: 'palette.open',
      title: messages.palette,
      group: 'view',
      keys: ['ctrl+k', 'ctrl+shift+p'],
      run: () => acts.openPalette(''),
    },
    {
      id: 'view.split',
      title: messages.splitColumns,
      group: 'view',
      keys: ['ctrl+\\'],
      isInMenu: true,
      run: () => layout.update((current) => splitPane(current, 'columns')),
    },
    {
      id: 'view.split-rows',
      title: messages.splitRows,
      group: 'view',
      isInMenu: true,
      run: () => layout.update((current) => splitPane(current, 'rows')),
    },
    {
      id: 'view.join',
      title: messages.join,
      group: 'view',
      isInMenu: true,
      isDisabled: !hasTwoPanes,
      run: () => layout.update(joinPanes),
    },
    {
      id: 'view.other-pane',
      title: messages.otherPane,
      group: 'view',
      keys: ['alt+o'],
      isDisabled: !hasTwoPanes,
      run: () => layout.update((current) => focusPane(current, current.activePane === 0 ? 1 : 0)),
    },
    {
      id: 'view.move-tab',
      title: messages.moveTab,
      group: 'view',
      run: () => layout.update(moveToOtherPane),
    },
    {
      id: 'view.wire',
      title: messages.wire,
      group: 'view',
      keys: ['ctrl+j'],
      isInMenu: true,
      run: () => layout.update((current) => ({ ...current, isWireOpen: !current.isWireOpen })),
    },
    {
      id: 'help.screen',
      title: messages.help,
      group: 'help',
      keys: ['f1'],
      isInMenu: true,
      run: () => openLink(helpPath(helpPageAt(activeTab(layout.get())?.path ?? homePath))),
    },
    {
      id: 'help.keys',
      title: messages.cheatSheet,
      group: 'help',
      keys: ['?'],
      isInMenu: true,
      run: acts.openCheatSheet,
    },
  ];
}

function fileCommands(
  undo: (() => void) | null,
  acts: WindowActs,
  exportZip: () => void,
): readonly Command[] {
  const dialog = (kind: WorkspaceDialogKind) => () => acts.openWorkspaceDialog(kind);
  return [
    { id: 'file.new', title: messages.newWorkspace, group: 'file', isInMenu: true, run: dialog('new') },
    { id: 'file.open', title: messages.openWorkspace, group: 'file', isInMenu: true, run: dialog('open') },
    {
      id: 'file.duplicate',
      title: messages.duplicateWorkspace,
      group: 'file',
      isInMenu: true,
      run: dialog('duplicate'),
    },
    {
      id: 'file.import',
      title: messages.importWorkspace,
      group: 'file',
      isInMenu: true,
      run: dialog('import'),
    },
    {
      id: 'file.trust',
      title: messages.trustWorkspace,
      group: 'file',
      isInMenu: true,
      run: () => openLink(settingsPath('workspaceTrust')),
    },
    { id: 'file.export', title: messages.exportWorkspace, group: 'file', isInMenu: true, run: exportZip },
    {
      id: 'file.bring',
      title: sharedMessages.home.bring,
      group: 'file',
      isInMenu: true,
      run: () => openLink('/home/bring'),
    },
    {
      id: 'file.new-tab',
      title: messages.newTab,
      group: 'file',
      keys: ['alt+t'],
      run: () => openInNewTab('/home'),
    },
    {
      id: 'file.close-tab',
      title: messages.closeTab,
      group: 'file',
      keys: ['alt+w'],
      isInMenu: true,
      run: closeActiveTab,
    },
    {
      id: 'file.reopen-tab',
      title: messages.reopenTab,
      group: 'file',
      keys: ['alt+shift+t'],
      run: reopenTab,
    },
    {
      id: 'edit.undo',
      title: messages.undo,
      group: 'edit',
      keys: ['ctrl+z'],
      isTextKey: true,
      isDisabled: undo === null,
      isInMenu: true,
      run: () => undo?.(),
    },
  ];
}

/** Start and stop of each service and of all, as commands. */
function useServiceCommands(): readonly Command[] {
  const { client } = useApi();
  const services = useAppStatus()?.services ?? [];
  const act = useMutation({
    mutationFn: ({
      what,
      key,
    }: {
      what: 'start' | 'stop' | 'restart';
      key: (typeof services)[number]['key'];
    }) => client.services[what]({ key }),
    onError: reportProblem,
  });
  const all = (what: 'start' | 'stop') => () => {
    for (const { key } of services) act.mutate({ what, key });
  };
  const each = services.flatMap(({ key, state }) => {
    const isUp = state === 'running' || state === 'starting';
    const name = sharedMessages.status.services[key].name;
    const make = (what: 'start' | 'stop' | 'restart'): Command => ({
      id: `service.${what}.${key}`,
      title: messages.service(sharedMessages.status[what], name),
      group: 'run',
      run: () => act.mutate({ what, key }),
    });
    return isUp ? [make('stop'), make('restart')] : [make('start')];
  });
  return [
    { id: 'service.start-all', title: messages.startAll, group: 'run', isInMenu: true, run: all('start') },
    { id: 'service.stop-all', title: messages.stopAll, group: 'run', isInMenu: true, run: all('stop') },
    ...each,
  ];
}

/** Themes, densities and the list of first tasks as commands. */
function useLookCommands(): readonly Command[] {
  const [, change] = usePreferences();
  const looks = (['system', 'light', 'dark'] as const).map(
    (theme): Command => ({
      id: `view.theme.${theme}`,
      title: messages.theme(sharedMessages.theme[theme]),
      group: 'view',
      run: () => change({ theme }),
    }),
  );
  const densities = (['compact', 'comfortable'] as const).map(
    (density): Command => ({
      id: `view.density.${density}`,
      title: messages.density(sharedMessages.theme[density]),
      group: 'view',
      run: () => change({ density }),
    }),
  );
  const showTasks: Command = {
    id: 'help.first-tasks',
    title: sharedMessages.home.showTasks,
    group: 'help',
    isInMenu: true,
    run: () => {
      change({ isChecklistHidden: false });
      openLink(homePath);
    },
  };
  return [...looks, ...densities, showTasks];
}

/** Makes the commands of the window known. */
export function useWindowCommands(acts: WindowActs, exportZip: () => void): void {
  const { queryClient } = useApi();
  const canUndo = useCanUndo();
  const isActing = useIsMutating() > 0;
  const undo =
    canUndo || isActing ? () => void undoLast(queryClient, () => undoNewest(messages.undone)) : null;
  const hasTwoPanes = useStore(layout).panes.length > 1;
  useCommands([
    ...viewCommands(hasTwoPanes, acts),
    ...fileCommands(undo, acts, exportZip),
    ...goCommands(),
    useRunAgain(),
    ...useServiceCommands(),
    ...useLookCommands(),
  ]);
}
