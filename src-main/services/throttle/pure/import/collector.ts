import { GatehouseError } from '#shared/errors/index.ts';
import type { DateOrder } from '#shared/throttle/traffic/recipe.ts';
import type { TraceShapes } from '#shared/throttle/traffic/recorded.ts';
import type { TrafficClass } from '#shared/throttle/traffic/schema.ts';
import { rawAddress, wholeAddress, withoutAddressSecrets, withoutSecrets } from './addresses.ts';
import { classesOf, proposalsOf } from './classes.ts';
import { hashedAddresses } from './client-address.ts';
import { missingOf } from './missing.ts';
import type { ImportFacts, ImportOptions, ImportRemark, LeftOutColumn } from './options.ts';
import { markOf, Repeats, refusalOf, sameOf } from './repeats.ts';
import type { RequestStore } from './request-store.ts';
import { isClientAddress, isLeftOut, isSecretText, isSingle, keyRank } from './roles.ts';
import { RowPlan } from './row-plan.ts';
import { factsOf, markIn, refusalIn, ShapeCounts } from './shape-facts.ts';
import { ShapeTable } from './shape-table.ts';
import type { RowSink } from './sink.ts';
import { TextColumn } from './text-column.ts';
import { TimeColumns } from './time-columns.ts';
import { noTimeText, readableTimes } from './times.ts';

const maxRemarks = 50;
const maxDays = 31;
const millisPerDay = 86_400_000;
const maxRequests = 100_000_000;
const maxPlans = 1_000;
/** Columns beyond those that make a request. */
const maxAttributes = 32;
const maxAttributeLength = 200;
const maxColumns = 64;
/** Of all different texts together. */
const maxTextBytes = 160 * 1_048_576;

/** A log that was read, but for the requests themselves, which are in the store. */
export interface CollectedLog {
  readonly clients: readonly TrafficClass[];
  readonly shapes: TraceShapes;
  readonly facts: ImportFacts;
  /** The first and the last time. */
  readonly startMillis: number;
  readonly endMillis: number;
}

/** Takes the lines of logs: each request keeps what its own line says. */
export class LogCollector {
  #options: ImportOptions;
  readonly #textBytes: number;
  readonly #store: RequestStore;
  readonly #names = new Set<string>();
  readonly #columns: TextColumn[] = [];
  readonly #byName = new Map<string, number>();
  readonly #shapes = new ShapeTable();
  #counts = new ShapeCounts();
  #lastFacts = 0;
  readonly #row = new Int32Array(maxColumns);
  readonly #remarks: ImportRemark[] = [];
  #repeats = new Repeats();
  readonly #plans = new Map<string, RowPlan>();
  #plan: RowPlan | null = null;
  #uri = -1;
  #status = -1;
  #client = -1;
  #method = -1;
  readonly #time: TimeColumns;
  #count = 0;
  #skipped = 0;
  #dropped = 0;
  #attributes = 0;
  #characters = 0;
  #backwards = 0;
  #isWholeSeconds = true;
  #last = Number.NEGATIVE_INFINITY;
  #start = Number.POSITIVE_INFINITY;
  #end = Number.NEGATIVE_INFINITY;

  /** `textBytes` is what all different texts together may take. */
  constructor(options: ImportOptions, store: RequestStore, textBytes: number = maxTextBytes) {
    this.#textBytes = textBytes;
    this.#options = options;
    this.#store = store;
    this.#time = new TimeColumns(options.time, options.dates);
  }

  /** The order of dates in which the logs have to be read once more; null: none. @throws traffic.dates-unclear */
  datesToReadAgain(): DateOrder | null {
    return this.#time.datesToReadAgain();
  }

  get count(): number {
    return this.#count;
  }

