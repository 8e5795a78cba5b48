// https://specifications.freedesktop.org/desktop-entry-spec: an argument in double quotes, these four escaped in it, each
// backslash once more because the value is a string, and % doubled.
function quoted(argument: string): string {
  const escaped = argument.replace(/["`$\\]/g, '\\$&').replaceAll('\\', '\\\\');
  return `"${escaped.replaceAll('%', '%%')}"`;
}

/** The file that makes a Linux desktop start a program when the person signs in. */
export function autostartFile(name: string, command: readonly string[]): string {
  const lines = [
    'Type=Application',
    `Name=${name}`,
    `Exec=${command.map(quoted).join(' ')}`,
    'Terminal=false',
  ];
  return ['[Desktop Entry]', ...lines, ''].join('\n');
}
