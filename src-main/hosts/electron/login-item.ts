import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { autostartFile } from '#shared/desktop/index.ts';

export interface LoginItem {
  readonly platform: NodeJS.Platform;
  readonly environment: NodeJS.ProcessEnv;
  readonly home: string;
  /** The program and its arguments. */
  readonly command: readonly string[];
  /** Setter for the login item on the other systems. */
  readonly setLoginItem: (settings: { openAtLogin: boolean; path: string; args: string[] }) => void;
}

/** Makes the application start when the person signs in, or not. On Linux by a file of the desktop's autostart folder. */
export function setStartAtLogin(isOn: boolean, item: LoginItem): void {
  const [program = '', ...args] = item.command;
  if (item.platform !== 'linux') return item.setLoginItem({ openAtLogin: isOn, path: program, args });
  const folder = item.environment['XDG_CONFIG_HOME'] ?? join(item.home, '.config');
  const file = join(folder, 'autostart', 'gatehouse.desktop');
  if (!isOn) return rmSync(file, { force: true });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, autostartFile('Gatehouse', item.command), { mode: 0o644 });
}

/** The command that starts this very application: for an AppImage the image, not its temporary mount. */
export function ownCommand(
  environment: NodeJS.ProcessEnv,
  app: { readonly isPackaged: boolean; getAppPath(): string },
  program: string,
): readonly string[] {
  if (!app.isPackaged) return [program, app.getAppPath()];
  return [environment['APPIMAGE'] ?? program];
}
