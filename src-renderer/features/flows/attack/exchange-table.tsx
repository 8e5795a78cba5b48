import { GitCompare } from 'lucide-react';
import { Button } from '#renderer/ui/button.tsx';
import { StatusCode } from '#renderer/ui/status-code.tsx';
import { Table } from '#renderer/ui/table.tsx';
import { exchangeLink } from '#renderer/workbench/addresses.ts';
import { openLink } from '#renderer/workbench/layout-store.ts';
import type { VariantReport } from '#shared/attacks/index.ts';
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
}

function Line({ line, other }: { readonly line: string; readonly other: string }) {
  return markedParts(line, other).map(({ text, isChanged }, index) =>
    isChanged ? <mark key={`${index} ${text}`}>{text}</mark> : text,
  );
}

function Exchange({ exchange, other, of }: ExchangeProps) {
  if (exchange === null) return <td className="muted">{messages.notSent}</td>;
  const { exchangeId, line, status } = exchange;
  return (
    <td>
      <div className="attack-line">
        {status === null ? (
          <span className="muted">{messages.noAnswer}</span>
        ) : (
          <StatusCode status={status} quiet />
        )}
        <button type="button" className="lnk mono" onClick={() => openLink(exchangeLink(exchangeId))}>
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
}

/** The exchanges of the control beside those of the mutant; each leads to itself in Activity. */
export function ExchangeTable({ variant, onCompare }: ExchangeTableProps) {
  const pairs = pairExchanges(variant);
  if (pairs.length === 0) return null;
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
        const compared = comparisonOf(pair);
        const which = `${pair.stepId} ${index + 1}`;
        return (
          <tr key={pair.key}>
            <th scope="row" className="mono">
              {pair.stepId}
            </th>
            <Exchange exchange={pair.control} other={null} of={`${messages.control} ${which}`} />
            <Exchange exchange={pair.mutant} other={pair.control} of={`${messages.mutant} ${which}`} />
            <td>
              {compared === null ? null : (
                <Button
                  small
                  kind="ghost"
                  icon={GitCompare}
                  label={messages.diffStep(which)}
                  onPress={() => onCompare(compared)}
                />
              )}
            </td>
          </tr>
        );
      })}
    </Table>
  );
}
