import { useMemo, useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { Verdict } from '#renderer/ui/verdict.tsx';
import { previewException } from '#shared/connectors/index.ts';
import { toPointer } from '#shared/workspace/json-pointer.ts';
import { nodePath } from '../tree/nodes.ts';
import type { Studio } from '../use-studio.ts';
import { studioWords } from '../words.ts';

const words = studioWords.connectors.exception;

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
    <ScrollRegion label={studioWords.connectors.preview.tabs.exceptions} className="studio-try">
      <TextField
        label={words.status}
        value={status}
        isMono
        error={isStatus ? null : words.noStatus}
        onChange={setStatus}
      />
      <TextArea label={words.body} value={text} rows={6} help={words.bodyHelp} onChange={setText} />
      {found === undefined ? null : found === null ? (
        <output className="studio-answer">
          <Verdict of="passed" word={words.success} /> {words.successMore}
        </output>
      ) : (
        <output className="studio-answer">
          <span className="row tight wraps">
            <Verdict of="failed" word={found.failure.type} />
            <span>
              {found.failure.rule === null || found.failure.rule.index === null
                ? words.byStatus
                : words.byRule(found.failure.rule.type, found.failure.rule.index + 1)}
            </span>
            {found.pointer === null ? null : (
              <Button small kind="ghost" onPress={() => studio.goTo(`${way}${found.pointer}`)}>
                {words.toRule}
              </Button>
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
