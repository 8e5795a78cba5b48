import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';

/** Rows from `from` to `to`, both included; empty where `to` is before `from`. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/** Rows that are drawn above and below those in view, so that scrolling finds them there. */
const overscanRows = 10;
const rowHeightFallbackPx = 26;

/** The rows that are drawn when `heightPx` is seen from `topPx` on. */
export function visibleRange(topPx: number, heightPx: number, rowPx: number, count: number): RowRange {
  const from = Math.floor(topPx / rowPx) - overscanRows;
  const to = Math.ceil((topPx + heightPx) / rowPx) + overscanRows;
  return { from: Math.max(0, Math.min(from, count - 1)), to: Math.min(count - 1, to) };
}

/** The height of a row, in pixels: it follows the density and the size of the font. */
function measureRowPx(): number {
  const root = getComputedStyle(document.documentElement);
  const px = Number.parseFloat(root.getPropertyValue('--row')) * Number.parseFloat(root.fontSize);
  return Number.isFinite(px) && px > 0 ? px : rowHeightFallbackPx;
}

export interface VisibleRows {
  readonly scroller: RefObject<HTMLDivElement | null>;
  readonly range: RowRange;
  readonly rowPx: number;
  /** The width that the scrollbar takes from the rows. */
  readonly gutterPx: number;
  readonly onScroll: () => void;
  /** Rows that fit into the view. */
  readonly pageRows: () => number;
}

export interface VisibleRowsOptions {
  readonly count: number;
  /** The row that has to be in view; −1: none. */
  readonly cursor: number;
  readonly isFollowing: boolean;
  readonly onFollowChange: (isFollowing: boolean) => void;
}

/** Which rows of one height are in view of a scrolling element, and what moves the view. */
export function useVisibleRows(options: VisibleRowsOptions): VisibleRows {
  const { count, cursor, isFollowing } = options;
  const scroller = useRef<HTMLDivElement>(null);
  const lastTopPx = useRef(0);
  const [rowPx, setRowPx] = useState(measureRowPx);
  const [gutterPx, setGutterPx] = useState(0);
  const [view, setView] = useState({ topPx: 0, heightPx: 600 });
  const look = useEffectEvent(() => {
    const element = scroller.current;
    if (element === null) return;
    setRowPx(measureRowPx());
    setGutterPx(element.offsetWidth - element.clientWidth);
    setView({ topPx: element.scrollTop, heightPx: element.clientHeight });
  });
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const watcher = new ResizeObserver(() => look());
    watcher.observe(element);
    return () => watcher.disconnect();
  }, []);
  useEffect(() => {
    const element = scroller.current;
    if (!isFollowing || element === null) return;
    element.scrollTop = count * rowPx;
    lastTopPx.current = element.scrollTop;
  }, [count, isFollowing, rowPx]);
  useEffect(() => {
    const element = scroller.current;
    if (cursor < 0 || element === null) return;
    const startPx = cursor * rowPx;
    if (startPx < element.scrollTop) element.scrollTop = startPx;
    else if (startPx + rowPx > element.scrollTop + element.clientHeight)
      element.scrollTop = startPx + rowPx - element.clientHeight;
  }, [cursor, rowPx]);
  const onScroll = () => {
    const element = scroller.current;
    if (element === null) return;
    const { scrollTop: topPx, clientHeight: heightPx, scrollHeight } = element;
    const isUp = topPx < lastTopPx.current - 1;
    const isAtEnd = scrollHeight - topPx - heightPx <= rowPx;
    lastTopPx.current = topPx;
    if (isUp && !isAtEnd && isFollowing) options.onFollowChange(false);
    setView({ topPx, heightPx });
  };
  return {
    scroller,
    range: visibleRange(view.topPx, view.heightPx, rowPx, count),
    rowPx,
    gutterPx,
    onScroll,
    pageRows: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowPx) - 1),
  };
}
