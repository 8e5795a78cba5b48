import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { rootDir } from '../root.ts';

/** Facts about the product that every package states. */
export interface Product {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** Identifies the application to the operating system, in its shortcuts, notifications and bundle. */
  readonly appId: string;
  /** The name that people see. */
  readonly productName: string;
  readonly author: string;
  readonly homepage: string;
  /** Name and e-mail address of those who answer for it. */
  readonly maintainer: string;
  readonly license: string;
  /** Members of `packaging/product.json` that only whoever releases the product can fill in, and has not yet. */
  readonly placeholders: readonly string[];
}

const text = z.string().min(1);
const packageSchema = z.object({ name: text, version: text, description: text, license: text });
const productSchema = z.strictObject({
  appId: text,
  productName: text,
  author: z.strictObject({ name: text, email: z.email() }),
  homepage: z.url(),
  placeholders: z.array(z.enum(['appId', 'author', 'homepage'])),
});

/** The product: what package.json says of the code, and packaging/product.json of who releases it. */
export function readProduct(): Product {
  const code = packageSchema.parse(readJson('package.json'));
  const { author, ...release } = productSchema.parse(readJson('packaging/product.json'));
  return { ...code, ...release, author: author.name, maintainer: `${author.name} <${author.email}>` };
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(join(rootDir, path), 'utf8'));
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
