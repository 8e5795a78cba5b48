import { type CommandReference, leavesOf, type OptionReference, usageLine } from './read-program.ts';

/** Facts in a manual page besides the commands. */
export interface ManualFacts {
  readonly version: string;
  /** The day in the footer, in ISO 8601. */
  readonly day: string;
}

/** The manual page `gatehouse(1)` in roff. man-pages(7) */
export function manualPage(reference: CommandReference, { version, day }: ManualFacts): string {
  return `${[
    `.TH GATEHOUSE 1 ${day} ${quoted(`Gatehouse ${version}`)} ${quoted('User Commands')}`,
    '.SH NAME',
    `gatehouse \\- ${escaped(lowered(reference.description))}`,
    '.SH SYNOPSIS',
    '.B gatehouse',
    '.I command',
    escaped('[arguments] [options]'),
    '.SH COMMANDS',
    ...leavesOf(reference).flatMap(commandLines),
    '.SH EXIT STATUS',
    ...exitLines(reference),
    '.SH FILES',
    ...taggedLines(
      '$XDG_STATE_HOME/gatehouse',
      'databases, keys and logs, a folder for each workspace; ~/.local/state/gatehouse unless set',
    ),
    ...taggedLines(
      '$XDG_DATA_HOME/gatehouse/sample-workspace',
      'your copy of the sample workspace; below ~/.local/share unless set',
    ),
    ...taggedLines('gatehouse.json', 'makes a folder a workspace'),
    '.SH SEE ALSO',
    '.BR systemctl (1)',
  ].join('\n')}\n`;
}

function commandLines(command: CommandReference): readonly string[] {
  return [
    `.SS ${quoted(usageLine(command))}`,
    `${escaped(command.description)}.`,
    ...command.arguments.flatMap(({ usage, description }) => taggedLines(usage, description)),
    ...command.options.flatMap((option) => taggedLines(option.flags, withStandard(option))),
  ];
}

function exitLines(reference: CommandReference): readonly string[] {
  const plain = reference.exitCodes;
  const own = reference.commands.filter(
    ({ exitCodes }) => JSON.stringify(exitCodes) !== JSON.stringify(plain),
  );
  return [
    ...plain.flatMap(({ code, meaning }) => taggedLines(String(code), meaning)),
    ...own.flatMap(({ path, exitCodes }) => [
      `.SS ${quoted(path.join(' '))}`,
      ...exitCodes.flatMap(({ code, meaning }) => taggedLines(String(code), meaning)),
    ]),
  ];
}

function taggedLines(tag: string, text: string): readonly string[] {
  return ['.TP', `.B ${quoted(tag)}`, escaped(text)];
}

function withStandard({ description, standard }: OptionReference): string {
  return standard === null ? description : `${description} (default: ${standard})`;
}

/** Text that no request of roff is read from: a dash stays a dash that can be copied. */
function escaped(text: string): string {
  const line = text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(
      /[^\n -~]/gu,
      (sign) => `\\[u${(sign.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`,
    );
  return /^[.']/.test(line) ? `\\&${line}` : line;
}

function quoted(text: string): string {
  return `"${escaped(text).replaceAll('"', '\\(dq')}"`;
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
