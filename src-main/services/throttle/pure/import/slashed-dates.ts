import { GatehouseError } from '#shared/errors/index.ts';
import type { DateOrder } from '#shared/throttle/traffic/recipe.ts';

const maxMonth = 12;
/** With a slash or a hyphen either the day or the month comes first; with points it is the day. */
const pattern =
  /^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})[ T,]\s*(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?: ?([AP])M)?(?: ?(Z|[+-]\d{2}:?\d{2}))?$/i;

/** Says of a date that can be read in two ways which is meant. */
export interface OrderOfDates {
  /** Hears of each date; null: it is not known yet, and the day is taken to be first. */
  orderOf(first: number, second: number, text: string): DateOrder | null;
}

/** Each date for itself. */
export const anyOrder: OrderOfDates = { orderOf: () => null };

/** A time such as `30/03/2025 00:59:31` in milliseconds since 1970; without a zone as UTC. null: it is none. */
export function slashedMillis(text: string, orders: OrderOfDates): number | null {
  const match = pattern.exec(text);
  if (match === null) return null;
  const [
    ,
    a = '',
    sign = '',
    b = '',
    year = '',
    hours = '',
    minute,
    second = '0',
    fraction = '0',
    half,
    zone,
  ] = match;
  const [first, other] = [Number(a), Number(b)];
  const told = sign === '.' ? 'day-first' : orders.orderOf(first, other, text);
  const order = told ?? (other > maxMonth ? 'month-first' : 'day-first');
  const [day, month] = order === 'day-first' ? [first, other] : [other, first];
  const hour = hourOf(Number(hours), half);
  const date = new Date(Date.UTC(Number(year), month - 1, day, hour ?? 24, Number(minute), Number(second)));
  // A day that a month does not have would be one of the next month.
  const isSound = hour !== null && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  if (!isSound || Number(minute) > 59 || Number(second) > 59) return null;
  return date.getTime() + Number(`0.${fraction}`) * 1_000 - offsetMillis(zone);
}

/** The hour of a day, also from one of half a day; null: there is no such hour. */
function hourOf(hour: number, half: string | undefined): number | null {
  if (half === undefined) return hour < 24 ? hour : null;
  if (hour < 1 || hour > 12) return null;
  return (hour % 12) + (half.toUpperCase() === 'P' ? 12 : 0);
}

function offsetMillis(zone: string | undefined): number {
  const match = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? '');
  if (match === null) return 0;
  const [, sign, hours, minutes] = match;
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -60_000 : 60_000);
}

/** The order of the dates of a log: chosen, or told from a day that is no month. */
export class DatesOfLog implements OrderOfDates {
  readonly #chosen: DateOrder | null;
  readonly #sure = new Set<DateOrder>();
  /** The first date that may be read in two ways, and the first one beside it. */
  #unsure = '';
  #other = '';

  constructor(chosen: DateOrder | null) {
    this.#chosen = chosen;
  }

  orderOf(first: number, second: number, text: string): DateOrder | null {
    if (this.#chosen !== null) return this.#chosen;
    if (first > maxMonth && second <= maxMonth) this.#sure.add('day-first');
    else if (second > maxMonth && first <= maxMonth) this.#sure.add('month-first');
    else if (first <= maxMonth && second <= maxMonth) this.#take(text);
    return null;
  }

  #take(text: string): void {
    if (this.#unsure === '') this.#unsure = text;
    // The requests of one day lie the same from each other, whichever day it was.
    else if (this.#other === '' && dateOf(text) !== dateOf(this.#unsure)) this.#other = text;
  }

  /**
   * The order in which the log has to be read once more; null: it was read in the right one.
   * @throws traffic.dates-unclear where it cannot be told, or dates have both
   */
  again(): DateOrder | null {
    const isSure = (order: DateOrder) => this.#sure.has(order);
    if (isSure('day-first') && isSure('month-first'))
      throw unclear('The log mixes day-first and month-first dates.');
    if (isSure('month-first')) return this.#unsure === '' ? null : 'month-first';
    if (!isSure('day-first') && this.#other !== '')
      throw unclear(
        `The date order of “${this.#unsure}” is ambiguous: day-first or month-first. No other date in the log decides it.`,
      );
    return null;
  }
}

function dateOf(text: string): string {
  return /^[\d/.-]*/.exec(text)?.[0] ?? '';
}

function unclear(message: string): GatehouseError {
  return new GatehouseError('traffic.dates-unclear', message, {
    fix: 'Choose the order under “Dates” in the import, or pass --dates day-first or --dates month-first.',
  });
}
