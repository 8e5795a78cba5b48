import type { CommandLine } from 'electron';
import { GatehouseError, type Problem } from '#shared/errors/index.ts';

/**
 * The problem to show when the page runs without its sandbox; null when it has one. The AppImage turns the sandbox off
 * where unprivileged user namespaces are disabled, and so can a person.
 */
export function sandboxProblem(commandLine: Pick<CommandLine, 'hasSwitch'>): Problem | null {
  if (!commandLine.hasSwitch('no-sandbox')) return null;
  return new GatehouseError('desktop.no-sandbox', 'Gatehouse was started without the sandbox of its page.', {
    fix: 'Install the Debian package, or allow unprivileged user namespaces (sysctl kernel.apparmor_restrict_unprivileged_userns=0) and start without --no-sandbox.',
  }).toProblem('warning');
}
