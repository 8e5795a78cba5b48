import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { TraceRecipe } from '#shared/throttle/traffic/recipe.ts';
import type { TraceShapes } from '#shared/throttle/traffic/recorded.ts';
import type { TrafficTrace } from '#shared/throttle/traffic/schema.ts';
import { TraceWriter } from './trace-writer.ts';

/** Puts requests that a former traffic file holds into a folder of the state. */
export function storeTrace(
  directory: string,
  trace: TrafficTrace,
): Pick<TraceRecipe, 'id' | 'requests' | 'isWholeSeconds'> {
  const id = idOf(trace);
  const shapes = trace.shapes ?? shapesOf(trace);
  const writer = new TraceWriter(join(directory, `${id}.part`));
  try {
    const classRequests: number[] = [];
    for (let index = 0; index < trace.atMillis.length; index += 1) {
      const shape = trace.client[index] ?? 0;
      const of = shapes.client[shape] ?? 0;
      classRequests[of] = (classRequests[of] ?? 0) + 1;
      writer.add(trace.atMillis[index] ?? 0, shape);
    }
    // Its times were laid where they are when it was recorded: nothing is spread.
    writer.finish(id, shapes, {
      startMillis: 0,
      isWholeSeconds: false,
      classRequests: Array.from(classRequests, (count) => count ?? 0),
    });
    return { id, requests: trace.atMillis.length, isWholeSeconds: false };
  } catch (error) {
    writer.discard();
    throw error;
  }
}

/** One shape for each class: such requests are all as their class says. */
function shapesOf({ client }: TrafficTrace): TraceShapes {
  let count = 0;
  for (let index = 0; index < client.length; index += 1) count = Math.max(count, (client[index] ?? 0) + 1);
  return { client: Int32Array.from({ length: count }, (_, index) => index), columns: [] };
}

function idOf({ atMillis, client, shapes }: TrafficTrace): string {
  const hash = createHash('sha256');
  hash.update(Float64Array.from(atMillis));
  hash.update(Int32Array.from(client));
  hash.update(JSON.stringify(shapes ?? null));
  return hash.digest('hex').slice(0, 24);
}
