import { GatehouseError } from '#shared/errors/index.ts';
import { secretKindOfName } from '#shared/exchange/redaction.ts';
import { isToken } from '#shared/http/token.ts';
import type { Traffic, TrafficClass } from '#shared/throttle/traffic/schema.ts';
import { timeMillis } from './times.ts';

/** A line of a log as names and texts. */
export type Row = ReadonlyMap<string, string>;

/** Which columns are taken; null: guessed by their names. */
export interface ColumnChoice {
  readonly time: string | null;
  readonly key: string | null;
}

/** A line that could not be read, from 1, and why. */
export interface ImportRemark {
  readonly line: number;
  readonly message: string;
}

export interface ImportedTraffic {
  readonly traffic: Traffic;
  readonly skipped: number;
  /** The first of the skipped rows. */
  readonly remarks: readonly ImportRemark[];
  readonly columns: readonly string[];
  readonly taken: ColumnChoice;
}

const timeNames =
  /^(?:@?timestamp|time|ts|date_?time|datetime|date|at|started_?date_?time|start(?:ed)?(?:_?(?:at|time))?|time_?local|request_?time|.*(?:timestamp|_at|time))$/i;
/** Best first. */
const keyNames = [
  /(?:^|[._])(?:mail|e-?mail)$/i,
  /(?:^|[._])(?:user(?:_?(?:name|id))?|sub|subject|login|account)$/i,
  /(?:^|[._])(?:client(?:_?id)?|consumer|app(?:_?id)?|tenant|api_?key_?id)$/i,
  /(?:^|[._])(?:remote_?addr(?:ess)?|client_?ip|ip(?:_?address)?|source_?ip|host)$/i,
];
const addressName = /(?:addr(?:ess)?|(?:^|[._])(?:client_?|source_?)?ip)$/i;
const methodName = /(?:^|[._])(?:http_?)?method$/i;
const uriName = /(?:^|[._])(?:uri|url|path|request_?uri|target)$/i;
/** Values of such columns are not kept anywhere. */
const secretName = /(?:token|secret|password|passwd|authorization|cookie|api_?key|credential)$/i;

const maxRemarks = 50;
const maxClients = 100_000;
const maxAttributes = 16;
const maxAttributeLength = 200;
const maxDays = 31;
const millisPerDay = 86_400_000;
const firstLength = 1_024;
const othersId = 'others';

/** Makes traffic of rows: one class for each value of the key column. */
export class RowCollector {
  readonly #choice: ColumnChoice;
  readonly #columns = new Set<string>();
  readonly #classes = new Map<string, number>();
  readonly #clients: TrafficClass[] = [];
  readonly #remarks: ImportRemark[] = [];
  #times = new Float64Array(firstLength);
  #clientOf = new Int32Array(firstLength);
  #count = 0;
  #skipped = 0;
  #time: string | null = null;
  #key: string | null = null;

  constructor(choice: ColumnChoice) {
    this.#choice = choice;
  }

  get count(): number {
    return this.#count;
  }

