// Its build for Node declares a `require` of its own, which a bundle has already.
import { type Zippable, zipSync } from 'fflate/browser';
import { type ProductKind, productRouteName, writeClientExport } from '#shared/interchange/index.ts';
import type { Random } from '#shared/time/clock.ts';
import { isJsonObject } from '#shared/workspace/index.ts';
import { exportDocument } from './export-document.ts';
import { tolerantValue } from './json-text.ts';
import type { Workspace } from './workspace.ts';

/** Which of the workspace is given back, and how. */
export interface ProductExport {
  readonly kinds: readonly ProductKind[];
  /** Files of these kinds; null: all. */
  readonly files: readonly string[] | null;
  /** The alias of the stored key under which secrets of connectors and routes are encrypted; null: they are left out. */
  readonly keyAlias: string | null;
}

/** Documents of the products in a zip. */
export interface PackedProduct {
  readonly zip: Uint8Array;
  readonly files: readonly string[];
  /** Secrets that are not in it, as `file pointer`. */
  readonly leftOut: readonly string[];
  /** Variables that must be defined in the product, as `file name`. */
  readonly variables: readonly string[];
  /** Extensions that the product ignores, as `file pointer: message`. */
  readonly lost: readonly string[];
}

/**
 * Writes clients, connectors and routes as the products have them: `clients.json`, `conf/` and `config/routes/`.
 * @throws secret.crypto-key-missing, workspace.syntax
 */
export function packProduct(workspace: Workspace, wanted: ProductExport, random: Random): PackedProduct {
  // The beginning of what a zip can tell. It tells local time, so the date is one of the zone.
  const mtime = new Date(1980, 0, 1);
  const entries: Zippable = {};
  const leftOut: string[] = [];
  const variables: string[] = [];
  const lost: string[] = [];
  const put = (name: string, text: string) => {
    entries[name] = [Buffer.from(text, 'utf8'), { mtime, level: 9 }];
  };
  const listed = workspace.files.filter(
    ({ kind, file }) =>
      wanted.kinds.some((each) => each === kind) && (wanted.files === null || wanted.files.includes(file)),
  );
  const clients = listed.flatMap(({ kind, file, document }) =>
    kind === 'client' && document !== null && isJsonObject(document.value)
      ? [{ file, members: document.value }]
      : [],
  );
  if (clients.length > 0) {
    const items = writeClientExport(
      clients.map(({ members }) => members),
      workspace.manifest.vendor.urn,
    );
    put('clients.json', `${JSON.stringify(items, null, 2)}\n`);
    leftOut.push(
      ...clients.flatMap(({ file, members }) =>
        members['client_secret'] === undefined ? [] : [`${file} /client_secret`],
      ),
    );
  }
  for (const { kind, file } of listed) {
    if (kind !== 'connector' && kind !== 'route') continue;
    const exported = exportDocument(workspace, file, wanted.keyAlias, random);
    const { text } = exported;
    leftOut.push(...exported.leftOut.map((pointer) => `${file} ${pointer}`));
    variables.push(...exported.variables.map((name) => `${file} ${name}`));
    lost.push(...exported.extensions.map(({ pointer, message }) => `${file} ${pointer}: ${message}`));
    put(kind === 'connector' ? `conf/${lastOf(file)}` : `config/routes/${routeName(file, text)}`, text);
  }
  return { zip: zipSync(entries), files: Object.keys(entries), leftOut, variables, lost };
}

function lastOf(file: string): string {
  return file.split('/').at(-1) ?? file;
}

function routeName(file: string, text: string): string {
  const stem = lastOf(file).replace(/\.json$/, '');
  return `${productRouteName(stem, tolerantValue(text) ?? null)}.json`;
}
