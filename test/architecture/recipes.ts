import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { namedPaths } from './named-paths.ts';

const page = readFileSync(join(import.meta.dirname, '../../CONTRIBUTING.md'), 'utf8');

/** A recipe of CONTRIBUTING.md. */
export interface Recipe {
  readonly heading: string;
  /** The files and folders that it names, without a slash at their end. */
  readonly paths: readonly string[];
}

/** Every recipe, in order. */
export const recipes: readonly Recipe[] = page
  .slice(page.indexOf('\n## Recipes'), page.indexOf('\n## Style'))
  .split(/^### /m)
  .slice(1)
  .map((text) => ({
    heading: text.slice(0, text.indexOf('\n')),
    paths: namedPaths(text, 'developers').map((path) => path.replace(/\/$/, '')),
  }));

/** The recipe with a heading. */
export function recipeOf(heading: string): Recipe {
  const recipe = recipes.find((candidate) => candidate.heading === heading);
  if (recipe === undefined) throw new Error(`CONTRIBUTING.md has no recipe “${heading}”`);
  return recipe;
}