  /** Takes the lines of one file; `file` names it where there are several. */
  sink(file?: string): RowSink {
    this.#time.begin();
    return {
      add: (names, values, line) => this.#add(names, values, line, file),
      leaveOut: (line, message) => this.#leaveOut(line, message, file),
      known: {
        isBesides: (time, ignored) => this.#isBesides(time, ignored),
        millisOf: (text) => this.#time.millisOf(text),
        again: (shape, facts, atMillis) => this.#again(shape, facts, atMillis),
        placesOf: (names) =>
          this.#plan?.isFor(names, this.#time.name) === true ? this.#plan.placesWith(this.#uri) : null,
        codeAddress: (address) => this.#codeAddress(address),
        row: this.#row,
        clear: () => void this.#row.fill(-1, 0, this.#columns.length),
        keep: (atMillis) => this.#keep(atMillis),
        factsOfLast: () => this.#lastFacts,
      },
    };
  }

  /**
   * Begins to count anew, for the same requests in the order of time; they are to be given to the result. Only now is
   * anything dropped.
   */
  recount(
    drops: Pick<ImportOptions, 'dropRefused' | 'dropRepeats'>,
  ): (atMillis: number, shape: number) => void {
    const { dropRefused, dropRepeats } = drops;
    this.#options = { ...this.#options, dropRefused, dropRepeats };
    this.#repeats = new Repeats();
    this.#counts = new ShapeCounts();
    [this.#count, this.#backwards, this.#isWholeSeconds] = [0, 0, true];
    [this.#start, this.#end] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    this.#last = Number.NEGATIVE_INFINITY;
    const known = new Int32Array(this.#shapes.size).fill(-1);
    return (atMillis, shape) => {
      if (known[shape] === -1) known[shape] = this.#factsAt(shape);
      this.#again(shape, known[shape] as number, atMillis);
    };
  }

  #factsAt(shape: number): number {
    const [uri, client, method] = [this.#uri, this.#client, this.#method].map((column) =>
      this.#shapes.valueAt(column, shape),
    ) as [number, number, number];
    const status = this.#columns[this.#status]?.texts[this.#shapes.valueAt(this.#status, shape)];
    return factsOf(refusalOf(status ?? ''), markOf(uri, client, method));
  }

  #isBesides(time: string, ignored: string): boolean {
    const { key } = this.#options;
    return this.#time.name === time && key !== time && key !== ignored && isLeftOut(ignored);
  }

  #leaveOut(line: number, message: string, file: string | undefined): void {
    this.#skipped += 1;
    if (this.#remarks.length < maxRemarks)
      this.#remarks.push({ line, message, ...(file === undefined ? {} : { file }) });
  }

  /** @throws traffic.too-large */
  #add(names: readonly string[], values: readonly string[], line: number, file: string | undefined): number {
    const text = this.#time.textIn(names, values);
    const atMillis = text === undefined ? null : this.#time.millisOf(text);
    const plan = this.#planOf(names);
    if (atMillis === null) {
      this.#leaveOut(line, noTimeText(this.#time.columns, names, values), file);
      return -1;
    }
    this.#row.fill(-1, 0, this.#columns.length);
    const code = this.#codeAddress(rawAddress(plan.take(values)));
    if (code >= 0) this.#row[this.#uri] = code;
    return this.#keep(atMillis);
  }

  #codeAddress(address: string): number {
    if (address === '') return -1;
    if (this.#uri < 0) this.#uri = this.#columnOf('uri', 'uri', 'uri');
    return this.#columns[this.#uri]?.codeOf(address, this.#grew) ?? -1;
  }

