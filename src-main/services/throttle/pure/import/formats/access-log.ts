import { timeMillis } from '../times.ts';
import { LineSplitter, tooLongText } from '../lines.ts';
import type { LogFormat, RowSink } from '../sink.ts';
import { type Token, tokensOf } from './tokens.ts';

const commonNames = ['remote_addr', 'remote_ident', 'remote_user', 'time_local', 'request', 'status'];
const afterStatus = ['body_bytes_sent', 'http_referer', 'http_user_agent'];

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
};

class AccessLines {
  readonly #sink: RowSink;
  /** Names by how many words a line has. */
  readonly #names = new Map<number, readonly string[]>();

  constructor(sink: RowSink) {
    this.#sink = sink;
  }

  take(line: string, number: number): void {
    if (line.trim() === '') return;
    const tokens = withLabels(tokensOf(line));
    if (tokens === null) return this.#sink.leaveOut(number, 'A quote or a bracket is not closed.');
    let names = this.#names.get(tokens.length);
    if (names === undefined || tokens[names.indexOf('time_local')]?.kind !== 'bracketed') {
      const found = namesOf(tokens);
      if (found === null) return this.#sink.leaveOut(number, 'It is no line of an access log.');
      this.#names.set(tokens.length, found);
      names = found;
    }
    const known = names;
    this.#sink.add(
      known,
      tokens.map((token, index) => valueOf(token, known[index] ?? '')),
      number,
    );
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

function isLabel({ text, kind }: Token): boolean {
  return kind === 'plain' && text.length > 1 && text.endsWith(':');
}
