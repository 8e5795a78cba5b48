import { withoutEnd } from '#shared/text/ends.ts';
/** A folder name for a workspace: small letters, digits and hyphens, safe on every system. */
export function folderFor(name: string): string {
  const plain = name
    .normalize('NFKD')
    .replace(/[^\w\s-]/g, '')
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '-');
  return plain === '' ? 'workspace' : plain.slice(0, 60);
}

/** A folder below another, with the sign that the other's path uses. */
export function joinPath(parent: string, name: string): string {
  const separator = parent.includes('\\') && !parent.includes('/') ? '\\' : '/';
  return `${withoutEnd(parent, '\\/')}${separator}${name}`;
}
