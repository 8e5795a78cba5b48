/** Licences whose terms are met by passing their text on; anything else has to be looked at by a person first. */
const allowed: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'OFL-1.1',
]);

/**
 * True if a licence may be in a package: of `A OR B` one has to be allowed, of `A AND B` both. Nested expressions are
 * not taken apart: a person has to look at them. https://spdx.github.io/spdx-spec/v2.3/SPDX-license-expressions/
 */
export function isAllowedLicence(expression: string): boolean {
  const flat = expression.trim().replace(/^\((.*)\)$/, '$1');
  if (flat.includes('(')) return false;
  return flat
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((id) => allowed.has(id.trim())));
}
