import { firstForwarded } from './client-address.ts';
import type { ImportOptions } from './options.ts';
import {
  type AddressPart,
  attributeOf,
  forwardedHeader,
  isAbsent,
  isSingle,
  type Meaning,
  meaningOf,
  type SingleRole,
} from './roles.ts';
import type { TextColumn } from './text-column.ts';

/** Parts of the address of one request. */
export interface AddressParts {
  uri: string;
  host: string;
  scheme: string;
  query: string;
}

/** The use of one text of a line; `column` is the place of its numbers in a row. */
interface Slot {
  readonly name: string;
  readonly isKey: boolean;
  meaning: Meaning | null;
  column: number;
  /** Of a column that is the key, or says more than the request has, besides what it means. */
  keyColumn: number;
}

/** The column of addresses that are the first of the forwarded ones. */
const forwardedSource = 'remote_address';

/** Makes the columns of a log, each once. */
export interface ColumnMaker {
  columnOf(source: string, name: string, role: TextColumn['role']): number;
  code(column: number, text: string): void;
}

/** Columns that a person chose, null: told by their names; and those that hold the time, which have one name together. */
export type PlanChoice = Pick<ImportOptions, 'time' | 'key' | 'path' | 'method'> & {
  readonly times: readonly string[];
};

/** How the lines with certain names are taken apart: decided with the first text that a name has. */
export class RowPlan {
  readonly names: readonly string[];
  readonly #time: string | null;
  readonly #slots: readonly Slot[];
  readonly #choice: PlanChoice;
  readonly #columns: ColumnMaker;
  readonly #places: Int32Array;
  #isSeparable: boolean;
  #hasPath = false;
  /** Of the line that is taken. */
  readonly #has: Record<SingleRole, boolean> = { remoteAddress: false, method: false, status: false };
  #forwarded = '';
  readonly #address: AddressParts = { uri: '', host: '', scheme: '', query: '' };

