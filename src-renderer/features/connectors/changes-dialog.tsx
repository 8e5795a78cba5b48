import { useMemo } from 'react';
import { difference } from '#renderer/ui/difference.ts';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { Table } from '#renderer/ui/table.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import { valueOf } from '#renderer/workbench/json-edits.ts';
import { diffJson, type JsonValue } from '#shared/workspace/three-way.ts';
import { ActDialog } from '../../ui/act-dialog.tsx';
import type { Studio } from './use-studio.ts';
import { studioMessages } from './words.ts';

const messages = studioMessages.connectorWizard.diff;

function textOf(value: JsonValue | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value, null, 1);
}

function Side({ value, other }: { readonly value: string | null; readonly other: string | null }) {
  if (value === null) return <td className="muted">{sharedMessages.diff.absent}</td>;
  const { before, changed, after } = difference(value, other ?? '');
  return (
    <td className="mono studio-diff">
      {before}
      {changed === '' ? null : <mark>{changed}</mark>}
      {after}
    </td>
  );
}

export interface ChangesDialogProps {
  readonly studio: Studio;
  readonly onClose: () => void;
}

/** Where the document differs from the version that was last saved. */
export function ChangesDialog({ studio, onClose }: ChangesDialogProps) {
  const { text, saved, revert } = studio.file;
  const changes = useMemo(() => diffJson(valueOf(saved.text), valueOf(text)), [saved.text, text]);
  return (
    <ActDialog
      wide
      title={messages.title}
      act={messages.revert}
      kind="danger"
      close={sharedMessages.common.close}
      onAct={() => {
        revert();
        onClose();
      }}
      onClose={onClose}
    >
      {changes.length === 0 ? (
        <p className="remark">{messages.onlyLayout}</p>
      ) : (
        <ScrollRegion label={messages.title} className="dialog-scroll">
          <Table
            label={messages.title}
            className="diff studio-changes"
            columns={[messages.place, messages.saved, messages.now]}
            isData
          >
            {changes.map(({ pointer, before, after }) => (
              <tr key={pointer}>
                <th scope="row" className="mono">
                  {pointer}
                </th>
                <Side value={textOf(before)} other={textOf(after)} />
                <Side value={textOf(after)} other={textOf(before)} />
              </tr>
            ))}
          </Table>
        </ScrollRegion>
      )}
    </ActDialog>
  );
}
