import { bodyText } from '#main/platform/exchange-summary.ts';
import type { DiffLine, ViewMessage } from '#shared/api/index.ts';
import type { Exchange } from '#shared/exchange/index.ts';
import { wordSegments } from './diff-segments.ts';
import { isFreshPair } from './fresh-values.ts';
import { bodyMembers, clearFields, shownField, viewExchange } from './view.ts';

/** Header values that differ between any two exchanges and say nothing. */
const noise = new Set(['date', 'content-length', 'connection', 'keep-alive', 'host']);

interface Part {
  readonly part: DiffLine['part'];
  readonly name: string;
  /** Identifies the part where its name changes from run to run. */
  readonly id?: string;
  readonly clear: string;
  readonly shown: string;
  /** Reveals the value, where it is masked and may be shown. */
  readonly pointer?: string | undefined;
}

/** A body as its members where it is a JSON object, else as one text. */
function bodyParts(
  part: 'request' | 'response',
  message: NonNullable<Exchange['response']> | Exchange['request'],
  view: ViewMessage,
): readonly Part[] {
  const members = bodyMembers(message);
  if (members === null)
    return [
      {
        part,
        name: 'body',
        clear: bodyText(message.body) ?? '',
        shown: view.text ?? '',
        pointer: view.textPointer,
      },
    ];
  return members.map(({ name, clear, shown }) => ({
    part,
    name,
    // A header field may have the name of a member.
    id: `member ${name}`,
    clear,
    shown,
    pointer: clear === shown ? undefined : `/${part}/members/${name}`,
  }));
}

/** Every named part of an exchange: what is compared, and what may be shown of it. */
function partsOf(exchange: Exchange): readonly Part[] {
  const view = viewExchange(exchange, null);
  const parts: Part[] = [
    { part: 'request', name: 'method', clear: exchange.request.method, shown: exchange.request.method },
    { part: 'request', name: 'path', clear: pathOf(exchange), shown: pathOf(exchange) },
    { part: 'response', name: 'status', clear: String(view.status), shown: String(view.status) },
  ];
  for (const field of clearFields(exchange)) {
    if (noise.has(field.name.toLowerCase())) continue;
    const part = field.pointer.startsWith('/request') ? 'request' : 'response';
    const { value, pointer } = shownField(field);
    parts.push({ part, name: field.name, clear: field.value, shown: value, pointer });
  }
  const hasForm = view.request.fields.some((field) => field.part === 'body');
  if (!hasForm && exchange.request.body.sizeBytes > 0)
    parts.push(...bodyParts('request', exchange.request, view.request));
  if (exchange.response !== null && view.response !== null)
    parts.push(...bodyParts('response', exchange.response, view.response));
  for (const rule of exchange.trace?.rules ?? [])
    parts.push({ part: 'trace', name: rule.rule, id: rule.id, clear: rule.outcome, shown: rule.outcome });
  return parts;
}

function pathOf({ request }: Exchange): string {
  return request.target.split('?')[0] ?? '';
}

/** Compares two exchanges part by part and word by word; secrets are compared in clear and shown masked. */
export function diffExchanges(left: Exchange, right: Exchange): readonly DiffLine[] {
  const leftParts = keyed(partsOf(left));
  const rightParts = keyed(partsOf(right));
  const keys = new Set([...leftParts.keys(), ...rightParts.keys()]);
  return [...keys].flatMap((key) => {
    const a = leftParts.get(key);
    const b = rightParts.get(key);
    const any = a ?? b;
    if (any === undefined) return [];
    const change = changeOf(a, b);
    return [
      {
        part: any.part,
        name: any.name,
        change,
        left: a?.shown ?? null,
        right: b?.shown ?? null,
        segments:
          a === undefined || b === undefined || change === 'same' ? null : wordSegments(a.shown, b.shown),
        leftPointer: a?.pointer,
        rightPointer: b?.pointer,
      },
    ];
  });
}

function changeOf(left: Part | undefined, right: Part | undefined): DiffLine['change'] {
  if (left === undefined || right === undefined) return 'differs';
  if (left.clear === right.clear) return 'same';
  return left.part !== 'trace' && isFreshPair(left.name, left.clear, right.clear) ? 'fresh' : 'differs';
}

/** Parts by name; repeated names are distinguished by their number. */
function keyed(parts: readonly Part[]): ReadonlyMap<string, Part> {
  const seen = new Map<string, number>();
  return new Map(
    parts.map((part) => {
      const name = `${part.part} ${part.id ?? part.name.toLowerCase()}`;
      const count = (seen.get(name) ?? 0) + 1;
      seen.set(name, count);
      return [`${name} ${count}`, part];
    }),
  );
}
