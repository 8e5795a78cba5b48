import type { CommandLine } from 'electron';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';

/**
 * What is said where the page runs without its sandbox: the AppImage starts so where unprivileged user namespaces are
 * off, and a person can ask for it. Null: it has its sandbox.
 */
export function sandboxProblem(commandLine: Pick<CommandLine, 'hasSwitch'>): Problem | null {
  if (!commandLine.hasSwitch('no-sandbox')) return null;
  return new GatehouseError('desktop.no-sandbox', 'Gatehouse was started without the sandbox of its page.', {
    fix: 'Install the package for Debian; or allow unprivileged user namespaces (sysctl kernel.apparmor_restrict_unprivileged_userns=0) and start without --no-sandbox.',
  }).toProblem('warning');
}
