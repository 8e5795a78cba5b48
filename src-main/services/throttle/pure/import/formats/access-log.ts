import { LineSplitter, tooLongText } from '../lines.ts';
import type { LogFormat, RowSink } from '../sink.ts';
import { timeMillis } from '../times.ts';
import { AccessBytes } from './access-bytes.ts';
import { type Token, tokensOf } from './tokens.ts';

const commonNames = ['remote_addr', 'remote_ident', 'remote_user', 'time_local', 'request', 'status'];
const afterStatus = ['body_bytes_sent', 'http_referer', 'http_user_agent'];
const combinedNames = [...commonNames, ...afterStatus];

/** The names of the words of a line, where they are those of a log; null: they are not. */
function namesOf(tokens: readonly Token[]): readonly string[] | null {
  const time = tokens.findIndex(({ kind }) => kind === 'bracketed');
  const request = tokens[time + 1];
  if ((time !== 3 && time !== 4) || request?.kind !== 'quoted') return null;
  // Apache's vhost_combined begins with the virtual host.
  const names = [...(time === 4 ? ['vhost'] : []), ...commonNames];
  const rest = tokens.slice(names.length);
  const isCombined = rest[1]?.kind === 'quoted' && rest[2]?.kind === 'quoted';
  const known = isCombined ? 3 : Math.min(1, rest.length);
  names.push(...afterStatus.slice(0, known));
  for (const token of rest.slice(known)) names.push(furtherName(token, names));
  return names;
}

const named = /^([A-Za-z][\w.-]{0,60})[=:]/;
const hostLike = /^[a-z0-9-]+(?:\.[a-z0-9-]+)+(?::\d+)?$/i;
const numberLike = /^\d+(?:\.\d+)?$/;
const addressList = /^\d{1,3}(?:\.\d{1,3}){3}(?:, ?\d{1,3}(?:\.\d{1,3}){3})*$/;

/** A further word of a line: by the name that it says itself, or by its looks. */
function furtherName({ text, kind }: Token, before: readonly string[]): string {
  const own = kind === 'plain' ? named.exec(text)?.[1] : undefined;
  const looks = addressList.test(text)
    ? 'http_x_forwarded_for'
    : numberLike.test(text)
      ? 'request_time'
      : hostLike.test(text) && /[a-z]/i.test(text)
        ? 'host'
        : undefined;
  const name = own ?? looks;
  return name === undefined || before.includes(name) ? `field ${before.length + 1}` : name;
}

function valueOf({ text, kind }: Token, name: string): string {
  const isNamed = kind === 'plain' && text.startsWith(name) && /^[=:]/.test(text.slice(name.length));
  if (!isNamed) return text;
  const value = text.slice(name.length + 1);
  return value.startsWith('"') && value.endsWith('"') && value.length > 1 ? value.slice(1, -1) : value;
}

/** The access log of nginx and Apache: common, combined, and either with further fields. */
export const accessLog: LogFormat = {
  isLike: ({ lines }) => {
    const [first] = lines;
    const tokens = first === undefined ? null : tokensOf(first);
    if (tokens === null || namesOf(tokens) === null) return false;
    return timeMillis(tokens.find(({ kind }) => kind === 'bracketed')?.text ?? '', 'time_local') !== null;
  },
  reader(sink) {
    const lines = new AccessLines(sink);
    const splitter = new LineSplitter(
      (line, number) => lines.take(line, number),
      (number) => sink.leaveOut(number, tooLongText),
    );
    return { push: (text) => splitter.push(text), finish: () => splitter.finish() };
  },
  byteReader(sink, textOf) {
    const lines = new AccessLines(sink);
    return new AccessBytes(sink, textOf, {
      names: combinedNames,
      take: (line, number) => lines.take(line, number),
    });
  },
};

/**
 * Takes a line of the plain combined format apart without making words of it first, as most logs are and all of their
 * lines; false: it is another one, or has something escaped in it.
 */
function takeCombined(line: string, values: string[]): boolean {
  const ident = line.indexOf(' ');
  const user = line.indexOf(' ', ident + 1);
  const time = line.indexOf(' [', user + 1);
  const request = line.indexOf('] "', time + 2);
  const status = line.indexOf('" ', request + 3);
  const bytes = line.indexOf(' ', status + 2);
  const referer = line.indexOf(' "', bytes + 1);
  const agent = line.indexOf('" "', referer + 2);
  const end = line.length - 1;
  const isOrdered =
    ident > 0 && user > 0 && time > 0 && request > 0 && status > 0 && bytes > 0 && referer > 0 && agent > 0;
  if (!isOrdered || line.indexOf('"', agent + 3) !== end || line.includes('\\')) return false;
  // The time is the fourth word, and the bytes are one.
  if (line.indexOf(' ', user + 1) !== time || line.indexOf(' ', bytes + 1) !== referer) return false;
  values[0] = line.slice(0, ident);
  values[1] = line.slice(ident + 1, user);
  values[2] = line.slice(user + 1, time);
  values[3] = line.slice(time + 2, request);
  values[4] = line.slice(request + 3, status);
  values[5] = line.slice(status + 2, bytes);
  values[6] = line.slice(bytes + 1, referer);
  values[7] = line.slice(referer + 2, agent);
  values[8] = line.slice(agent + 3, end);
  return true;
}

class AccessLines {
  readonly #sink: RowSink;
  /** Of the line that is read; nobody keeps it. */
  readonly #values: string[] = [];
  /** Names by how many words a line has. */
  readonly #names = new Map<number, readonly string[]>();

  constructor(sink: RowSink) {
    this.#sink = sink;
  }

  /** Returns the shape of the line; −1: it is not kept. */
  take(line: string, number: number): number {
    if (takeCombined(line, this.#values)) return this.#sink.add(combinedNames, this.#values, number);
    if (line.trim() === '') return -1;
    const tokens = withLabels(tokensOf(line));
    if (tokens === null) return this.#leaveOut(number, 'A quotation mark or bracket is not closed.');
    let names = this.#names.get(tokens.length);
    if (names === undefined || tokens[names.indexOf('time_local')]?.kind !== 'bracketed') {
      const found = namesOf(tokens);
      if (found === null) return this.#leaveOut(number, 'The line is not in access log format.');
      this.#names.set(tokens.length, found);
      names = found;
    }
    const known = names;
    return this.#sink.add(
      known,
      tokens.map((token, index) => valueOf(token, known[index] ?? '')),
      number,
    );
  }

  #leaveOut(number: number, why: string): number {
    this.#sink.leaveOut(number, why);
    return -1;
  }
}

/** A label with its value behind a space, such as `kong_request_id: "…"`, is one word. */
function withLabels(tokens: readonly Token[] | null): readonly Token[] | null {
  if (tokens === null || !tokens.some(isLabel)) return tokens;
  return tokens.flatMap((token, index): readonly Token[] => {
    const before = tokens[index - 1];
    if (isLabel(token)) return [];
    if (before === undefined || !isLabel(before)) return [token];
    return [{ kind: 'plain', text: `${before.text}${token.text}` }];
  });
}

/** An IPv6 address can end in a colon too, but contains others. */
function isLabel({ text, kind }: Token): boolean {
  return kind === 'plain' && text.length > 1 && text.indexOf(':') === text.length - 1;
}
