import type { DateOrder } from '#shared/throttle/traffic/recipe.ts';
import { guessTime, isDateName, isTimeOfDayName } from './roles.ts';
import { DatesOfLog } from './slashed-dates.ts';
import { timeMillis } from './times.ts';

const dateAlone = /^\d{1,4}([/.-])\d{1,2}\1\d{1,4}$/;
const timeAlone = /^\d{1,2}:\d{2}/;

/** Reads the times of lines: in one column, or the date in one and the time of day in another. */
export class TimeColumns {
  readonly #chosen: string | null;
  readonly #dates: DatesOfLog;
  #columns: readonly string[] = [];
  #name: string | null = null;
  #isFound = false;
  #lastText: string | null = null;
  #lastMillis: number | null = null;

  /** `chosen` is the column that a person chose; null: it is told by its name and its texts. */
  constructor(chosen: string | null, dates: DateOrder | null) {
    this.#chosen = chosen;
    this.#dates = new DatesOfLog(dates);
    this.begin();
  }

  /** The columns that hold the time, none while it is not known. */
  get columns(): readonly string[] {
    return this.#columns;
  }

  /** The columns with the time, as messages call them; null: none is known. */
  get name(): string | null {
    return this.#name;
  }

  /** Begins a file: each has columns of its own, and their names say the units of its numbers. */
  begin(): void {
    this.#take(this.#chosen === null ? [] : [this.#chosen]);
    this.#isFound = false;
    this.#lastText = null;
  }

  #take(columns: readonly string[]): void {
    this.#columns = columns;
    this.#name = columns.length === 0 ? null : nameOf(columns);
  }

  /** The order of dates in which the logs have to be read once more; null: none. @throws traffic.dates-unclear */
  datesToReadAgain(): DateOrder | null {
    return this.#dates.again();
  }

  /** The text of a line that says its time; undefined: it has none. */
  textIn(names: readonly string[], values: readonly string[]): string | undefined {
    if (!this.#isFound) this.#find(names, values);
    const [column = '', ofDay] = this.#columns;
    const text = values[names.indexOf(column)];
    if (ofDay === undefined || text === undefined) return text;
    return joined(text, values[names.indexOf(ofDay)] ?? '');
  }

  /** The time that a text says, in milliseconds; null: none. Many lines have the time of the line before. */
  millisOf(text: string): number | null {
    if (text === this.#lastText) return this.#lastMillis;
    this.#lastText = text;
    this.#lastMillis = timeMillis(text, this.#columns[0] ?? '', this.#dates);
    return this.#lastMillis;
  }

  #find(names: readonly string[], values: readonly string[]): void {
    const isTime = (text: string, name: string) => timeMillis(text, name) !== null;
    const pair = pairOf(names, values);
    const chosen = this.#chosen;
    if (chosen === null) {
      this.#take(guessTime(names, values, isTime, pair));
      this.#isFound = this.#columns.length > 0;
    } else if (isTime(values[names.indexOf(chosen)] ?? '', chosen)) this.#isFound = true;
    else if (pair !== null && [...pair, nameOf(pair)].includes(chosen)) {
      this.#take(pair);
      this.#isFound = true;
    }
  }
}

/** A column that is named for dates and holds one, and one that is for times of day; null: there are none. */
function pairOf(names: readonly string[], values: readonly string[]): readonly string[] | null {
  const find = (isNamed: (name: string) => boolean, pattern: RegExp) =>
    names.findIndex((name, index) => isNamed(name) && pattern.test((values[index] ?? '').trim()));
  const [date, ofDay] = [find(isDateName, dateAlone), find(isTimeOfDayName, timeAlone)];
  const text = joined(values[date] ?? '', values[ofDay] ?? '');
  return timeMillis(text, '') === null ? null : [names[date] ?? '', names[ofDay] ?? ''];
}

function nameOf(columns: readonly string[]): string {
  return columns.join(' + ');
}

function joined(date: string, ofDay: string): string {
  return `${date.trim()} ${ofDay.trim()}`;
}
