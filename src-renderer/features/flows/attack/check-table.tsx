import { Table } from '#renderer/ui/table.tsx';
import type { CheckReport } from '#shared/attacks/index.ts';
import { expectedWords } from './expected-words.ts';
import { OutcomeMark } from './verdict-mark.tsx';
import { attackMessages } from './words.ts';

const messages = attackMessages.attacks;

function brokenClass({ isShould }: CheckReport): string {
  return isShould ? 'missed' : 'broken';
}

/** Expected and actual results, check by check. */
export function CheckTable({ checks }: { readonly checks: readonly CheckReport[] }) {
  return (
    <Table
      label={messages.checks}
      className="attack-table"
      columns={[
        { head: messages.outcome, className: 'outcome-cell' },
        { head: messages.step, className: 'step-cell' },
        messages.expected,
        messages.actual,
      ]}
    >
      {checks.map((check, index) => (
        <tr
          key={`${index} ${check.step} ${check.expected}`}
          className={check.outcome === 'broken' ? brokenClass(check) : undefined}
        >
          <td>
            <OutcomeMark check={check} />
            {check.isShould ? <span className="ref"> {messages.isShould}</span> : null}
          </td>
          <td className="mono">{check.step}</td>
          <td className="wrap" title={check.expected}>
            {expectedWords(check.expected)}
          </td>
          <td className="mono">{check.actual}</td>
        </tr>
      ))}
    </Table>
  );
}
