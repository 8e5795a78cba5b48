import { difference } from '#renderer/ui/difference.ts';
import type { VariantReport } from '#shared/attacks/index.ts';

export type PlayedExchange = VariantReport['control']['exchanges'][number];

/** The same step in the control and in the mutant; null where one of them did not send it. */
export interface ExchangePair {
  readonly key: string;
  readonly stepId: string;
  readonly control: PlayedExchange | null;
  readonly mutant: PlayedExchange | null;
}

function keyed(exchanges: readonly PlayedExchange[]): Map<string, PlayedExchange> {
  const counts = new Map<string, number>();
  return new Map(
    exchanges.map((exchange) => {
      const count = (counts.get(exchange.stepId) ?? 0) + 1;
      counts.set(exchange.stepId, count);
      return [`${exchange.stepId} ${count}`, exchange];
    }),
  );
}

/** The exchanges of both plays beside each other, step by step, in the order of the mutant. */
export function pairExchanges({
  control,
  mutant,
}: Pick<VariantReport, 'control' | 'mutant'>): ExchangePair[] {
  const controls = keyed(control.exchanges);
  const mutants = keyed(mutant.exchanges);
  const keys = [...mutants.keys(), ...[...controls.keys()].filter((key) => !mutants.has(key))];
  return keys.map((key) => {
    const [left, right] = [controls.get(key) ?? null, mutants.get(key) ?? null];
    return { key, stepId: (right ?? left)?.stepId ?? '', control: left, mutant: right };
  });
}

/** The two exchanges of which a comparison says most. */
export interface ComparedExchanges {
  readonly stepId: string;
  readonly controlId: string;
  readonly mutantId: string;
}

/** A part of a request line, and if it is not in the line of the other play. */
export interface LinePart {
  readonly text: string;
  readonly isChanged: boolean;
}

const nameOf = (parameter: string): string => parameter.split('=', 1)[0] ?? '';

/** Marks where the parameters of a request line differ from those of the other play's line, whatever their order. */
export function markedParts(line: string, other: string): LinePart[] {
  const others = other.split(/[?& ]/);
  return line.split(/([?& ])/).flatMap((text, index): LinePart[] => {
    if (index % 2 === 1 || others.includes(text)) return [{ text, isChanged: false }];
    const counterpart = others.find((parameter) => nameOf(parameter) === nameOf(text)) ?? '';
    const { before, changed, after } = difference(text, counterpart);
    // Where the other line has more in this place, there is nothing here to mark but the parameter as a whole.
    if (changed === '') return [{ text, isChanged: true }];
    const parts = [
      { text: before, isChanged: false },
      { text: changed, isChanged: true },
      { text: after, isChanged: false },
    ];
    return parts.filter((part) => part.text !== '');
  });
}

/** The comparison of one step; null where one play did not send it. */
export function comparisonOf({ stepId, control, mutant }: ExchangePair): ComparedExchanges | null {
  if (control === null || mutant === null) return null;
  return { stepId, controlId: control.exchangeId, mutantId: mutant.exchangeId };
}

/** Method and path of a request line. */
function endpointOf({ line }: PlayedExchange): string {
  return line.split('?', 1)[0] ?? '';
}

/**
 * Returns the exchanges that the comparison of a variant opens first: the attacked step where both played it; else
 * the attacked request beside the last of the control to the same endpoint; else the last step that both played; else
 * the last exchange of each.
 */
export function notableComparison(
  variant: Pick<VariantReport, 'control' | 'mutant' | 'checks'>,
): ComparedExchanges | null {
  const { control, mutant, checks } = variant;
  const steps = checks.map(({ step }) => step);
  const both = pairExchanges(variant)
    .map(comparisonOf)
    .filter((pair) => pair !== null);
  const shared = both.findLast(({ stepId }) => steps.includes(stepId));
  if (shared !== undefined) return shared;
  const attacked =
    mutant.exchanges.findLast(({ stepId }) => steps.includes(stepId)) ?? mutant.exchanges.at(-1);
  if (attacked === undefined) return null;
  const alike = control.exchanges.findLast((exchange) => endpointOf(exchange) === endpointOf(attacked));
  if (alike === undefined && both.length > 0) return both.at(-1) ?? null;
  const beside = alike ?? control.exchanges.at(-1);
  if (beside === undefined) return null;
  return { stepId: attacked.stepId, controlId: beside.exchangeId, mutantId: attacked.exchangeId };
}
