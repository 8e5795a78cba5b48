/** The version of the connector that is modelled. Spec 2 §9 */
export const connectorVersion = '1.5.20.36';
/** From this version on a newer framework and connector server are needed. Spec 2 §9 */
export const demandingVersion = '1.5.20.29';
/** The oldest framework and remote connector server for it. Spec 2 §9 */
export const neededFramework = '1.5.20.24';

/** The connector that is modelled, as a document of the products refers to it. Spec 2 §9 */
export const usualConnectorRef = {
  bundleName: 'org.gatehouse.connectors.rest-connector',
  bundleVersion: `[${demandingVersion},1.6.0.0)`,
  connectorName: 'org.gatehouse.connectors.rest.RestConnector',
} as const;

/** The sign of a difference between versions such as `1.5.20.36`; parts that are missing count as 0. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  for (let index = 0; index < Math.max(left.length, right.length); index += 1) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return Math.sign(difference);
  }
  return 0;
}

/** The version range that a document requires: one version, or all between two. */
export interface VersionRange {
  readonly min: string;
  readonly isMinIncluded: boolean;
  /** null: no upper end. */
  readonly max: string | null;
  readonly isMaxIncluded: boolean;
}

const version = String.raw`\d+(?:\.\d+){0,3}(?:[.-][A-Za-z0-9_-]+)?`;
const interval = new RegExp(`^([[(])\\s*(${version})\\s*,\\s*(${version})?\\s*([\\])])$`);
const single = new RegExp(`^${version}$`);

/** Longest range that is read, in characters. */
const maxRangeLength = 200;

/** Reads a version or a range such as `[1.5.20.29,1.6.0.0)`; null where a text is neither. */
export function parseVersionRange(text: string): VersionRange | null {
  const trimmed = text.trim();
  if (trimmed.length > maxRangeLength) return null;
  if (single.test(trimmed)) return { min: trimmed, isMinIncluded: true, max: trimmed, isMaxIncluded: true };
  const match = interval.exec(trimmed);
  if (match === null) return null;
  const [, open, min = '', max, close] = match;
  return { min, isMinIncluded: open === '[', max: max ?? null, isMaxIncluded: close === ']' };
}

/** True if a version lies in a range. */
export function isInRange(
  { min, isMinIncluded, max, isMaxIncluded }: VersionRange,
  candidate: string,
): boolean {
  const above = compareVersions(candidate, min);
  if (isMinIncluded ? above < 0 : above <= 0) return false;
  if (max === null) return true;
  const below = compareVersions(candidate, max);
  return isMaxIncluded ? below <= 0 : below < 0;
}

function partsOf(text: string): readonly number[] {
  return text.split(/[.-]/).flatMap((part) => (/^\d+$/.test(part) ? [Number(part)] : []));
}
