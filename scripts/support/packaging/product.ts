import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rootDir } from '../root.ts';

/** What every package says of the product. */
export interface Product {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly homepage: string;
  /** Name and e-mail address of those who answer for it. */
  readonly maintainer: string;
  readonly license: string;
}

/** The product as package.json names it. */
export function readProduct(): Product {
  const { name, version, description, homepage, author, license }: Record<string, string> = JSON.parse(
    readFileSync(join(rootDir, 'package.json'), 'utf8'),
  );
  return {
    name: name ?? '',
    version: version ?? '',
    description: description ?? '',
    homepage: homepage ?? '',
    maintainer: author ?? '',
    license: license ?? '',
  };
}

/**
 * The time that stands in everything that is packed, in seconds since 1970: SOURCE_DATE_EPOCH, else that of the last
 * commit, so that the same sources give the same bytes. https://reproducible-builds.org/specs/source-date-epoch/
 */
export function sourceDateSeconds(env: NodeJS.ProcessEnv): number {
  const given = Number(env['SOURCE_DATE_EPOCH'] ?? '');
  if (Number.isInteger(given) && given > 0) return given;
  try {
    const seconds = execFileSync('git', ['log', '-1', '--format=%ct'], {
      cwd: rootDir,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return Number(seconds.trim()) || earliestSeconds;
  } catch {
    return earliestSeconds;
  }
}

/** 1980-01-01: what is older, zip files cannot hold. */
const earliestSeconds = 315_532_800;
