import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readTutorial } from '#test/e2e/support/tutorials/tutorial-page.ts';

const guides = join(import.meta.dirname, '../../../docs/guides');

/** The names of all guides. */
export const guideNames = readdirSync(guides)
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.slice(0, -'.md'.length));

/** A block that says why it is not run. */
const notRun = /^# not run by the tests: /;

/** The lines of all shell blocks of a guide, in their order; a line that goes on is one with the next. */
export function guideCommands(name: string): readonly string[] {
  const text = readFileSync(join(guides, `${name}.md`), 'utf8');
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .flatMap(([, block = '']) => (notRun.test(block) ? [] : [block]))
    .flatMap((block) => block.replaceAll(/\\\n\s*/g, '').split('\n'))
    .filter((line) => line !== '');
}

/** The files that a guide has its reader save, by their paths. */
export function guideFiles(name: string): Readonly<Record<string, string>> {
  return Object.fromEntries(readTutorial(readFileSync(join(guides, `${name}.md`), 'utf8')).files);
}

/** Blocks of a guide that call a program and are not marked as shell: these would never be run. */
export function unmarkedCommands(name: string): readonly string[] {
  const text = readFileSync(join(guides, `${name}.md`), 'utf8');
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].flatMap(([, language = '', block = '']) =>
    language !== 'sh' && /^(?:gatehouse|curl|npm|npx) /m.test(block) ? [block.split('\n')[0] ?? ''] : [],
  );
}
