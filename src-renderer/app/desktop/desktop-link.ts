import { useEffect, useEffectEvent } from 'react';
import type { ServiceStatus } from '#shared/api/index.ts';
import type { FromPage, ToPage, TrayService } from '#shared/desktop/index.ts';
import { useApi } from '../../api/api-context.tsx';
import { desktopPort, desktopPreferences, newerVersion } from '../../api/desktop-port.ts';
import { useAppStatus } from '../../api/live.ts';
import { useStore } from '../../api/store.ts';
import { reportProblem } from '../../ui/report-problem.ts';
import { toast } from '../../ui/toast.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';
import { commandRegistrations, commandsIn } from '../../workbench/commands.ts';
import { activeTab } from '../../workbench/layout.ts';
import { layout, openLink } from '../../workbench/layout-store.ts';
import { openWorkspace } from '../../workbench/open-workspace.ts';
import { preferences } from '../../workbench/preferences.ts';
import { menuGroups } from './menu-groups.ts';

const messages = sharedMessages.desktop;

function trayService({ key, state }: ServiceStatus): TrayService {
  const isUp = state === 'running' || state === 'starting';
  return {
    key,
    label: messages.service(sharedMessages.status.services[key].name, sharedMessages.status.states[state]),
    commandId: `service.${isUp ? 'stop' : 'start'}.${key}`,
  };
}

function commandsHere() {
  return commandsIn(commandRegistrations.get(), activeTab(layout.get())?.id ?? '');
}

/** Sends a message when it is another than the last one that this port was sent. */
function useSending(message: FromPage | null): void {
  const port = useStore(desktopPort);
  const said = message === null ? null : JSON.stringify(message);
  const send = useEffectEvent(() => {
    if (message !== null) port?.send(message);
  });
  useEffect(() => {
    if (port !== null && said !== null) send();
  }, [port, said]);
}

function useMessages(): void {
  const { client } = useApi();
  const port = useStore(desktopPort);
  const receive = useEffectEvent((message: ToPage) => {
    switch (message.type) {
      case 'preferences':
        return desktopPreferences.set(message.preferences);
      case 'run-command': {
        const command = commandsHere().find(({ id }) => id === message.id);
        if (command !== undefined && command.isDisabled !== true) command.run();
        return;
      }
      case 'open-link':
        return openLink(message.path);
      case 'open-workspace':
        openWorkspace(client, message.directory).catch(reportProblem);
        return;
      case 'update':
        newerVersion.set({ version: message.version, url: message.url });
        return toast(messages.newer(message.version));
      case 'failed':
        return toast(message.message);
      case 'folder':
        // The caller that asked for the folder listens for it too.
        return;
    }
  });
  useEffect(() => {
    if (port === null) return;
    const stop = port.listen((message) => receive(message));
    port.send({ type: 'ready' });
    return stop;
  }, [port]);
}

/** Connects the window to its desktop host: menu, icon, links and messages from there. It draws nothing. */
export function DesktopLink(): null {
  const { keys } = useStore(preferences);
  const tabId = activeTab(useStore(layout))?.id ?? '';
  const commands = commandsIn(useStore(commandRegistrations), tabId);
  const services = useAppStatus()?.services;
  useSending({ type: 'words', words: messages.host });
  useSending({ type: 'menu', groups: [...menuGroups(commands, keys)] });
  useSending(services === undefined ? null : { type: 'services', services: services.map(trayService) });
  useMessages();
  return null;
}
