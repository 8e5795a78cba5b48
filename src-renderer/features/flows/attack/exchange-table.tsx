import { GitCompare } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { SmallGhostButton } from '#renderer/ui/button.tsx';
import type { ComparedExchange } from '#renderer/ui/exchange-compare.tsx';
import { StatusCode } from '#renderer/ui/status-code.tsx';
import { Table } from '#renderer/ui/table.tsx';
import type { ExchangeElement } from '#renderer/workbench/use-chosen-exchange.tsx';
import type { VariantReport } from '#shared/attacks/index.ts';
import type { CaseExchanges } from './case-exchanges.tsx';
import {
  type ComparedExchanges,
  comparisonOf,
  markedParts,
  type PlayedExchange,
  pairExchanges,
} from './exchange-pairs.ts';
import { attackMessages } from './words.ts';

const messages = attackMessages.attacks;

interface ExchangeProps {
  readonly exchange: PlayedExchange | null;
  /** The same step of the control: parts of the line that it lacks are marked. */
  readonly other: PlayedExchange | null;
  /** Whose it is and which, for those who do not see its row and column. */
  readonly of: string;
  /** Chooses it when it takes the focus, and opens its menu. */
  readonly element: ExchangeElement | undefined;
  readonly isShown: boolean;
  readonly onShow: () => void;
}

function Line({ line, other }: { readonly line: string; readonly other: string }) {
  return markedParts(line, other).map(({ text, isChanged }, index) =>
    isChanged ? <mark key={`${index} ${text}`}>{text}</mark> : text,
  );
}

function Exchange({ exchange, other, of, element, isShown, onShow }: ExchangeProps) {
  const place = useRef<HTMLTableCellElement>(null);
  // The exchange that opens takes its room from the table.
  useEffect(() => {
    if (isShown) place.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);
  if (exchange === null) return <td className="muted">{messages.notSent}</td>;
  const { line, status } = exchange;
  return (
    <td ref={place} className={isShown ? 'attack-exchange shown' : 'attack-exchange'} {...element}>
      <div className="attack-line">
        {status === null ? (
          <span className="muted">{messages.noAnswer}</span>
        ) : (
          <StatusCode status={status} quiet />
        )}
        <button type="button" className="lnk mono" aria-expanded={isShown} onClick={onShow}>
          <Line line={line} other={other?.line ?? line} />
          <span className="vh">, {of}</span>
        </button>
      </div>
    </td>
  );
}

export interface ExchangeTableProps {
  readonly variant: VariantReport;
  readonly onCompare: (pair: ComparedExchanges) => void;
  readonly exchanges: CaseExchanges;
}

function compared(of: string, { exchangeId, line, status }: PlayedExchange): ComparedExchange {
  return { id: exchangeId, label: `${of} ${line.replace(/\?.*$/s, '')} ${status ?? ''}`.trim() };
}

/** The exchanges of the control beside those of the mutant; each opens below the case. */
export function ExchangeTable({ variant, onCompare, exchanges }: ExchangeTableProps) {
  const pairs = pairExchanges(variant);
  if (pairs.length === 0) return null;
  const isShown = (one: ComparedExchange | null) => one !== null && one.id === exchanges.shownId;
  return (
    <Table
      label={messages.exchanges}
      className="attack-table"
      columns={[
        { head: messages.step, className: 'step-cell' },
        messages.control,
        messages.mutant,
        { head: messages.diffShort, className: 'diff-cell', isUnseen: true },
      ]}
    >
      {pairs.map((pair, index) => {
        const comparison = comparisonOf(pair);
        const which = `${pair.stepId} ${index + 1}`;
        const names = { control: `${messages.control} ${which}`, mutant: `${messages.mutant} ${which}` };
        const control = pair.control === null ? null : compared(names.control, pair.control);
        const mutant = pair.mutant === null ? null : compared(names.mutant, pair.mutant);
        return (
          <tr key={pair.key}>
            <th scope="row" className="mono">
              {pair.stepId}
            </th>
            <Exchange
              exchange={pair.control}
              other={null}
              of={names.control}
              element={control === null ? undefined : exchanges.element(control, mutant)}
              isShown={isShown(control)}
              onShow={() => exchanges.show(true)}
            />
            <Exchange
              exchange={pair.mutant}
              other={pair.control}
              of={names.mutant}
              element={mutant === null ? undefined : exchanges.element(mutant, control)}
              isShown={isShown(mutant)}
              onShow={() => exchanges.show(true)}
            />
            <td>
              {comparison === null ? null : (
                <SmallGhostButton
                  icon={GitCompare}
                  label={messages.diffStep(which)}
                  onPress={() => onCompare(comparison)}
                />
              )}
            </td>
          </tr>
        );
      })}
    </Table>
  );
}