  /** Keeps the request of the present row; returns its shape, −1: it is dropped. @throws traffic.too-large */
  #keep(atMillis: number): number {
    const status = this.#status < 0 ? undefined : this.#columns[this.#status];
    const refusal = refusalOf(status?.texts[this.#row[this.#status] ?? -1] ?? '');
    const uri = this.#row[this.#uri] ?? -1;
    const client = this.#row[this.#client] ?? -1;
    const method = this.#row[this.#method] ?? -1;
    const mark = markOf(uri, client, method);
    if (this.#repeats.concerns(refusal, mark, atMillis)) {
      const same = sameOf(uri, client, method);
      if (this.#isDropped(this.#repeats.take(refusal, atMillis, same))) return -1;
    }
    const shape = this.#shapes.intern(this.#row, this.#columns.length);
    this.#lastFacts = factsOf(refusal, mark);
    this.#take(shape, atMillis);
    return shape;
  }

  /** @throws traffic.too-large */
  #again(shape: number, facts: number, atMillis: number): void {
    const refusal = refusalIn(facts);
    if (this.#repeats.concerns(refusal, markIn(facts), atMillis)) {
      const shapes = this.#shapes;
      const [uri, client] = [shapes.valueAt(this.#uri, shape), shapes.valueAt(this.#client, shape)];
      const same = sameOf(uri, client, shapes.valueAt(this.#method, shape));
      if (this.#isDropped(this.#repeats.take(refusal, atMillis, same))) return;
    }
    this.#take(shape, atMillis);
  }

  #take(shape: number, atMillis: number): void {
    if (this.#count >= maxRequests)
      throw tooLarge(`The log has more than ${maxRequests} requests.`, 'Import a smaller part of the log.');
    this.#counts.add(shape);
    if (atMillis !== this.#last) this.#pass(atMillis);
    this.#store.add(atMillis, shape);
    this.#count += 1;
  }

  #pass(atMillis: number): void {
    if (atMillis < this.#last) this.#backwards += 1;
    this.#last = atMillis;
    if (atMillis < this.#start) this.#start = atMillis;
    if (atMillis > this.#end) this.#end = atMillis;
    if (atMillis % 1_000 !== 0) this.#isWholeSeconds = false;
  }

  #isDropped(kind: ReturnType<Repeats['take']>): boolean {
    const { dropRefused, dropRepeats } = this.#options;
    const isDropped =
      (dropRefused && (kind === 'refused' || kind === 'both')) ||
      (dropRepeats && (kind === 'repeat' || kind === 'both'));
    if (isDropped) this.#dropped += 1;
    return isDropped;
  }

  #planOf(names: readonly string[]): RowPlan {
    const { name: time, columns: times } = this.#time;
    if (this.#plan?.isFor(names, time) === true) return this.#plan;
    // Files with the same column names still need their own row plan if the time is in a different column.
    const key = [time ?? '', ...names].join('\n');
    let plan = this.#plans.get(key);
    if (plan === undefined) {
      for (const name of names) if (this.#names.size < maxPlans) this.#names.add(name);
      plan = new RowPlan(
        names,
        { ...this.#options, time, times },
        {
          columnOf: (source, name, role) => this.#columnOf(source, name, role),
          code: (column, text) => this.#code(column, text),
        },
      );
      if (this.#plans.size < maxPlans) this.#plans.set(key, plan);
    }
    this.#plan = plan;
    return plan;
  }

  #columnOf(source: string, name: string, role: TextColumn['role']): number {
    // A request has one client, one method and one answer, however many columns tell of them.
    const key = isSingle(role) ? role : `${role} ${name}`;
    const known = this.#byName.get(key);
    if (known !== undefined) {
      this.#columns[known]?.sources.add(source);
      return known;
    }
    const isAttribute = role === 'attribute' || role === 'header';
    const isChosen = source === this.#options.key;
    if (isAttribute && !isChosen && this.#attributes >= maxAttributes) return -1;
    if (this.#columns.length >= maxColumns) return -1;
    if (isAttribute) this.#attributes += 1;
    const isBounded = isAttribute && !isChosen && keyRank(source) < 0;
    const place = this.#columns.length;
    this.#columns.push(new TextColumn({ source, name, role }, this.#keeper(source, role), isBounded));
    this.#byName.set(key, place);
    if (role === 'status') this.#status = place;
    if (role === 'method') this.#method = place;
    if (role === 'remoteAddress') this.#client = place;
    return place;
  }

  #keeper(source: string, role: TextColumn['role']): (text: string) => string {
    const { hash, hashAddresses } = this.#options;
    if (role === 'uri') return (text) => withoutSecrets(wholeAddress(text), this.#options);
    if (role === 'remoteAddress') return hashAddresses ? hash : (text) => text;
    return (text) => {
      if (isSecretText(source, text)) return hash(text);
      if (hashAddresses && isClientAddress(source, text)) return hashedAddresses(text, hash);
      const safe = withoutAddressSecrets(source, text, this.#options);
      return safe.length > maxAttributeLength ? safe.slice(0, maxAttributeLength) : safe;
    };
  }

  #code(column: number, text: string): void {
    const of = this.#columns[column];
    if (of === undefined) return;
    this.#row[column] = of.codeOf(text, this.#grew);
  }

  readonly #grew = (characters: number): void => {
    this.#characters += characters;
    if (this.#characters > this.#textBytes)
      throw tooLarge(
        'The log has too many distinct values.',
        'Omit the query strings, or import a smaller part of the log.',
      );
  };

  /** @throws traffic.import-invalid where no line could be read, or the time is longer than a simulation's */
  finish(): CollectedLog {
    if (this.#count === 0) throw this.#nothing();
    if (this.#end - this.#start > maxDays * millisPerDay)
      throw new GatehouseError('traffic.import-invalid', `The requests span more than ${maxDays} days.`, {
        fix: 'Import a smaller part of the log, or choose another time column.',
      });
    const kept = this.#columns.map((column, index) => ({ column, codes: this.#shapes.column(index) }));
    const { key: wanted } = this.#options;
    const columns = kept
      .filter(({ column }) => !column.isLeftOut)
      .map(({ column: { source, sources, name, role, texts }, codes }) => {
        const isWanted = wanted !== null && sources.has(wanted);
        return { source: isWanted ? wanted : source, name, role, texts, codes };
      });
    const counts = this.#counts.counts(this.#shapes.size);
    const { key, clients, client, classRequests } = classesOf(columns, counts, wanted);
    const hasPath = [...this.#plans.values()].some((plan) => plan.hasPath);
    const facts: ImportFacts = {
      requests: this.#count,
      skipped: this.#skipped,
      remarks: this.#remarks,
      columns: [...this.#names],
      leftOut: this.#leftOut(),
      taken: { time: this.#time.name, key },
      missing: missingOf(columns, counts, hasPath),
      isWholeSeconds: this.#isWholeSeconds,
      backwards: this.#backwards,
      answers: {
        tooMany: this.#repeats.tooMany,
        unavailable: this.#repeats.unavailable,
        repeats: this.#repeats.repeats,
        dropped: this.#dropped,
      },
      proposals: proposalsOf(columns, counts),
      classRequests,
    };
    const shapes = {
      client,
      columns: columns.map(({ name, role, texts, codes }) => ({ name, role, texts, codes })),
    };
    return { clients, shapes, facts, startMillis: this.#start, endMillis: this.#end };
  }

  #leftOut(): readonly LeftOutColumn[] {
    const tooMany = this.#columns.filter((column) => column.isLeftOut).map(({ source }) => source);
    const unlike = [...this.#names].filter((name) => isLeftOut(name) && name !== this.#options.key);
    return [
      ...tooMany.map((name) => ({ name, message: 'The column has too many distinct values.' })),
      ...unlike
        .filter(
          (name) =>
            !this.#time.columns.includes(name) && !this.#columns.some(({ sources }) => sources.has(name)),
        )
        .map((name) => ({ name, message: 'The column describes the response or a single request.' })),
    ];
  }

  #nothing(): GatehouseError {
    if (this.#dropped > 0)
      return noImport(
        'All requests were skipped as rejected or repeated.',
        'To keep them, clear the checkboxes in the import, or omit --drop-refused and --drop-repeats.',
      );
    const [first] = this.#remarks;
    const why = first === undefined ? 'The log has no requests.' : `Line ${first.line}: ${first.message}`;
    const names = [...this.#names].slice(0, 20).join(', ');
    const fix =
      names === ''
        ? 'Choose a log with one line per request.'
        : `Choose the time column. Available columns: ${names}. ${readableTimes}`;
    return noImport(why, fix);
  }
}

function noImport(why: string, fix: string): GatehouseError {
  return new GatehouseError('traffic.import-invalid', `The log cannot be imported. ${why}`, { fix });
}

function tooLarge(message: string, fix: string): GatehouseError {
  return new GatehouseError('traffic.too-large', message, { fix });
}
