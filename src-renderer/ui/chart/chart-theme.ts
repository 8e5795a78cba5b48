import { useSyncExternalStore } from 'react';

/** Colours that a chart paints with, by their tokens. */
export const chartTokens = [
  'text',
  'muted',
  'surface',
  'gridline',
  'edge',
  'accent',
  'danger',
  'refused',
  'series-1',
  'series-2',
  'series-3',
  'series-4',
  'fill-1',
  'accent-soft',
] as const;
export type ChartToken = (typeof chartTokens)[number];

/** The parts of the page's style that a canvas needs: it cannot read CSS variables. */
export interface ChartTheme {
  readonly colours: Readonly<Record<ChartToken, string>>;
  readonly fontFamily: string;
  readonly remPx: number;
}

// Where the system gives the colours, tone says nothing: hatch, dash and place tell things apart.
const systemColours: Readonly<Record<ChartToken, string>> = {
  text: 'CanvasText',
  muted: 'CanvasText',
  surface: 'Canvas',
  gridline: 'GrayText',
  edge: 'CanvasText',
  accent: 'Highlight',
  danger: 'CanvasText',
  refused: 'CanvasText',
  'series-1': 'LinkText',
  'series-2': 'CanvasText',
  'series-3': 'LinkText',
  'series-4': 'CanvasText',
  'fill-1': 'Canvas',
  'accent-soft': 'Canvas',
};

const queries = [
  '(prefers-color-scheme: dark)',
  '(prefers-contrast: more)',
  '(forced-colors: active)',
] as const;

function readTheme(): ChartTheme {
  const isForced = window.matchMedia('(forced-colors: active)').matches;
  const probe = document.createElement('span');
  probe.style.setProperty('forced-color-adjust', 'none');
  document.body.append(probe);
  const resolved = (token: ChartToken) => {
    probe.style.color = isForced ? systemColours[token] : `var(--${token})`;
    return getComputedStyle(probe).color;
  };
  const colours = Object.fromEntries(chartTokens.map((token) => [token, resolved(token)])) as Record<
    ChartToken,
    string
  >;
  probe.remove();
  const root = getComputedStyle(document.documentElement);
  return {
    colours,
    fontFamily: root.getPropertyValue('--font-mono'),
    remPx: Number.parseFloat(root.fontSize) || 16,
  };
}

let known: ChartTheme | null = null;
const listeners = new Set<() => void>();
let unfollow: (() => void) | null = null;

function follow(): () => void {
  const changed = () => {
    known = null;
    for (const listener of listeners) listener();
  };
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, {
    attributes: true,
    attributeFilter: ['data-theme', 'data-contrast', 'data-density', 'style'],
  });
  const media = queries.map((query) => window.matchMedia(query));
  for (const list of media) list.addEventListener('change', changed);
  // Bars are drawn before the face of their labels is there.
  void document.fonts.ready.then(changed);
  return () => {
    observer.disconnect();
    for (const list of media) list.removeEventListener('change', changed);
    known = null;
  };
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) unfollow = follow();
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    unfollow?.();
    unfollow = null;
  };
}

function currentTheme(): ChartTheme {
  known ??= readTheme();
  return known;
}

/** The colours and the face of the page as a canvas takes them; another object after each change of theme. */
export function useChartTheme(): ChartTheme {
  return useSyncExternalStore(subscribe, currentTheme);
}
