import { displayTemplate } from '#main/services/contract/pure/index.ts';
import type { RecordedRequest } from '../linting/tasks.ts';

/** How much may wait to be linted. */
export interface QueueBounds {
  readonly maxRequests: number;
  /** Characters of their bodies. */
  readonly maxCharacters: number;
}

const defaultBounds: QueueBounds = { maxRequests: 20_000, maxCharacters: 16_000_000 };
/** So many requests of one shape go before those that are seen again and again. */
const rareTimes = 50;
/** Maximum number of shapes that are counted; later ones are not treated as rare. */
const maxShapes = 5_000;

/** Live requests that wait to be linted. A flood of one call does not keep another one waiting. */
export interface LiveQueue {
  /** Returns how many requests had to be left out for it. */
  offer(request: RecordedRequest): number;
  /** Takes the next ones, in the order in which they were sent. */
  take(most: number): readonly RecordedRequest[];
  waiting(): number;
  clear(): void;
}

interface Waiting {
  readonly request: RecordedRequest;
  readonly number: number;
}

/** Makes an empty queue. */
export function createLiveQueue({ maxRequests, maxCharacters }: QueueBounds = defaultBounds): LiveQueue {
  const timesOfShape = new Map<string, number>();
  let rare: Waiting[] = [];
  let usual: Waiting[] = [];
  let characters = 0;
  let last = 0;

  function isRare(request: RecordedRequest): boolean {
    const shape = shapeOf(request);
    const times = timesOfShape.get(shape) ?? 0;
    if (times === 0 && timesOfShape.size >= maxShapes) return false;
    timesOfShape.set(shape, times + 1);
    return times < rareTimes;
  }

  function isFullWith(request: RecordedRequest): boolean {
    return rare.length + usual.length >= maxRequests || characters + charactersOf(request) > maxCharacters;
  }

  return {
    offer(request) {
      const goesFirst = isRare(request);
      let dropped = 0;
      while (goesFirst && usual.length > 0 && isFullWith(request)) {
        characters -= charactersOf(usual.pop()?.request);
        dropped += 1;
      }
      if (isFullWith(request)) return dropped + 1;
      last += 1;
      characters += charactersOf(request);
      (goesFirst ? rare : usual).push({ request, number: last });
      return dropped;
    },
    take(most) {
      const first = rare.slice(0, most);
      const then = usual.slice(0, most - first.length);
      rare = rare.slice(first.length);
      usual = usual.slice(then.length);
      const taken = [...first, ...then].toSorted((one, other) => one.number - other.number);
      for (const { request } of taken) characters -= charactersOf(request);
      return taken.map(({ request }) => request);
    },
    waiting: () => rare.length + usual.length,
    clear() {
      timesOfShape.clear();
      rare = [];
      usual = [];
      characters = 0;
    },
  };
}

function charactersOf(request: RecordedRequest | undefined): number {
  return request === undefined ? 0 : request.bodyText.length + request.responseText.length;
}

/** Requests of one shape most likely break the same thing: method, path without ids, names of the query, media type, status. */
function shapeOf({ method, url, headers, status }: RecordedRequest): string {
  const question = url.indexOf('?');
  const path = question < 0 ? url : url.slice(0, question);
  const names = question < 0 ? [] : [...new URLSearchParams(url.slice(question)).keys()].toSorted();
  const mediaType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
  return [method, displayTemplate(path.split('/').slice(2)), names.join(), mediaType, status].join(' ');
}
