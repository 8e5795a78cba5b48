import { ModelBucket } from './model.ts';
import { keyRate, statusRates } from './routes.ts';

/** How far the clock goes on from one round to the next. */
export const stepMillis = 1_000;
const freshPerRound = 3_200;
const peoplePerRound = 160;

/** A request, and what the model says of its answer. */
export interface Expected {
  readonly bytes: string;
  readonly what: string;
  readonly statuses: readonly number[];
}

const request = (path: string, ...fields: readonly string[]) =>
  `GET ${path} HTTP/1.1\r\nHost: gateway\r\n${fields.map((field) => `${field}\r\n`).join('')}\r\n`;

/** Makes the requests of each round; everything follows from the number of the round. */
export class Traffic {
  readonly #people = new Map<string, { status: string; bucket: ModelBucket }>();
  keys = 0;
  failures = 0;

  round(number: number, nowMillis: number): readonly Expected[] {
    return [...this.#freshKeys(number), ...this.#persons(number, nowMillis), ...this.#open(number)];
  }

  /** New keys pass; a second request of one at the same instant does not, nor does one in the small filter count. */
  *#freshKeys(number: number): Generator<Expected> {
    for (let index = 0; index < freshPerRound; index += 1) {
      this.keys += 1;
      const bytes = request('/keys', `X-Key: key-${number}-${index}`);
      yield { bytes, what: 'a new key', statuses: [200] };
      if (index % 50 === 0) yield { bytes, what: 'a key that has had its one request', statuses: [429] };
      if (index % 100 === 0)
        yield { bytes: request('/small', `X-Key: ${number}-${index}`), what: 'small', statuses: [200, 429] };
    }
    // Ten rounds ago is as long as the rate lasts.
    const back = number - keyRate.durationMillis / stepMillis;
    if (back >= 0)
      yield { bytes: request('/keys', `X-Key: key-${back}-1`), what: 'a key of old', statuses: [200] };
    if (back >= 0)
      yield {
        bytes: request('/keys', `X-Key: key-${back + 1}-1`),
        what: 'a key not old enough',
        statuses: [429],
      };
  }

  *#persons(number: number, nowMillis: number): Generator<Expected> {
    const statuses = Object.keys(statusRates);
    for (let index = 0; index < peoplePerRound; index += 1) {
      const name = `person-${(number * 31 + index * index) % 97}`;
      const shift = Math.floor(number / 40);
      const status = statuses[(shift + Number(name.slice('person-'.length))) % statuses.length] ?? 'gold';
      const rate = statusRates[status] ?? keyRate;
      let person = this.#people.get(name);
      // A new status is a new, full bucket.
      if (person?.status !== status) person = { status, bucket: new ModelBucket(rate, nowMillis) };
      this.#people.set(name, person);
      const passes = person.bucket.take(nowMillis);
      yield {
        bytes: request('/people/ok', `X-Key: ${name}`, `X-Status: ${status}`),
        what: `${name}, ${status}, at ${nowMillis} ms`,
        statuses: [passes ? 200 : 429],
      };
    }
  }

  /** Requests that are not throttled: large answers, and an upstream that hangs up. */
  *#open(number: number): Generator<Expected> {
    yield { bytes: request('/open/large'), what: 'a large answer', statuses: [200] };
    if (number % 3 !== 0) return;
    this.failures += 1;
    yield { bytes: request('/open/fail'), what: 'an upstream that hangs up', statuses: [502] };
  }
}
