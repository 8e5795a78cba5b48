import { isDesktop } from '../api/desktop-port.ts';
import { endSession, listSessions, makeWindowLink } from '../api/web-session.ts';
import { reportProblem } from '../ui/report-problem.ts';
import { sharedMessages } from '../words/shared-messages.ts';
import { type Command, useCommands } from '../workbench/commands.ts';

const messages = sharedMessages.sessions;

/** A new window has none of this one's session: it begins with a link of its own. */
async function openWindow(): Promise<void> {
  const { url } = await makeWindowLink();
  window.open(url, '_blank', 'noopener');
}

async function signOut(): Promise<void> {
  const own = (await listSessions()).find(({ isOwn }) => isOwn);
  if (own !== undefined) await endSession(own.id);
}

const sessionCommands: readonly Command[] = [
  {
    id: 'file.new-window',
    title: messages.newWindow,
    group: 'file',
    isInMenu: true,
    run: () => void openWindow().catch(reportProblem),
  },
  {
    id: 'file.sign-out',
    title: messages.signOut,
    group: 'file',
    isInMenu: true,
    run: () => void signOut().catch(reportProblem),
  },
];

/** Makes the commands of a session in a browser known; the desktop has none. */
export function useSessionCommands(): void {
  useCommands(isDesktop() ? [] : sessionCommands);
}
