import { Copy } from 'lucide-react';
import { SmallGhostButton } from '#renderer/ui/button.tsx';
import { JsonCode } from '#renderer/ui/code.tsx';
import { copyText } from '#renderer/ui/copy.ts';
import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { formatCount } from '#renderer/words/format.ts';
import type { ImportDryRun } from '#shared/api/index.ts';
import { importMessages } from '../words.ts';

const messages = importMessages.importLoad.dryRun;

type Sample = ImportDryRun['samples'][number];

function SampleView({ sample }: { readonly sample: Sample }) {
  const { row, method, url, headers, body, curl } = sample;
  return (
    <li className="imp-request">
      <div className="row tight">
        <span className="ref">{importMessages.imports.file.row(row)}</span>
        <span className="push" />
        <SmallGhostButton
          icon={Copy}
          label={`${messages.curl}, ${importMessages.imports.file.row(row)}`}
          onPress={() => void copyText(curl, messages.curlCopied)}
        >
          {messages.curl}
        </SmallGhostButton>
      </div>
      <section aria-label={messages.sampleOf(row)}>
        <p className="mono wrap">
          <b>{method}</b> {url}
        </p>
        {headers.map(([name, value]) => (
          <p key={`${name} ${value}`} className="mono wrap">
            <span className="imp-header-name">{name}:</span> {value}
          </p>
        ))}
        <JsonCode text={body} />
      </section>
    </li>
  );
}

/** Some of the requests as they will be sent. */
export function Samples({ samples }: Pick<ImportDryRun, 'samples'>) {
  return (
    <section aria-label={messages.samples}>
      <PaneHead title={messages.samples}>
        <span className="ref">{samples.length === 0 ? '' : formatCount(samples.length)}</span>
      </PaneHead>
      <p className="remark">{samples.length === 0 ? messages.noSamples : messages.samplesHelp}</p>
      <ul className="imp-requests">
        {samples.map((sample) => (
          <SampleView key={sample.row} sample={sample} />
        ))}
      </ul>
    </section>
  );
}
