import { commandRegistrations, commandsIn } from './commands.ts';
import { activeTab } from './layout.ts';
import { layout, openLink } from './layout-store.ts';

/** How long the screen may take to offer the command, and how often it is looked for, in milliseconds. */
const patienceMillis = 10_000;
const lookEveryMillis = 50;

/**
 * Opens a path and runs a command of its screen as soon as the screen offers it, so that one click does a job whose
 * screen is not loaded yet. Nothing runs once the person has gone elsewhere.
 */
export function openAndRun(path: string, commandId: string): void {
  openLink(path);
  const tabId = activeTab(layout.get())?.id ?? '';
  const startedAt = performance.now();
  const look = (): void => {
    const isElsewhere = activeTab(layout.get())?.id !== tabId;
    if (isElsewhere || performance.now() - startedAt > patienceMillis) return;
    const command = commandsIn(commandRegistrations.get(), tabId).find(({ id }) => id === commandId);
    if (command === undefined || command.isDisabled === true) setTimeout(look, lookEveryMillis);
    else command.run();
  };
  // A screen that was open already has to be drawn for the new path first.
  setTimeout(look, lookEveryMillis);
}
