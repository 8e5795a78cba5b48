import { useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Confirm } from '#renderer/ui/confirm.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { numbers, Table } from '#renderer/ui/table.tsx';
import { formatCount, formatDateTime } from '#renderer/words/format.ts';
import type { ImportTarget } from '#shared/api/index.ts';
import type { ImportMatches } from '#shared/consents/index.ts';
import type { OpenImport } from '../use-import.ts';
import { importMessages } from '../words.ts';

const messages = importMessages.imports.match;

/** The texts that rows consent to, with the revision that is in force. */
export function Texts({ texts }: Pick<ImportMatches, 'texts'>) {
  return (
    <section aria-label={messages.texts}>
      <PaneHead title={messages.texts} />
      {texts.length === 0 ? (
        <p className="remark">{messages.noTexts}</p>
      ) : (
        <Table
          label={messages.texts}
          className="rows imp-matches"
          columns={[
            messages.agreement,
            messages.locale,
            messages.revision,
            messages.effective,
            numbers(messages.rowsHead),
          ]}
        >
          {texts.map((text) => (
            <tr key={`${text.agreementId} ${text.languageId}`}>
              <th scope="row" className="wrap" data-words="data">
                {text.agreement}
              </th>
              <td className="mono">{text.locale}</td>
              <td className="mono wrap">{text.revisionId}</td>
              <td className="mono">{formatDateTime(text.effectiveAtMillis)}</td>
              <td className="num mono">{formatCount(text.rows)}</td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
}

type Advice = ImportMatches['reconsent'][number];

export interface ReconsentProps {
  readonly state: OpenImport;
  readonly advice: ImportMatches['reconsent'];
  readonly target: ImportTarget | null;
}

/** Consents that would expire as they are loaded, and the period that keeps them. */
export function Reconsent({ state, advice, target }: ReconsentProps) {
  const [asked, setAsked] = useState<Advice | null>(null);
  const { id, act, isLocked, isActing } = state;
  const found = advice.filter(({ expired }) => expired > 0);
  if (found.length === 0) return null;
  const name = target?.name ?? '';
  return (
    <section aria-label={messages.reconsent}>
      {found.map((one) => (
        <Note
          key={one.agreementId}
          kind="warning"
          title={messages.reconsent}
          actions={
            <Button small disabled={isLocked || isActing || target === null} onPress={() => setAsked(one)}>
              {messages.reconsentAct(one.adviseDays)}
            </Button>
          }
        >
          <p data-words="data">{messages.reconsentText(one.expired, one.agreement, one.days)}</p>
        </Note>
      ))}
      {asked === null ? null : (
        <Confirm
          title={messages.reconsenting.title}
          text={messages.reconsenting.text(asked.agreement, asked.adviseDays, target?.displayName ?? '')}
          act={messages.reconsenting.act}
          {...(target === null || target.isSandbox
            ? {}
            : { typed: { text: name, label: messages.typeTarget(name) } })}
          onAct={() => {
            setAsked(null);
            act((client) =>
              client.imports.applyReconsent({
                id,
                agreementId: asked.agreementId,
                days: asked.adviseDays,
                confirm: target === null || target.isSandbox ? null : name,
              }),
            );
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </section>
  );
}
