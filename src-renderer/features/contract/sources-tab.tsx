import { Plus } from 'lucide-react';
import { Bar } from '#renderer/ui/bar.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { numbers, Table } from '#renderer/ui/table.tsx';
import { formatBytes } from '#renderer/words/format.ts';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import { countByFile, findingsAt, openFindings } from './findings.ts';
import { Gaps } from './gaps.tsx';
import type { PartProps } from './history-tab.tsx';
import { SourceRow } from './source-row.tsx';
import type { Sending, SourceUpload } from './use-source-upload.ts';
import { messages } from './words.ts';

const own = messages.sources;

export interface SourcesTabProps extends PartProps {
  readonly upload: SourceUpload;
  /** Opens the chooser of files. */
  readonly onChoose: () => void;
}

function SendingRow({ sending, onCancel }: { readonly sending: Sending; readonly onCancel: () => void }) {
  const { name, sentBytes, sizeBytes } = sending;
  return (
    <div className="ch-sending">
      <output className="strong clip" data-words="data">
        {own.sending(name)}
      </output>
      <Bar label={own.sending(name)} done={sentBytes} total={sizeBytes} />
      <span className="mono muted">{own.sent(formatBytes(sentBytes), formatBytes(sizeBytes))}</span>
      <Button small onPress={onCancel}>
        {sharedMessages.common.cancel}
      </Button>
    </div>
  );
}

/** Everything that is held against the contract, and the way to add to it. */
export function SourcesTab({ contract, change, view, date, upload, onChoose }: SourcesTabProps) {
  const { sources } = contract.state;
  const { columns } = own;
  const found = countByFile(openFindings(findingsAt(contract.state.findings, date)));
  return (
    <div className="ch-sources">
      <div className="ch-source-head">
        <p className="muted wrap">{own.text}</p>
        <span className="push" />
        {sources.some(({ isImported }) => isImported) ? null : (
          <Button onPress={upload.addSample}>{own.sample}</Button>
        )}
        <Button kind="ink" icon={Plus} disabled={upload.sending !== null} onPress={onChoose}>
          {own.add}
        </Button>
      </div>
      <div className="ch-standing">
        {upload.problem === null ? null : <ProblemNote problem={upload.problem} />}
        <Gaps contract={contract} date={date} />
        {upload.sending === null ? null : <SendingRow sending={upload.sending} onCancel={upload.cancel} />}
      </div>
      <ScrollRegion label={own.title}>
        <Table
          label={own.title}
          className="rows ch-source-table"
          columns={[
            columns.name,
            columns.kind,
            numbers(columns.requests),
            numbers(columns.findings),
            numbers(columns.masked),
            numbers(columns.size),
            null,
          ]}
        >
          {sources.map((source) => (
            <SourceRow
              key={source.id}
              source={source}
              isChosen={source.file === view.file}
              found={found.get(source.file) ?? 0}
              acts={contract.acts}
              change={change}
            />
          ))}
        </Table>
        <div className="ch-drop">
          <p className="strong">{own.drop}</p>
          <p className="muted wrap">{own.dropText}</p>
        </div>
      </ScrollRegion>
    </div>
  );
}
