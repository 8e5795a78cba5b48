import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../api/api-context.tsx';
import { toProblem } from '../../api/problem.ts';
import { Button } from '../../ui/button.tsx';
import { copyText } from '../../ui/copy.ts';
import { ProblemNote } from '../../ui/note.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { Select } from '../../ui/select.tsx';
import { formatDateTime } from '../../words/format.ts';
import { settingsMessages } from './words.ts';

const messages = settingsMessages.trust;

interface Instruction {
  readonly system: string;
  readonly name: string;
  readonly trust: readonly string[];
  readonly undo: readonly string[];
}

function Instructions({ all }: { readonly all: readonly Instruction[] }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const shown = all.find(({ system }) => system === chosen) ?? all[0];
  if (shown === undefined) return null;
  return (
    <>
      <Select
        label={messages.system}
        options={all.map(({ system, name }) => ({ id: system, label: name }))}
        value={shown.system}
        onChange={setChosen}
      />
      <div className="setting">
        <span className="label">{messages.trustWith}</span>
        <pre className="code block">{shown.trust.join('\n')}</pre>
      </div>
      <div className="setting">
        <span className="label">{messages.undo}</span>
        <pre className="code block">{shown.undo.join('\n')}</pre>
      </div>
    </>
  );
}

/** The root of the workspace's CA, and how each system is made to trust it. */
export function Trust() {
  const { orpc } = useApi();
  const root = useQuery(orpc.trust.root.queryOptions());
  if (root.error !== null) return <ProblemNote problem={toProblem(root.error)} />;
  if (root.data === undefined) return null;
  const { fileName, pem, subject, sha256, notBeforeMillis, notAfterMillis, instructions } = root.data;
  return (
    <div className="settings-form wide form">
      <p className="muted">{messages.help}</p>
      <dl className="facts">
        <dt>{messages.subject}</dt>
        <dd className="mono wrap">{subject}</dd>
        <dt>{messages.fingerprint}</dt>
        <dd className="mono hash">{sha256}</dd>
        <dt>{messages.valid}</dt>
        <dd>{messages.until(formatDateTime(notBeforeMillis), formatDateTime(notAfterMillis))}</dd>
      </dl>
      <div className="row wraps">
        <Button kind="ink" onPress={() => saveFile(fileName, pem, 'application/x-pem-file')}>
          {messages.save}
        </Button>
        <Button onPress={() => void copyText(pem, messages.copied)}>{messages.copy}</Button>
      </div>
      <Instructions all={instructions} />
    </div>
  );
}
