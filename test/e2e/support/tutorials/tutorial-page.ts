import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GuideStep } from '../guides/guide-steps.ts';

const tutorials = join(import.meta.dirname, '../../../../docs/tutorials');

/** A tutorial as its reader has it. */
export interface TutorialPage {
  /** Its numbered steps, in their order. */
  readonly steps: readonly GuideStep[];
  /** The files that it has its reader save, by their names. */
  readonly files: ReadonlyMap<string, string>;
  /** Its blocks of commands, in their order. */
  readonly commands: readonly string[];
  /** All its other blocks, those of files among them. */
  readonly blocks: readonly string[];
  /** Words in bold that are in no step. */
  readonly boldElsewhere: readonly string[];
}

const fenced = /^( *)```(\w+)\n([\s\S]*?)^\1```$/gm;
/** The paragraph before a block names the file that the block is saved as. */
const namesFile = /[Ss]ave (?:this|it) as `([^`]+)`/;

/** Reads a page of `docs/tutorials` by its name. */
export function tutorialPage(name: string): TutorialPage {
  return readTutorial(readFileSync(join(tutorials, `${name}.md`), 'utf8'));
}

/** Finds in the text of a tutorial what its reader does, saves and runs. */
export function readTutorial(text: string): TutorialPage {
  const files = new Map<string, string>();
  const commands: string[] = [];
  const blocks: string[] = [];
  for (const { 1: indent = '', 2: language, 3: block = '', index } of text.matchAll(fenced)) {
    const plain = block.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    const [, file] = namesFile.exec(text.slice(0, index).trimEnd().split('\n\n').at(-1) ?? '') ?? [];
    if (file !== undefined) files.set(file, plain);
    if (language !== 'sh') blocks.push(plain);
    else if (file === undefined) commands.push(plain.trim());
  }
  const prose = text.replaceAll(fenced, '');
  const steps = [...prose.matchAll(/^\d+\. (.+(?:\n(?:\n*) {3,}\S.*)*)/gm)].map(([, lines = '']) =>
    stepOf(lines),
  );
  const inSteps = new Set(steps.flatMap(({ bold }) => bold));
  return {
    steps,
    files,
    commands,
    blocks,
    boldElsewhere: stepOf(prose).bold.filter((words) => !inSteps.has(words)),
  };
}

function stepOf(lines: string): GuideStep {
  const text = lines.replaceAll(/\s+/g, ' ');
  const prose = text.replaceAll(/`[^`]*`/g, '');
  return { text, bold: [...prose.matchAll(/\*\*([^*]+)\*\*/g)].map(([, words = '']) => words) };
}
