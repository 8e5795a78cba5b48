import { useMemo, useState } from 'react';
import { TextField } from '#renderer/ui/field.tsx';
import { Drawn } from '#renderer/ui/icon.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { previewWrite } from '#shared/connectors/index.ts';
import { isJsonObject, valueAt } from '#shared/workspace/json-pointer.ts';
import type { JsonValue } from '#shared/workspace/three-way.ts';
import { JsonField } from '../form/json-field.tsx';
import { nodePath } from '../tree/nodes.ts';
import type { Studio } from '../use-studio.ts';
import { studioMessages } from '../words.ts';
import { RequestView } from './request-view.tsx';
import { useReadPreview } from './use-read-preview.ts';

const messages = studioMessages.connectors.preview;

type WriteOperation = 'CREATE' | 'UPDATE';

/** Attributes to begin with: those of the first record of the sample that the operation writes. */
function useFirstAttributes(studio: Studio, operation: WriteOperation): JsonValue {
  const shown = useReadPreview(studio, 'QUERY');
  const at = nodePath({ kind: 'operation', type: studio.objectType, operation });
  const mapping = valueAt(studio.document, [...at, 'requestMapping']);
  const names = isJsonObject(mapping) ? Object.keys(mapping) : [];
  const values = shown?.read.objects[0]?.attributes ?? {};
  return Object.fromEntries(names.map((name) => [name, values[name] ?? '']));
}

/** The sample object as GET returns it, or else the first one in the list; null when there is no sample. */
function usePresentObject(studio: Studio): JsonValue | null {
  const one = useReadPreview(studio, 'GET');
  const list = useReadPreview(studio, 'QUERY');
  const at = nodePath({ kind: 'operation', type: studio.objectType, operation: 'UPDATE' });
  const isPart = isJsonObject(valueAt(studio.document, [...at, 'sendAll']));
  return one?.sample.json ?? (isPart ? null : (list?.records[0] ?? null));
}

/** Attributes as the management interface takes them, and the exact requests that they become. */
export function WriteMapping({ studio }: { readonly studio: Studio }) {
  const { connector, objectType, node } = studio;
  const [chosen, setChosen] = useState<WriteOperation | null>(null);
  const [typed, setTyped] = useState<JsonValue | null>(null);
  const [uid, setUid] = useState('1');
  const own = node.kind === 'operation' && node.operation === 'UPDATE' ? 'UPDATE' : 'CREATE';
  const operation = chosen ?? own;
  const first = useFirstAttributes(studio, operation);
  const attributes = typed ?? first;
  const config = connector?.configurationProperties.objectTypes[objectType];
  const present = usePresentObject(studio);
  const isConfigured = config?.operations?.[operation] !== undefined && config.operations[operation] !== null;
  const preview = useMemo(
    () =>
      config === undefined || !isConfigured || !isJsonObject(attributes)
        ? null
        : previewWrite(objectType, config, { operation, attributes, uid, present }),
    [config, isConfigured, objectType, operation, attributes, uid, present],
  );
  return (
    <ScrollRegion label={messages.tabs.write} className="studio-try">
      <span className="row wraps">
        <Segmented
          mini
          label={messages.operation}
          options={[
            { id: 'CREATE', label: 'CREATE' },
            { id: 'UPDATE', label: 'UPDATE' },
          ]}
          value={operation}
          onChange={setChosen}
        />
      </span>
      {operation === 'UPDATE' ? (
        <TextField label={messages.uid} value={uid} isMono onChange={setUid} />
      ) : null}
      <JsonField
        label={messages.attributesIn}
        value={attributes}
        help={messages.attributesInHelp}
        rows={7}
        onChange={(value) => setTyped(value ?? {})}
      />
      {isConfigured ? null : <p className="remark">{messages.notConfigured(operation)}</p>}
      {preview === null ? null : (
        <>
          <ul className="studio-problems" data-words="data">
            {preview.problems.map(({ code, message }) => (
              <li key={`${code} ${message}`} className="c-danger">
                <Drawn name="failed" small />
                {message}
              </li>
            ))}
          </ul>
          {preview.lost.length === 0 ? null : (
            <p className="remark c-warn">
              <Drawn name="warning" small />
              {messages.lost(preview.lost)}
            </p>
          )}
          {preview.requests.map((request, index) => (
            <RequestView key={`${index} ${request.method}`} request={request} />
          ))}
        </>
      )}
    </ScrollRegion>
  );
}
