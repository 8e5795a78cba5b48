import { z } from 'zod';
import type { DevtoolsPipe } from '#main/platform/devtools-pipe.ts';
import { systemTimers } from '#main/platform/timers.ts';
import type { PagePicture } from '#main/services/flow-player/index.ts';
import { paintPicture } from '../in-page/paint-picture.ts';
import type { PageWorlds } from '../page-worlds.ts';
import type { Tab } from '../tab.ts';
import { endAnimations } from './end-animations.ts';
import { hiddenPlaces } from './hidden-places.ts';
import { pageSnapshotSchema, snapshotQuestion } from './page-snapshot.ts';

/** The largest part of a page that a picture shows, in CSS pixels. */
const most = { width: 1_280, height: 800 };
const maxBytes = 200_000;
/** How long a picture may take, all tries together, in milliseconds. */
const maxMillis = 2_500;
/** Two pictures of a still page are alike; so long lies between them, in milliseconds: several frames. */
const betweenMillis = 60;
/** The colour of what is covered. */
const cover = '#5f6875';

const metricsSchema = z.object({ metrics: z.array(z.object({ name: z.string(), value: z.number() })) });
const layoutSchema = z.object({
  cssVisualViewport: z.object({
    pageX: z.number(),
    pageY: z.number(),
    clientWidth: z.number().positive(),
    clientHeight: z.number().positive(),
  }),
});
const shotSchema = z.object({ data: z.string() });
const paintedSchema = z.object({ result: z.object({ value: z.string().nullable() }) });

/**
 * Takes a picture of a page in which every place that shows one of the values is painted over. The picture is painted, and
 * not the page, so that the page has nothing to fight. Null: it took too long, or the page moved each time, so that nobody
 * can say where the values were.
 */
export async function takePicture(
  tab: Tab,
  worlds: PageWorlds,
  values: readonly string[],
): Promise<PagePicture | null> {
  const [session] = tab.sessions();
  const ask: DevtoolsPipe['send'] = (method, params) => tab.ask(method, params, session);
  const late = new AbortController();
  const tooLate = systemTimers.wait(maxMillis, late.signal).then(
    () => null,
    () => null,
  );
  const taking = untilStill(ask, worlds, values, systemTimers.nowMillis() + maxMillis);
  try {
    return await Promise.race([taking.catch(() => null), tooLate]);
  } finally {
    late.abort();
    ask('Emulation.setScriptExecutionDisabled', { value: false }).catch(() => undefined);
  }
}

/** @throws DevtoolsFailure */
async function untilStill(
  ask: DevtoolsPipe['send'],
  worlds: PageWorlds,
  values: readonly string[],
  untilMillis: number,
): Promise<PagePicture | null> {
  const all = await worlds.all();
  const [world] = all;
  if (world === undefined) return null;
  // Timers, events and animations of the page stop. What goes on all the same, such as the answer to a request that a
  // script awaits, is noticed by what it moves.
  await Promise.all([
    ask('Performance.enable', {}),
    ask('Animation.enable', undefined),
    ask('Emulation.setScriptExecutionDisabled', { value: true }),
  ]);
  await ask('Animation.setPlaybackRate', { playbackRate: 0 });
  await endAnimations(ask, all);
  while (systemTimers.nowMillis() < untilMillis) {
    const still = await pictureOfStill(ask, values);
    if (still === null) continue;
    const work = JSON.stringify({ ...still, colour: cover, maxBytes });
    const painted = await ask('Runtime.evaluate', {
      expression: `(${paintPicture.toString()})(globalThis, ${work})`,
      contextId: world.context,
      awaitPromise: true,
      returnByValue: true,
    });
    const { value } = paintedSchema.parse(painted).result;
    return value === null ? null : { mediaType: 'image/jpeg', base64: value };
  }
  return null;
}

/** A picture with the places to paint over; null: the page moved while it was taken. @throws DevtoolsFailure */
async function pictureOfStill(ask: DevtoolsPipe['send'], values: readonly string[]) {
  const { pageX, pageY, clientWidth, clientHeight } = layoutSchema.parse(
    await ask('Page.getLayoutMetrics', undefined),
  ).cssVisualViewport;
  const width = Math.min(clientWidth, most.width);
  const height = Math.min(clientHeight, most.height);
  const take = async () => {
    const clip = { x: pageX, y: pageY, width, height, scale: 1 };
    return shotSchema.parse(await ask('Page.captureScreenshot', { format: 'png', clip })).data;
  };
  const read = async () => ({
    snapshot: await ask('DOMSnapshot.captureSnapshot', snapshotQuestion),
    drawn: await drawnCount(ask),
  });
  // The first picture makes the document draw a frame: until then it tells places of the frame before.
  const first = await take();
  const before = await read();
  await systemTimers.wait(betweenMillis);
  const shot = await take();
  const after = await read();
  if (first !== shot || JSON.stringify(before) !== JSON.stringify(after)) return null;
  const places = hiddenPlaces(pageSnapshotSchema.parse(before.snapshot), values);
  if (places === null) throw new Error('The positions of the values on this page are unknown.');
  return { data: shot, width, places };
}

/** How often the browser has worked out styles and places: it does so before it shows anything that changed. */
async function drawnCount(ask: DevtoolsPipe['send']): Promise<string> {
  const { metrics } = metricsSchema.parse(await ask('Performance.getMetrics', undefined));
  const counts = metrics.filter(({ name }) => name === 'LayoutCount' || name === 'RecalcStyleCount');
  return counts.map(({ name, value }) => `${name} ${value}`).join(', ');
}
