import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const guides = join(import.meta.dirname, '../../../docs/guides');

/** The names of all guides. */
export const guideNames = readdirSync(guides)
  .filter((name) => name.endsWith('.md'))
  .map((name) => name.slice(0, -'.md'.length));

/** The lines of all shell blocks of a guide, in their order; a line that goes on is one with the next. */
export function guideCommands(name: string): readonly string[] {
  const text = readFileSync(join(guides, `${name}.md`), 'utf8');
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)]
    .flatMap(([, block = '']) => block.replaceAll(/\\\n\s*/g, '').split('\n'))
    .filter((line) => line !== '');
}

/** Blocks of a guide that call a program and are not marked as shell: these would never be run. */
export function unmarkedCommands(name: string): readonly string[] {
  const text = readFileSync(join(guides, `${name}.md`), 'utf8');
  return [...text.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].flatMap(([, language = '', block = '']) =>
    language !== 'sh' && /^(?:gatehouse|curl|npm|npx) /m.test(block) ? [block.split('\n')[0] ?? ''] : [],
  );
}
