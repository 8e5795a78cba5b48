import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { rootDir } from '../root.ts';

/** A regular expression as it stands in the sources. */
export interface PatternLiteral {
  /** With its slashes and flags. */
  readonly text: string;
  readonly source: string;
  readonly flags: string;
  /** File and line where it stands first. */
  readonly location: string;
}

const folders = ['src-main', 'src-shared', 'src-renderer'];

interface SourceModule {
  readonly path: string;
  readonly text: string;
}

function sourceModules(): readonly SourceModule[] {
  return folders.flatMap((folder) =>
    readdirSync(join(rootDir, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .toSorted()
      .map((name) => {
        const path = [folder, ...name.split(sep)].join('/');
        return { path, text: readFileSync(join(rootDir, path), 'utf8') };
      }),
  );
}

/** Every regular expression of what ships, each once. */
export function patternLiterals(): readonly PatternLiteral[] {
  const found = new Map<string, PatternLiteral>();
  for (const { path, text } of sourceModules())
    for (const literal of literalsIn(path, text))
      if (!found.has(literal.text)) found.set(literal.text, literal);
  return [...found.values()];
}

/** The modules that put expressions together. */
export function builders(): readonly string[] {
  return sourceModules()
    .filter(({ text }) => /\bRegExp\(/.test(text))
    .map(({ path }) => path);
}

/** The regular expressions of a module. */
export function literalsIn(path: string, text: string): readonly PatternLiteral[] {
  const literals: PatternLiteral[] = [];
  new Visitor({
    Literal(node) {
      if (!('regex' in node)) return;
      const { pattern, flags } = node.regex;
      const line = text.slice(0, node.start).split('\n').length;
      literals.push({ text: `/${pattern}/${flags}`, source: pattern, flags, location: `${path}:${line}` });
    },
  }).visit(parseSync(path, text).program);
  return literals;
}
