import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const guides = join(import.meta.dirname, '../../../../docs/guides');

/** One step of what a guide has a person do on the screen. */
export interface GuideStep {
  /** As it stands in the guide, on one line. */
  readonly text: string;
  /** Labels that are pressed, chosen or filled in, as the screen shows them. */
  readonly bold: readonly string[];
}

/** A part of a guide, by its heading; empty where it has none. */
export function onTheScreen(guide: string, heading = 'On the screen'): string {
  const text = readFileSync(join(guides, `${guide}.md`), 'utf8');
  return text.split(/^## /m).find((part) => part.startsWith(`${heading}\n`)) ?? '';
}

/** The steps of a part, in their order. */
export function guideSteps(guide: string, heading?: string): readonly GuideStep[] {
  return [...onTheScreen(guide, heading).matchAll(/^\d+\. (.+(?:\n {2,}\S.*)*)/gm)].map(([, lines = '']) => {
    const text = lines.replaceAll(/\s+/g, ' ');
    return { text, bold: [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, words = '']) => words) };
  });
}

/** The first block of a language in the part “On the screen”: what a person is to copy. */
export function guideBlock(guide: string, language: string): string {
  const [, block] =
    new RegExp(`^\`\`\`${language}\n([\\s\\S]*?)^\`\`\`$`, 'm').exec(onTheScreen(guide)) ?? [];
  if (block === undefined) throw new Error(`The guide ${guide} has no block in ${language}.`);
  return block;
}