  constructor(names: readonly string[], choice: PlanChoice, columns: ColumnMaker) {
    const { time, times, key } = choice;
    this.#choice = choice;
    this.names = names;
    this.#time = time;
    this.#columns = columns;
    this.#places = new Int32Array(names.length + 1).fill(-1);
    this.#isSeparable = true;
    this.#slots = names.map((name) => ({
      name,
      isKey: name === key,
      meaning: times.includes(name) ? { kind: 'none' } : null,
      column: -1,
      keyColumn: -1,
    }));
  }

  /**
   * The places in a row of the numbers of each name, and behind them `address`; null: a name decides more than its own
   * number.
   */
  placesWith(address: number): Int32Array | null {
    if (!this.#isSeparable) return null;
    this.#places[this.names.length] = address;
    return this.#places;
  }

  /** Tests whether the plan is for lines with these names that have the time where `time` says. */
  isFor(names: readonly string[], time: string | null): boolean {
    return this.names === names && this.#time === time;
  }

  /** True if a column holds paths, and not hosts alone. */
  get hasPath(): boolean {
    return this.#hasPath;
  }

  /** Fills a row with the numbers of the texts of a line, and gives the parts of its address. */
  take(values: readonly string[]): AddressParts {
    const address = this.#address;
    address.uri = '';
    address.host = '';
    address.scheme = '';
    address.query = '';
    this.#has.remoteAddress = false;
    this.#has.method = false;
    this.#has.status = false;
    this.#forwarded = '';
    for (let index = 0; index < this.#slots.length; index += 1) {
      const slot = this.#slots[index];
      const text = values[index] ?? '';
      if (slot === undefined || isAbsent(text)) continue;
      this.#take(slot, slot.meaning ?? this.#decide(slot, index, text), text);
    }
    if (!this.#has.remoteAddress && this.#forwarded !== '')
      this.#takeForwarded(firstForwarded(this.#forwarded));
    return address;
  }

  #take(slot: Slot, meaning: Meaning, text: string): void {
    if (slot.keyColumn >= 0) this.#columns.code(slot.keyColumn, asAttribute(meaning, text));
    if (meaning.kind === 'column') this.#takeColumn(slot, meaning, text);
    else if (meaning.kind === 'address') this.#takePart(meaning.part, text);
    else if (meaning.kind === 'line') this.#takeLine(slot, text);
  }

  #takeColumn(slot: Slot, { role, name }: Meaning & { readonly kind: 'column' }, text: string): void {
    if (role === 'remoteAddress') this.#takeSingle(role, slot, firstForwarded(text));
    else if (role === 'method') this.#takeSingle(role, slot, text.toUpperCase());
    else if (role === 'status') this.#takeSingle(role, slot, text);
    else {
      if (role === 'header' && name === forwardedHeader) this.#forwarded = text;
      this.#columns.code(slot.column, text);
    }
  }

  /** Of several columns with the client, the method or the answer the first one counts, or the one that is the key. */
  #takeSingle(role: SingleRole, slot: Slot, text: string): void {
    if (this.#has[role] && !slot.isKey) return;
    this.#has[role] = true;
    this.#columns.code(slot.column, text);
  }

  /** Where nothing else says who the client is, what a proxy says does. */
  #takeForwarded(client: string): void {
    if (isAbsent(client)) return;
    const column = this.#columns.columnOf(forwardedSource, forwardedSource, 'remoteAddress');
    this.#columns.code(column, client);
  }

  #takePart(part: AddressPart, text: string): void {
    // A whole address says more than a path.
    if (part === 'uri' && this.#address.uri.includes('://')) return;
    this.#address[part] = text;
  }

  #takeLine(slot: Slot, text: string): void {
    const space = text.indexOf(' ');
    const end = text.indexOf(' ', space + 1);
    if (space < 0) return;
    const { path, method } = this.#choice;
    if (isOwn(method, slot.name)) this.#takeSingle('method', slot, text.slice(0, space));
    if (isOwn(path, slot.name))
      this.#address.uri = end < 0 ? text.slice(space + 1) : text.slice(space + 1, end);
  }

  /** Where a column is chosen, others that look like it are attributes. */
  #meaningOf(name: string, text: string): Meaning {
    const { path, method } = this.#choice;
    const meaning = meaningOf(name, text);
    if (meaning.kind === 'line') return meaning;
    if (name === path) return { kind: 'address', part: 'uri' };
    if (name === method) return { kind: 'column', role: 'method', name };
    const isOtherPath = path !== null && meaning.kind === 'address' && meaning.part === 'uri';
    const isOtherMethod = method !== null && meaning.kind === 'column' && meaning.role === 'method';
    return isOtherPath || isOtherMethod ? attributeOf(name) : meaning;
  }

  #decide(slot: Slot, index: number, text: string): Meaning {
    const meaning = this.#meaningOf(slot.name, text);
    slot.meaning = meaning;
    if (meaning.kind === 'column')
      slot.column = this.#columns.columnOf(slot.name, meaning.name, meaning.role);
    else {
      if (meaning.kind === 'line') slot.column = this.#columns.columnOf(slot.name, 'method', 'method');
      if (slot.isKey) slot.keyColumn = this.#columns.columnOf(slot.name, slot.name, 'attribute');
    }
    this.#places[index] = slot.column;
    const isPathOfLine = meaning.kind === 'line' && isOwn(this.#choice.path, slot.name);
    if (isPathOfLine || (meaning.kind === 'address' && meaning.part === 'uri')) this.#hasPath = true;
    const role = this.#singleRoleOf(slot);
    if (role !== null) this.#keepOthers(role);
    const isForwarded = meaning.kind === 'column' && meaning.name === forwardedHeader;
    const isOddRequest = slot.name === 'request' && meaning.kind !== 'line';
    if (meaning.kind === 'address' || slot.keyColumn >= 0 || isOddRequest || isForwarded)
      this.#isSeparable = false;
    return meaning;
  }

  /** Of several columns with the client, the method or the answer, those that do not count are kept as attributes. */
  #keepOthers(role: SingleRole): void {
    const own = this.#slots.filter((slot) => this.#singleRoleOf(slot) === role);
    const counting = own.find(({ isKey }) => isKey) ?? own[0];
    for (const slot of own) {
      if (slot === counting || slot.meaning?.kind !== 'column' || slot.keyColumn >= 0) continue;
      slot.keyColumn = this.#columns.columnOf(slot.name, slot.name, 'attribute');
      this.#isSeparable = false;
    }
  }

  #singleRoleOf({ name, meaning }: Slot): SingleRole | null {
    if (meaning?.kind === 'line') return isOwn(this.#choice.method, name) ? 'method' : null;
    return meaning?.kind === 'column' && isSingle(meaning.role) ? meaning.role : null;
  }
}

/** Tests whether a column may say what a choice is about: it is chosen, or nothing is. */
function isOwn(choice: string | null, name: string): boolean {
  return choice === null || choice === name;
}

/** Each connection of a client has another port. */
function asAttribute(meaning: Meaning, text: string): string {
  return meaning.kind === 'column' && meaning.role === 'remoteAddress' ? firstForwarded(text) : text;
}
