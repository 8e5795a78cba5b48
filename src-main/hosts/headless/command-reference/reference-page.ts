import { type CommandReference, leavesOf, usageLine } from './read-program.ts';

/** The page of the command line in Markdown; `made` is what each made page says of itself. */
export function referencePage(reference: CommandReference, made: string): string {
  const plain = JSON.stringify(reference.exitCodes);
  const sections = reference.commands.map((command) => {
    const codes =
      JSON.stringify(command.exitCodes) === plain
        ? ''
        : `\n\n${table(
            ['Exit code', 'Meaning'],
            command.exitCodes.map(({ code, meaning }) => [String(code), meaning]),
          )}`;
    const leaves = leavesOf(command).map((leaf) => commandText(leaf, leaf === command));
    return `## ${command.path.join(' ')}\n\n${command.description}.${codes}\n\n${leaves.join('\n\n')}`;
  });
  const common = table(
    ['Exit code', 'Meaning'],
    reference.exitCodes.map(({ code, meaning }) => [String(code), meaning]),
  );
  return `# The command line

${made} The manual page \`gatehouse(1)\` and the completions of the shells
are made from the same description.

${reference.description}. In a checkout each command is called by \`npm run --silent gatehouse -- <arguments>\`.
Unless a command says something else:

${common}

${sections.join('\n\n')}
`;
}

function commandText(command: CommandReference, isAlone: boolean): string {
  const head = isAlone ? [] : [`### ${command.path.join(' ')}`, `${command.description}.`];
  const rows = [
    ...command.arguments.map(({ usage, description }) => [`\`${usage}\``, description, '']),
    ...command.options.map(({ flags, description, standard }) => [
      `\`${flags}\``,
      description,
      standard === null ? '' : `\`${standard}\``,
    ]),
  ];
  return [
    ...head,
    `\`\`\`\n${usageLine(command)}\n\`\`\``,
    table(['Argument or option', 'Meaning', 'Default'], rows),
  ].join('\n\n');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
}
