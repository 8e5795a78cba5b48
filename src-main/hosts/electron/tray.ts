import type { MenuItemConstructorOptions } from 'electron';
import type { HostWords, TrayService } from '#shared/desktop/index.ts';

export interface TrayActs {
  readonly open: () => void;
  readonly runCommand: (id: string) => void;
  readonly quit: () => void;
}

/** The menu of the icon: the window, each service with its state, all services, and Quit. */
export function trayTemplate(
  services: readonly TrayService[],
  words: HostWords['tray'],
  { open, runCommand, quit }: TrayActs,
): MenuItemConstructorOptions[] {
  const separator: MenuItemConstructorOptions = { type: 'separator' };
  return [
    { label: words.open, click: open },
    separator,
    ...services.map(({ label, commandId }) => ({
      label: label.replaceAll('&', '&&'),
      click: () => runCommand(commandId),
    })),
    separator,
    { label: words.startAll, click: () => runCommand('service.start-all') },
    { label: words.stopAll, click: () => runCommand('service.stop-all') },
    separator,
    { label: words.quit, click: quit },
  ];
}
