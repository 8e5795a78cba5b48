import { curlCommandRequests } from './curl.ts';
import { shellCommands } from './curl-words.ts';
import { httpieRequests } from './httpie.ts';
import type { WrittenRequest } from './script-request.ts';
import type { WrittenText } from './script-text.ts';
import { leadingWords, type ShellCommand } from './shell-command.ts';
import { wgetRequests } from './wget.ts';

type CommandReader = (command: ShellCommand, words: readonly WrittenText[]) => readonly WrittenRequest[];

/** Commands that send requests, by their names. */
const readers: Readonly<Record<string, CommandReader>> = {
  curl: curlCommandRequests,
  wget: wgetRequests,
  http: (command, words) => httpieRequests(command, words, 'http'),
  https: (command, words) => httpieRequests(command, words, 'https'),
};
/** The requests that a shell script sends with curl, wget or HTTPie. */
export function shellRequests(text: string, file: string): readonly WrittenRequest[] {
  return shellCommands(text, file).flatMap((command) => {
    for (const [index, word] of command.words.entries()) {
      const name = /(?:^|[/\\])(curl|wget|https?)(?:\.exe)?$/.exec(word.text)?.[1] ?? '';
      // As the argument of another command only curl and wget stand for themselves: `xargs curl`.
      const isCommand = /^(?:curl|wget)$/.test(name) || index <= leadingWords(command);
      if (name !== '' && isCommand) return readers[name]?.(command, command.words.slice(index + 1)) ?? [];
    }
    return [];
  });
}
