import { bodyText } from '#main/platform/exchange-summary.ts';
import type { DiffLine } from '#shared/api/index.ts';
import type { Exchange } from '#shared/exchange/index.ts';
import { wordSegments } from './diff-segments.ts';
import { clearFields, shownValue, viewExchange } from './view.ts';

/** Header values that differ between any two exchanges and say nothing. */
const noise = new Set(['date', 'content-length', 'connection', 'keep-alive', 'host']);

interface Part {
  readonly part: DiffLine['part'];
  readonly name: string;
  /** Identifies the part where its name changes from run to run. */
  readonly id?: string;
  readonly clear: string;
  readonly shown: string;
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
    parts.push({ part, name: field.name, clear: field.value, shown: shownValue(field) });
  }
  if (view.request.fields.length === 0 && exchange.request.body.sizeBytes > 0)
    parts.push({
      part: 'request',
      name: 'body',
      clear: bodyText(exchange.request.body) ?? '',
      shown: view.request.text ?? '',
    });
  if (exchange.response !== null)
    parts.push({
      part: 'response',
      name: 'body',
      clear: bodyText(exchange.response.body) ?? '',
      shown: view.response?.text ?? '',
    });
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
    if (any === undefined || a?.clear === b?.clear) return [];
    return [
      {
        part: any.part,
        name: any.name,
        left: a?.shown ?? null,
        right: b?.shown ?? null,
        segments: a === undefined || b === undefined ? null : wordSegments(a.shown, b.shown),
      },
    ];
  });
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
