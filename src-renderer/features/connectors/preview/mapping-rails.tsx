import { useLayoutEffect, useRef, useState } from 'react';

/** A value of the remote record, and the attribute that is read from it. */
export interface MappingRail {
  readonly pointer: string;
  readonly attribute: string;
}

interface DrawnRail {
  readonly attribute: string;
  /** Distances from the top of the rails, in pixels. */
  readonly fromY: number;
  readonly toY: number;
}

export interface MappingRailsProps {
  readonly rails: readonly MappingRail[];
  /** The attribute whose rail stands out. */
  readonly active: string | null;
}

/** The middle of an element below the top of another. */
function middleBelow(element: HTMLElement, top: number): number {
  const { top: own, height } = element.getBoundingClientRect();
  return own - top + height / 2;
}

/** The rails where the lines of both lists are drawn now. */
function measured(sides: HTMLElement, top: number, rails: readonly MappingRail[]): readonly DrawnRail[] {
  const from = new Map<string, HTMLElement>();
  for (const line of sides.querySelectorAll<HTMLElement>('[data-remote]'))
    from.set(line.dataset['remote'] ?? '', line);
  const to = new Map<string, HTMLElement>();
  for (const line of sides.querySelectorAll<HTMLElement>('[data-attribute]'))
    to.set(line.dataset['attribute'] ?? '', line);
  return rails.flatMap(({ pointer, attribute }) => {
    const [start, end] = [from.get(pointer), to.get(attribute)];
    if (start === undefined || end === undefined) return [];
    return [{ attribute, fromY: middleBelow(start, top), toY: middleBelow(end, top) }];
  });
}

function isSame(one: readonly DrawnRail[], other: readonly DrawnRail[]): boolean {
  return (
    one.length === other.length &&
    one.every(({ attribute, fromY, toY }, at) => {
      const drawn = other[at];
      return drawn?.attribute === attribute && drawn.fromY === fromY && drawn.toY === toY;
    })
  );
}

const width = 48;

/** Rails from each value of the remote record to the attribute that is read from it, between the two lists. */
export function MappingRails({ rails, active }: MappingRailsProps) {
  const element = useRef<SVGSVGElement>(null);
  const [drawn, setDrawn] = useState<readonly DrawnRail[]>([]);
  // Lines move with each change of the record, the mapping and the width.
  useLayoutEffect(() => {
    const svg = element.current;
    const sides = svg?.parentElement;
    if (svg === null || sides === null || sides === undefined) return;
    const measure = () => {
      const next = measured(sides, svg.getBoundingClientRect().top, rails);
      setDrawn((before) => (isSame(before, next) ? before : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const side of [sides, ...sides.children]) observer.observe(side);
    return () => observer.disconnect();
  }, [rails]);
  return (
    <svg ref={element} className="studio-rails" width={width} aria-hidden="true">
      {drawn.map(({ attribute, fromY, toY }) => (
        <g key={`${attribute} ${fromY}`} className={attribute === active ? 'active' : undefined}>
          <path d={`M0 ${fromY}C${width / 2} ${fromY} ${width / 2} ${toY} ${width} ${toY}`} />
          <circle cx={2.5} cy={fromY} r={2.5} />
          <circle cx={width - 2.5} cy={toY} r={2.5} />
        </g>
      ))}
    </svg>
  );
}
