import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from './storage.ts';

/** A shell's reading of a text: the words that each `curl` in it was given, and its standard input. */
export interface ShellCall {
  readonly words: readonly string[];
  readonly input: Buffer;
}

/**
 * Pastes texts into a real `sh` in which `curl` only prints its arguments and every other command that is found is
 * `canary`, which fails the shell. @throws Error where the shell ran anything else or failed
 */
export function shellCalls(texts: readonly string[]): readonly ShellCall[] {
  const folder = temporaryDirectory();
  try {
    const file = (name: string, text: string) =>
      writeFileSync(join(folder.path, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    // NUL cannot be in a word, so that it tells words apart.
    file(
      'curl',
      `printf '%s\\0' "$@" >>"$SEEN.words"; printf '\\0' >>"$SEEN.words"; /bin/cat >>"$SEEN.input"`,
    );
    file('canary', `echo run >>"$SEEN.canary"`);
    return texts.map((text, index) => pasted(text, folder.path, join(folder.path, `seen-${index}`)));
  } finally {
    folder.remove();
  }
}

function pasted(text: string, path: string, seen: string): ShellCall {
  const script = `${text}\nfor each in words input canary; do if [ -f "$SEEN.$each" ]; then /bin/cat "$SEEN.$each"; fi; printf '\\0END\\0'; done`;
  const { stdout, stderr, status } = spawnSync('/bin/sh', ['-c', script], {
    env: { PATH: path, SEEN: seen },
    input: '',
  });
  const [words = '', input = '', canary = ''] = stdout.toString('latin1').split('\0END\0');
  if (status !== 0 || canary !== '')
    throw new Error(`The shell ran more than curl: ${canary}${stderr.toString()}`);
  return {
    words: words === '' ? [] : words.replace(/\0\0$/, '').split('\0'),
    input: Buffer.from(input, 'latin1'),
  };
}
