import type { Player } from '../player.ts';
import type { DrivenPage } from './driven-page.ts';
import { needsDrawing } from './needs-browser.ts';
import type { SeenPage } from './page-seen.ts';
import { signInWaysOf } from './ways.ts';

/** How long a page may take to draw itself, in milliseconds; one that stays empty is taken as it came. */
const drawMillis = 3_000;
const restMillis = 40;

/**
 * Has the answer to a step drawn in a browser where it is a page that a script draws, at a server that is known for such
 * pages. Nothing is acted on, and the browser goes nowhere: those who judge the answer see what a person would.
 * @throws browser.not-found, browser.root-refused, browser.did-not-start, browser.closed
 */
export async function drawAnswer(player: Player, stepId: string, browser: string): Promise<void> {
  const outcome = player.outcomes.get(stepId)?.at(-1);
  const ways = signInWaysOf(player.target);
  if (outcome?.response == null || ways.browsers === null || !needsDrawing(player.target, outcome.response))
    return;
  const { origin, target } = outcome.request;
  if (!URL.canParse(origin + target)) return;
  const page = await ways.browsers.open({
    url: new URL(origin + target).href,
    answer: outcome.response,
    cookies: player.jar(browser).all(),
    tags: player.tagsOf(stepId),
    hidden: () => [],
    isAnswer: () => true,
    onDocument: () => undefined,
    signal: AbortSignal.timeout(drawMillis * 2),
  });
  try {
    player.noteDrawn(stepId, await drawnText(player, page));
  } finally {
    page.close();
  }
}

/** The places of a page as tags, for those who read pages as text. */
export function textOfPage({ frames }: SeenPage): string {
  const tags = frames
    .filter(({ isVisible }) => isVisible)
    .flatMap(({ elements }) => elements.filter(({ isVisible }) => isVisible))
    .map(({ kind, type, names, label }) =>
      kind === 'field'
        ? `<input type="${type}" name="${escaped(names)}" aria-label="${escaped(label)}">`
        : `<button>${escaped(label)}</button>`,
    );
  return `\n<!-- drawn by a script -->\n${tags.join('\n')}`;
}

async function drawnText(player: Player, page: DrivenPage): Promise<string> {
  const untilMillis = performance.now() + drawMillis;
  let former = '';
  while (performance.now() < untilMillis) {
    const seen = await page.look().catch(() => ({ frames: [] }));
    const text = textOfPage(seen);
    if (text === former && text.includes('<input')) return text;
    former = text;
    await player.pause(restMillis);
  }
  return former;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
