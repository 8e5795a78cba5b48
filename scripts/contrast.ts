// Computes the WCAG 2.2 contrast of every pair of colours in use, in both themes and at both contrasts, and prints
// the misses (with --table: everything). Exit code 1 where a pair is below its requirement.
import { readFileSync } from 'node:fs';

type Palette = ReadonlyMap<string, readonly [light: string, dark: string]>;

interface Pair {
  readonly front: string;
  readonly back: string;
  /** WCAG 2.2 §1.4.3 and §1.4.11: 4.5 for text, 3 for what bounds or draws a control. */
  readonly needs: number;
}

const css = readFileSync(new URL('../src-renderer/ui/tokens.css', import.meta.url), 'utf8');

function palette(block: string): Palette {
  const found = block.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g);
  return new Map([...found].map(([, name = '', light = '', dark = '']) => [name, [light, dark]]));
}

/** Relative luminance of `#rrggbb`. WCAG 2.2, definition of relative luminance. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  return red * 0.2126 + green * 0.7152 + blue * 0.0722;
}

function ratio(left: string, right: string): number {
  const [lighter = 0, darker = 0] = [luminance(left), luminance(right)].toSorted((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function colour(from: Palette, name: string, index: 0 | 1): string {
  const found = from.get(name);
  if (found === undefined) throw new Error(`tokens.css has no colour --${name}`);
  return found[index];
}

function cross(needs: number, fronts: readonly string[], backs: readonly string[]): Pair[] {
  return fronts.flatMap((front) => backs.map((back) => ({ front, back, needs })));
}

const planes = ['canvas', 'surface', 'sunken', 'raised', 'hover', 'selected'];
const findings = ['ok', 'warn', 'danger', 'info', 'review', 'neutral'];
const pairs: readonly Pair[] = [
  ...cross(4.5, ['text', 'muted', 'accent'], planes),
  ...cross(4.5, ['on-inverse', 'muted-inverse'], ['inverse']),
  ...cross(4.5, ['on-accent'], ['accent']),
  ...cross(4.5, ['text', 'accent'], ['accent-soft']),
  ...findings.flatMap((name) => [
    ...cross(4.5, [name], ['surface', 'sunken', 'raised', 'hover', 'selected', `${name}-soft`]),
    ...cross(4.5, ['text', 'muted'], [`${name}-soft`]),
  ]),
  ...cross(4.5, ['ok', 'warn', 'danger'], ['canvas']),
  ...cross(
    4.5,
    ['lane-browser', 'lane-client', 'lane-as', 'lane-rs'],
    ['canvas', 'surface', 'sunken', 'hover', 'selected'],
  ),
  ...cross(4.5, ['code-key', 'code-string', 'code-number'], ['surface', 'sunken', 'hover', 'selected']),
  ...cross(
    3,
    ['series-1', 'series-2', 'series-3', 'series-4', 'series-5', 'series-6', 'refused'],
    ['surface', 'raised'],
  ),
  ...cross(3, ['edge'], ['canvas', 'surface', 'sunken', 'raised']),
  ...cross(3, ['focus'], planes),
];

const base = palette(css.slice(0, css.indexOf('@media (prefers-contrast')));
const more = palette(css.slice(css.indexOf(':root[data-contrast="more"]')));
const themes = [
  { name: 'light', colours: base, index: 0 },
  { name: 'dark', colours: base, index: 1 },
  { name: 'more light', colours: more, index: 0 },
  { name: 'more dark', colours: more, index: 1 },
] as const;

const results = pairs.flatMap((pair) =>
  themes.map(({ name, colours, index }) => {
    const measured = ratio(colour(colours, pair.front, index), colour(colours, pair.back, index));
    return { pair, name, measured, isMiss: measured < pair.needs };
  }),
);
const misses = results.filter((result) => result.isMiss);
for (const { pair, name, measured } of process.argv.includes('--table') ? results : misses) {
  console.log(`${name}: ${pair.front} on ${pair.back} is ${measured.toFixed(2)}, needs ${pair.needs}`);
}
console.log(`${pairs.length} pairs in ${themes.length} themes, ${misses.length} below the requirement.`);
process.exitCode = misses.length === 0 ? 0 : 1;
