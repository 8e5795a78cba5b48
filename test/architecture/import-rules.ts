import { isBuiltin } from 'node:module';
import { posix } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { type Area, areas, type Exception, exceptions, testFiles } from './areas.ts';
import { type Reference, readModule } from './read-module.ts';
import type { SourceFile } from './source-tree.ts';

/** The rules, by the names that the planted violations expect. */
export type Rule = 'area' | 'slice' | 'entry' | 'package' | 'node' | 'root' | 'place' | 'unreadable';

/** An import that the table of areas does not allow. */
export interface Violation {
  readonly rule: Rule;
  readonly from: string;
  /** The imported file, or the specifier where it names none. */
  readonly to: string;
  /** `path:line: what is wrong`. */
  readonly text: string;
}

type Finding = Pick<Violation, 'rule' | 'to'> & { readonly why: string };

const subpaths = Object.entries(manifest.imports).map(([key, target]) => ({
  prefix: key.replace('*', ''),
  folder: target.replace('./', '').replace('*', ''),
}));
const listedPackages = new Set(Object.keys(manifest.devDependencies));

/** Checks the imports of modules against the table of areas. */
export function findViolations(files: readonly SourceFile[]): readonly Violation[] {
  return files
    .filter(({ path }) => !testFiles.test(path))
    .flatMap(({ path, text }) => {
      const area = areaOf(path);
      if (area === undefined) {
        return [{ rule: 'place' as const, from: path, to: path, text: `${path}: stands in no known folder` }];
      }
      return readModule(path, text).references.flatMap((reference) => {
        const finding = judge(path, area, reference);
        return finding === null ? [] : [violation(path, reference, finding)];
      });
    });
}

/** Leaves out the violations that are known exceptions; `stale` holds the exceptions that met none. */
export function applyExceptions(violations: readonly Violation[]): {
  readonly rest: readonly Violation[];
  readonly stale: readonly Exception[];
} {
  const isMet = (exception: Exception) => (found: Violation) =>
    found.from === exception.from && found.to === exception.to;
  return {
    rest: violations.filter((found) => !exceptions.some((exception) => isMet(exception)(found))),
    stale: exceptions.filter((exception) => !violations.some(isMet(exception))),
  };
}

function violation(from: string, { line }: Reference, { rule, to, why }: Finding): Violation {
  return { rule, from, to, text: `${from}:${line}: ${why}` };
}

function judge(from: string, area: Area, { specifier, isUrl }: Reference): Finding | null {
  if (specifier === null)
    return { rule: 'unreadable', to: '', why: 'names a module that is not written out' };
  if (isUrl) {
    // Files of the build and web addresses are not modules of the tree.
    const isModule = /\.tsx?$/.test(specifier) && !/^[a-z]+:/.test(specifier);
    return isModule
      ? judgeFile(from, area, posix.join(posix.dirname(from), specifier), { isRelative: true })
      : null;
  }
  if (/^\.\.?(?:\/|$)/.test(specifier)) {
    return judgeFile(from, area, posix.join(posix.dirname(from), specifier), { isRelative: true });
  }
  if (specifier.startsWith('#')) {
    const subpath = subpaths.find(({ prefix }) => specifier.startsWith(prefix));
    return subpath === undefined
      ? { rule: 'root', to: specifier, why: `${specifier} is no subpath of package.json` }
      : judgeFile(from, area, posix.join(subpath.folder, specifier.slice(subpath.prefix.length)), {
          isRelative: false,
        });
  }
  return judgePackage(area, specifier);
}

function judgePackage(area: Area, specifier: string): Finding | null {
  if (isBuiltin(specifier)) {
    const isAllowed = area.isNode && specifier.startsWith('node:');
    const why = `${area.name} may not import ${specifier}${area.isNode ? ' without node:' : ''}`;
    return isAllowed ? null : { rule: 'node', to: specifier, why };
  }
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
  const isAllowed = area.packages === null ? listedPackages.has(name) : area.packages.includes(name);
  return isAllowed
    ? null
    : { rule: 'package', to: name, why: `${area.name} may not import the package ${name}` };
}

interface Manner {
  readonly isRelative: boolean;
}

function judgeFile(from: string, area: Area, to: string, { isRelative }: Manner): Finding | null {
  if (isRelative && rootOf(from) !== rootOf(to)) {
    return { rule: 'root', to, why: `a relative import leaves ${rootOf(from) || 'the top'} for ${to}` };
  }
  const target = areaOf(to);
  if (target === undefined) return { rule: 'area', to, why: `${area.name} may not import ${to}` };

  const isSameArea = area === target;
  if (isSameArea && sliceOf(area, from) === sliceOf(target, to)) return null;
  if (!area.imports.includes(target.name)) {
    return isSameArea
      ? { rule: 'slice', to, why: `one ${area.name} may not import another: ${to}` }
      : { rule: 'area', to, why: `${area.name} may not import ${target.name}: ${to}` };
  }
  const isPublicEntry = /^index\.tsx?$/.test(to.replace(target.files, ''));
  return target.hasPublicEntry && !isPublicEntry
    ? { rule: 'entry', to, why: `only index.ts of a ${target.name} may be imported from outside: ${to}` }
    : null;
}

function areaOf(path: string): Area | undefined {
  return areas.find(({ files }) => files.test(path));
}

function sliceOf({ files }: Area, path: string): string | undefined {
  return files.exec(path)?.[1];
}

// A folder with a subpath of its own is a root; the scripts and the configuration belong to the top.
function rootOf(path: string): string {
  const root = subpaths.find(({ folder }) => path.startsWith(folder));
  return root === undefined ? '' : root.folder.slice(0, -1);
}