  leaveOut(line: number, message: string): void {
    this.#skipped += 1;
    if (this.#remarks.length < maxRemarks) this.#remarks.push({ line, message });
  }

  add(row: Row, line: number): void {
    for (const name of row.keys()) this.#columns.add(name);
    this.#time ??= this.#choice.time ?? guessTime(row);
    this.#key ??= this.#choice.key ?? guessKey(row);
    const text = this.#time === null ? undefined : row.get(this.#time);
    const millis = text === undefined ? null : timeMillis(text, this.#time ?? '');
    if (millis === null) {
      const shown = text === undefined ? 'nothing' : `“${text.slice(0, 40)}”`;
      this.leaveOut(
        line,
        this.#time === null ? 'No column holds a time.' : `${this.#time} is ${shown}, which is no time.`,
      );
      return;
    }
    if (this.#count === this.#times.length) this.#grow();
    this.#times[this.#count] = millis;
    this.#clientOf[this.#count] = this.#classOf(row);
    this.#count += 1;
  }

  #classOf(row: Row): number {
    const key = (this.#key === null ? undefined : row.get(this.#key)) ?? '';
    const known = this.#classes.get(key);
    if (known !== undefined) return known;
    const index = this.#clients.length;
    const isOther = index >= maxClients - 1;
    if (isOther && this.#classes.has(othersId)) return index - 1;
    this.#classes.set(isOther ? othersId : key, index);
    this.#clients.push(this.#makeClass(row, key, isOther));
    return index;
  }

  #makeClass(row: Row, key: string, isOther: boolean): TrafficClass {
    const isSecret = this.#key !== null && secretName.test(this.#key);
    const named = isSecret ? `client-${this.#clients.length + 1}` : key.slice(0, maxAttributeLength);
    const attributes: Record<string, string> = {};
    for (const [name, value] of row) {
      const isKept = name !== this.#time && !secretName.test(name) && value.length <= maxAttributeLength;
      const short = name.slice(name.lastIndexOf('.') + 1);
      if (isKept && Object.keys(attributes).length < maxAttributes && short !== '__proto__')
        attributes[short] = uriName.test(name) ? withoutSecrets(value) : value;
    }
    const found = (pattern: RegExp) =>
      [...row].find(([name, value]) => pattern.test(name) && value !== '')?.[1];
    const [remoteAddress, method, uri] = [found(addressName), found(methodName), found(uriName)];
    return {
      id: isOther ? othersId : named === '' ? 'unknown' : named,
      attributes: isOther ? {} : attributes,
      patterns: [],
      on429: { kind: 'drop' },
      ...(remoteAddress === undefined ? {} : { remoteAddress }),
      ...(method !== undefined && isToken(method) ? { method: method.toUpperCase() } : {}),
      ...(uri === undefined
        ? {}
        : { uri: withoutSecrets(uri.startsWith('/') ? `http://localhost${uri}` : uri) }),
    };
  }

  #grow(): void {
    const times = new Float64Array(this.#times.length * 2);
    times.set(this.#times);
    const clientOf = new Int32Array(times.length);
    clientOf.set(this.#clientOf);
    [this.#times, this.#clientOf] = [times, clientOf];
  }

  /** @throws traffic.import-invalid where no line could be read, or the time is longer than a simulation's */
  finish(name: string): ImportedTraffic {
    const taken: ColumnChoice = { time: this.#time, key: this.#key };
    if (this.#count === 0) {
      const [first] = this.#remarks;
      const why = first === undefined ? 'It holds no requests.' : `Line ${first.line}: ${first.message}`;
      throw new GatehouseError('traffic.import-invalid', `Nothing can be imported. ${why}`, {
        fix: `Say which column holds the time. There are: ${[...this.#columns].slice(0, 20).join(', ')}.`,
      });
    }
    const { atMillis, client, durationMillis } = this.#sorted();
    if (durationMillis > maxDays * millisPerDay)
      throw new GatehouseError(
        'traffic.import-invalid',
        `The requests are spread over more than ${maxDays} days.`,
        {
          fix: 'Import a part of them, or choose another column for the time.',
        },
      );
    const traffic: Traffic = {
      name,
      durationSeconds: Math.max(1, Math.ceil((durationMillis + 1) / 1_000)),
      seed: 1,
      request: { method: 'GET', uri: 'http://localhost/', headers: {} },
      clients: this.#clients,
      changes: [],
      trace: { atMillis, client },
    };
    return { traffic, skipped: this.#skipped, remarks: this.#remarks, columns: [...this.#columns], taken };
  }

  #sorted() {
    const times = this.#times.subarray(0, this.#count);
    const order = Uint32Array.from({ length: this.#count }, (_, index) => index);
    let isAscending = true;
    for (let index = 1; index < times.length; index += 1)
      if ((times[index] ?? 0) < (times[index - 1] ?? 0)) isAscending = false;
    // Logs are written when a request ends, so they are not quite in order.
    if (!isAscending) order.sort((a, b) => (times[a] ?? 0) - (times[b] ?? 0) || a - b);
    const start = times[order[0] ?? 0] ?? 0;
    const atMillis = Float64Array.from(
      order,
      (index) => Math.round(((times[index] ?? 0) - start) * 1_000) / 1_000,
    );
    const client = Int32Array.from(order, (index) => this.#clientOf[index] ?? 0);
    return { atMillis, client, durationMillis: atMillis.at(-1) ?? 0 };
  }
}

/** An address without the values of parameters that carry secrets. */
function withoutSecrets(uri: string): string {
  return uri.replace(/([?&]([^=&#?]*)=)[^&#]*/g, (whole, start: string, name: string) =>
    secretKindOfName(name) === undefined && !secretName.test(name) ? whole : start,
  );
}

function guessTime(row: Row): string | null {
  const named = [...row].find(([name, value]) => timeNames.test(name) && timeMillis(value, name) !== null);
  return named?.[0] ?? [...row].find(([name, value]) => timeMillis(value, name) !== null)?.[0] ?? null;
}

function guessKey(row: Row): string | null {
  for (const pattern of keyNames) {
    const name = [...row.keys()].find((each) => pattern.test(each));
    if (name !== undefined) return name;
  }
  return null;
}
