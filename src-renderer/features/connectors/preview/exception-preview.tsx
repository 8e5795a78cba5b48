import { useMemo, useState } from 'react';
import { SmallGhostButton } from '#renderer/ui/button.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { Verdict } from '#renderer/ui/verdict.tsx';
import { previewException } from '#shared/connectors/index.ts';
import { toPointer } from '#shared/workspace/json-pointer.ts';
import { nodePath } from '../tree/nodes.ts';
import type { Studio } from '../use-studio.ts';
import { studioMessages } from '../words.ts';

const messages = studioMessages.connectors.exception;

/** Which exception an answer of the remote becomes, and which rule says so. */
export function ExceptionTester({ studio }: { readonly studio: Studio }) {
  const { connector, objectType } = studio;
  const [status, setStatus] = useState('409');
  const [text, setText] = useState('');
  const config = connector?.configurationProperties.objectTypes[objectType];
  const isStatus = /^[1-5]\d\d$/.test(status);
  const found = useMemo(
    () =>
      config === undefined || !isStatus
        ? undefined
        : previewException(config, { status: Number(status), headers: [], text }),
    [config, isStatus, status, text],
  );
  const way = toPointer(nodePath({ kind: 'type', type: objectType }));
  return (
    <ScrollRegion label={studioMessages.connectors.preview.tabs.exceptions} className="studio-try">
      <TextField
        label={messages.status}
        value={status}
        isMono
        error={isStatus ? null : messages.noStatus}
        onChange={setStatus}
      />
      <TextArea label={messages.body} value={text} rows={6} help={messages.bodyHelp} onChange={setText} />
      {found === undefined ? null : found === null ? (
        <output className="studio-answer">
          <Verdict of="passed" word={messages.success} /> {messages.successMore}
        </output>
      ) : (
        <output className="studio-answer">
          <span className="row tight wraps">
            <Verdict of="failed" word={found.failure.type} />
            <span>
              {found.failure.rule === null || found.failure.rule.index === null
                ? messages.byStatus
                : messages.byRule(found.failure.rule.type, found.failure.rule.index + 1)}
            </span>
            {found.pointer === null ? null : (
              <SmallGhostButton onPress={() => studio.goTo(`${way}${found.pointer}`)}>
                {messages.toRule}
              </SmallGhostButton>
            )}
          </span>
          {found.failure.message === null ? null : (
            <p className="mono wrap" data-words="data">
              {found.failure.message}
            </p>
          )}
        </output>
      )}
    </ScrollRegion>
  );
}
