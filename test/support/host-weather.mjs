// Loaded before the host, in each of its threads: lets a test move the system's clock, and end the engine as a defect
// would. What it does stands in the file that GATEHOUSE_TEST_WEATHER names: { "clockMillis": 0, "crashThread": null }.
import { readFileSync } from 'node:fs';
import { threadId } from 'node:worker_threads';

const file = process.env.GATEHOUSE_TEST_WEATHER;
const lookEveryMillis = 10;
const SystemDate = Date;
let clockMillis = 0;

class MovedDate extends SystemDate {
  /** @param {...unknown} values */
  constructor(...values) {
    if (values.length === 0) super(MovedDate.now());
    else super(.../** @type {[number]} */ (values));
  }

  static now() {
    return SystemDate.now() + clockMillis;
  }
}

if (file !== undefined) {
  globalThis.Date = /** @type {DateConstructor} */ (/** @type {unknown} */ (MovedDate));
  setInterval(() => {
    const weather = JSON.parse(readFileSync(file, 'utf8'));
    clockMillis = weather.clockMillis;
    if (weather.crashThread === threadId) throw new Error('planted defect');
  }, lookEveryMillis).unref();
}
