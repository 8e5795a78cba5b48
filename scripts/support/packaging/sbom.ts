import { createHash } from 'node:crypto';
import type { BundledPackage } from './bundled-packages.ts';
import type { Product } from './product.ts';

/** A runtime that a package brings with it. */
export interface Runtime {
  readonly name: 'node' | 'electron';
  readonly version: string;
}

/**
 * A software bill of materials in CycloneDX 1.6 JSON; the same parts give the same bytes.
 * https://cyclonedx.org/docs/1.6/json/
 */
export function sbomText(
  product: Product,
  parts: readonly BundledPackage[],
  runtimes: readonly Runtime[],
  dateSeconds: number,
): string {
  const root = `pkg:generic/${product.name}@${product.version}`;
  const components = [...parts.map(libraryOf), ...runtimes.map(runtimeOf)];
  const content = {
    metadata: {
      timestamp: new Date(dateSeconds * 1_000).toISOString(),
      component: {
        type: 'application',
        'bom-ref': root,
        name: product.name,
        version: product.version,
        description: product.description,
        licenses: [{ license: { id: product.license } }],
        purl: root,
      },
    },
    components,
    dependencies: [
      { ref: root, dependsOn: components.map((component) => component['bom-ref']) },
      ...components.map((component) => ({ ref: component['bom-ref'], dependsOn: [] })),
    ],
  };
  const head = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(content))}`,
    version: 1,
  };
  return `${JSON.stringify({ ...head, ...content }, null, 2)}\n`;
}

function libraryOf({ name, version, license, integrity }: BundledPackage) {
  // The at sign of a scope is percent-encoded in a package URL.
  const isPackage = integrity !== null;
  const purl = isPackage
    ? `pkg:npm/${name.replace('@', '%40')}@${version}`
    : `pkg:generic/${encodeURIComponent(name)}@${version}`;
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    licenses: /\s/.test(license) ? [{ expression: license }] : [{ license: { id: license } }],
    purl,
    ...(isPackage ? { hashes: [{ alg: 'SHA-512', content: hexOf(integrity) }] } : {}),
  };
}

function runtimeOf({ name, version }: Runtime) {
  const purl = `pkg:generic/${name}@${version}`;
  return {
    type: 'platform',
    'bom-ref': purl,
    name,
    version,
    licenses: [{ license: { id: 'MIT' } }],
    purl,
  };
}

function hexOf(integrity: string): string {
  return Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex');
}

/** A UUID of version 8 (RFC 9562 §5.8): the digest of what it names. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
