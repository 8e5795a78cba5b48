import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Drawn, Icon } from '#renderer/ui/icon.tsx';
import { numbers, Table } from '#renderer/ui/table.tsx';
import { formatCount, formatDateTime } from '#renderer/words/format.ts';
import type { ImportMatches } from '#shared/consents/index.ts';
import { importMessages } from '../words.ts';

const messages = importMessages.imports.match;

type Text = ImportMatches['texts'][number];

interface WarningProps {
  readonly title: string;
  readonly help: string;
  readonly texts: readonly Text[];
  /** The odd thing of a text. */
  readonly head: string;
  readonly cell: (text: Text) => ReactNode;
}

/** One line for all texts of which the same is odd; it unfolds to them. */
function Warning({ title, help, texts, head, cell }: WarningProps) {
  return (
    <details className="note warning imp-warning">
      <summary>
        <Drawn name="warning" />
        <b>{title}</b>
        <Icon of={ChevronRight} small />
      </summary>
      <p>{help}</p>
      <Table
        label={title}
        className="rows imp-matches"
        columns={[messages.agreement, messages.locale, head, numbers(messages.rowsHead)]}
      >
        {texts.map((text) => (
          <tr key={`${text.agreementId} ${text.languageId}`}>
            <th scope="row" className="wrap" data-words="data">
              {text.agreement}
            </th>
            <td className="mono">{text.locale}</td>
            <td className="mono">{cell(text)}</td>
            <td className="num mono">{formatCount(text.rows)}</td>
          </tr>
        ))}
      </Table>
    </details>
  );
}

function rowsOf(texts: readonly Text[]): number {
  return texts.reduce((sum, { rows }) => sum + rows, 0);
}

/** Day of an instant, as dates of a contract are written: `2027-01-22`. */
function dayOf(millis: number): string {
  return new Date(millis).toISOString().slice(0, 10);
}

/** Tells a person, a line for each thing, what is odd of the texts before rows consent to them. */
export function TextWarnings({ texts }: Pick<ImportMatches, 'texts'>) {
  const mismatched = texts.filter(({ isMismatch }) => isMismatch);
  const anew = texts.flatMap((text) =>
    text.nextReconsentAtMillis === null ? [] : [{ ...text, askedAtMillis: text.nextReconsentAtMillis }],
  );
  const first = Math.min(...anew.map(({ askedAtMillis }) => askedAtMillis));
  return (
    <>
      {mismatched.length === 0 ? null : (
        <Warning
          title={messages.mismatched(mismatched.length, rowsOf(mismatched))}
          help={messages.mismatchedHelp}
          texts={mismatched}
          head={messages.revision}
          cell={({ revisionId }) => revisionId}
        />
      )}
      {anew.length === 0 ? null : (
        <Warning
          title={messages.asksAnew(anew.length, dayOf(first), rowsOf(anew))}
          help={messages.asksAnewHelp}
          texts={anew}
          head={messages.effective}
          cell={({ nextReconsentAtMillis }) => formatDateTime(nextReconsentAtMillis ?? 0)}
        />
      )}
    </>
  );
}
