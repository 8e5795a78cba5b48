import type { CommandReference, OptionReference } from './read-program.ts';

/** Every command with those below it, `gatehouse` itself first. */
function allOf(reference: CommandReference): readonly CommandReference[] {
  return [reference, ...reference.commands.flatMap(allOf)];
}

/** The words after `gatehouse` that lead to a command, each after a space: `''` for `gatehouse` itself. */
function placeOf({ path }: CommandReference): string {
  return path
    .slice(1)
    .map((word) => ` ${word}`)
    .join('');
}

function wordsOf({ commands, options }: CommandReference): readonly string[] {
  return [...commands.map(({ path }) => path.at(-1) ?? ''), ...options.map(({ name }) => name), '--help'];
}

/** The names of all options whose value is of a kind, each once. */
function optionsWith(reference: CommandReference, kind: OptionReference['value']): readonly string[] {
  const names = allOf(reference).flatMap(({ options }) =>
    options.filter(({ value }) => value === kind).map(({ name }) => name),
  );
  return [...new Set(names)].toSorted();
}

/** Completion for bash, to be sourced. Names and words hold letters and dashes only: nothing in it is expanded. */
export function bashCompletion(reference: CommandReference): string {
  const commands = allOf(reference);
  const inner = commands.slice(1).map((command) => `'${placeOf(command)}'`);
  const cases = commands.map(
    (command) => `    '${placeOf(command)}') words='${wordsOf(command).join(' ')}' ;;`,
  );
  return `# bash completion for gatehouse
_gatehouse() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} place='' words='' word
  case $previous in
    ${optionsWith(reference, 'folder').join('|')})
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -d -- "$current")
      return ;;
    ${optionsWith(reference, 'file').join('|')})
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -f -- "$current")
      return ;;
    ${optionsWith(reference, 'text').join('|')})
      COMPREPLY=()
      return ;;
  esac
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$place $word" in
      ${inner.join('|')}) place="$place $word" ;;
    esac
  done
  case $place in
${cases.join('\n')}
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  if [[ \${#COMPREPLY[@]} -eq 0 && $current != -* ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$current")
  fi
}
complete -F _gatehouse gatehouse
`;
}

/** Completion for zsh, as the file \`_gatehouse\` of a folder in \`fpath\`. */
export function zshCompletion(reference: CommandReference): string {
  const cases = allOf(reference).map((command) => {
    const lines = [
      ...command.commands.map(({ path, description }) => zshEntry(path.at(-1) ?? '', description)),
      ...command.options.map(({ name, description }) => zshEntry(name, description)),
    ];
    return `    '${placeOf(command)}') words=(${lines.join(' ')} '--help:show usage') ;;`;
  });
  const inner = allOf(reference)
    .slice(1)
    .map((command) => `'${placeOf(command)}'`);
  return `#compdef gatehouse
_gatehouse() {
  local place='' word
  local -a entries
  case $words[CURRENT-1] in
    ${optionsWith(reference, 'folder').join('|')}) _files -/; return ;;
    ${optionsWith(reference, 'file').join('|')}) _files; return ;;
    ${optionsWith(reference, 'text').join('|')}) return ;;
  esac
  for word in $words[2,CURRENT-1]; do
    case "$place $word" in
      ${inner.join('|')}) place="$place $word" ;;
    esac
  done
  case $place in
${cases.join('\n').replaceAll('words=(', 'entries=(')}
  esac
  _describe -V command entries || _files
}
_gatehouse "$@"
`;
}

// A colon parts the word from its meaning, a quote would end the text.
function zshEntry(word: string, meaning: string): string {
  return `'${word}:${meaning.replaceAll("'", '’').replaceAll(':', ' –')}'`;
}

/** Completion for fish, as \`gatehouse.fish\` of a folder of completions. */
export function fishCompletion(reference: CommandReference): string {
  const places = allOf(reference)
    .slice(1)
    .map((command) => `'${placeOf(command)}'`);
  const lines = allOf(reference).flatMap((command) => {
    const at = `-n "test (__gatehouse_place) = '${placeOf(command)}'"`;
    return [
      ...command.commands.map(
        ({ path, description }) =>
          `complete -c gatehouse -f ${at} -a ${path.at(-1) ?? ''} -d ${fishText(description)}`,
      ),
      ...command.options.map(
        ({ name, value, description }) =>
          `complete -c gatehouse ${at} -l ${name.slice(2)}${fishValue(value)} -d ${fishText(description)}`,
      ),
    ];
  });
  return `# fish completion for gatehouse
function __gatehouse_place
    set -l place ''
    for word in (commandline -opc)[2..-1]
        if contains -- "$place $word" ${places.join(' ')}
            set place "$place $word"
        end
    end
    echo "$place"
end
${lines.join('\n')}
`;
}

function fishValue(kind: OptionReference['value']): string {
  const flags = { none: '', text: ' -x', file: ' -r -F', folder: " -x -a '(__fish_complete_directories)'" };
  return flags[kind];
}

function fishText(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
