import { memo, useId } from 'react';

export interface MiniBarsProps {
  /** One sentence that describes the picture. */
  readonly label: string;
  readonly passed: readonly number[];
  readonly stopped: readonly number[];
  /** Between the two: neither passed nor stopped. */
  readonly between?: readonly number[];
  /** The value at the upper edge; the same for all that are compared. */
  readonly top: number;
}

const heightUnits = 100;
const gapShare = 0.14;

/** Bars of one series as a single path, so that a day in minutes is one element. */
export function barsPath(values: readonly number[], from: readonly number[] | null, top: number): string {
  let path = '';
  values.forEach((value, bin) => {
    if (value <= 0) return;
    const base = heightUnits - ((from?.[bin] ?? 0) / top) * heightUnits;
    const height = Math.min(base, (value / top) * heightUnits);
    path += `M${(bin + gapShare).toFixed(2)} ${base.toFixed(2)}v${(-height).toFixed(2)}h${1 - 2 * gapShare}v${height.toFixed(2)}z`;
  });
  return path;
}

/** Values of neighbouring bins added up, so that at most `most` are left. */
export function gathered(values: readonly number[], max: number): readonly number[] {
  const size = Math.max(1, Math.ceil(values.length / max));
  return Array.from({ length: Math.ceil(values.length / size) }, (_, at) =>
    values.slice(at * size, (at + 1) * size).reduce((sum, value) => sum + value, 0),
  );
}

function Bars({ label, passed, stopped, between, top }: MiniBarsProps) {
  const id = useId();
  const below = between === undefined ? passed : passed.map((value, bin) => value + (between[bin] ?? 0));
  const width = Math.max(1, passed.length);
  // The hatch keeps its slope although the picture is stretched.
  const tile = width / 48;
  const picture = { role: 'img', 'aria-label': label } as const;
  return (
    <svg
      className="mini-bars"
      viewBox={`0 0 ${width} ${heightUnits}`}
      preserveAspectRatio="none"
      {...picture}
    >
      <defs>
        <pattern id={id} width={tile} height={7} patternUnits="userSpaceOnUse">
          <rect width={tile} height={7} fill="var(--surface)" />
          <path
            d={`M0 7L${tile} 0`}
            stroke="var(--refused)"
            strokeWidth={1.5}
            vectorEffect="non-scaling-stroke"
          />
        </pattern>
      </defs>
      <path className="gl" d={`M0 50H${width}`} />
      <path className="passed" d={barsPath(passed, null, top)} />
      {between === undefined ? null : <path className="between" d={barsPath(between, passed, top)} />}
      <path className="stopped" d={barsPath(stopped, below, top)} fill={`url(#${id})`} />
      <path className="base" d={`M0 100H${width}`} />
    </svg>
  );
}

/**
 * Small bars without axes: passed requests solid, refused ones hatched on top. Drawn again only when they
 * change.
 */
export const MiniBars = memo(Bars);
