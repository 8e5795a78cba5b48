import { useMutation } from '@tanstack/react-query';
import { LockKeyholeOpen } from 'lucide-react';
import { useState } from 'react';
import type { TokenDecryptionKey } from '#shared/api/index.ts';
import { useApi } from '../../../api/api-context.tsx';
import { Button } from '../../../ui/button.tsx';
import { flowMessages } from '../words.ts';
import { Made } from './controls.tsx';
import { emptyKeySource, KeySourceFields, type KeySourceForm, keySourceOf } from './key-source.tsx';
import type { Inspected } from './use-inspection.ts';
import { WorkFrame } from './work-frame.tsx';

const messages = flowMessages.tokenDecrypt;
const kinds = ['pasted', 'client-secret', 'secret'] as const;

function decryptionKeyOf(form: KeySourceForm): TokenDecryptionKey | null {
  const key = keySourceOf(form);
  return key?.kind === 'hosted' || key?.kind === 'url' || key?.kind === 'weak-secrets' ? null : key;
}

export interface DecryptTabProps {
  readonly inspected: Inspected;
  readonly onInspect: (token: string) => void;
}

/** Opens a JWE with a key that the person names. */
export function DecryptTab({ inspected, onInspect }: DecryptTabProps) {
  const { client } = useApi();
  const [form, setForm] = useState<KeySourceForm>({ ...emptyKeySource, kind: 'pasted' });
  const key = decryptionKeyOf(form);
  const decrypt = useMutation({
    mutationFn: (given: TokenDecryptionKey) =>
      client.tokens.decrypt({ source: inspected.source, with: given }),
  });
  const content = decrypt.data?.content;
  return (
    <WorkFrame
      error={decrypt.error}
      result={
        content === undefined ? null : (
          <Made
            title={messages.content}
            text={content}
            help={messages.contentHelp}
            actions={
              content.startsWith('{') ? null : (
                <Button small onPress={() => onInspect(content)}>
                  {messages.inspect}
                </Button>
              )
            }
          />
        )
      }
      empty={{ icon: LockKeyholeOpen, title: messages.emptyTitle, text: messages.empty }}
      form={
        <>
          <KeySourceFields
            form={form}
            onChange={(part) => setForm({ ...form, ...part })}
            label={messages.with}
            kinds={kinds}
            keyHelp={messages.keyHelp}
            secretHelp={messages.secretHelp}
          />
          <div className="row">
            <Button
              kind="ink"
              disabled={key === null || decrypt.isPending}
              onPress={() => {
                if (key !== null) decrypt.mutate(key);
              }}
            >
              {messages.decrypt}
            </Button>
          </div>
        </>
      }
    />
  );
}
