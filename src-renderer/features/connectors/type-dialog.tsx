import { useState } from 'react';
import { TextField } from '#renderer/ui/field.tsx';
import { ActDialog } from '../../ui/act-dialog.tsx';
import { nodePath, objectTypesOf } from './tree/nodes.ts';
import type { Studio } from './use-studio.ts';
import { studioMessages } from './words.ts';

const messages = studioMessages.connectorWizard.newType;

/** Adds an object class to the connector. */
export function TypeDialog({ studio, onClose }: { readonly studio: Studio; readonly onClose: () => void }) {
  const types = objectTypesOf(studio.document);
  const [name, setName] = useState(types.includes('__ACCOUNT__') ? '__GROUP__' : '__ACCOUNT__');
  const isTaken = types.includes(name);
  const isReady = !isTaken && /^[\w.-]{1,80}$/.test(name);
  const add = () => {
    if (!isReady) return;
    const node = { kind: 'type', type: name } as const;
    studio.set(nodePath(node), { schema: [], operations: {}, exceptions: {} });
    studio.choose({ kind: 'schema', type: name });
    onClose();
  };
  return (
    <ActDialog title={messages.title} act={messages.act} disabled={!isReady} onAct={add} onClose={onClose}>
      <TextField
        label={messages.name}
        value={name}
        isMono
        help={messages.help}
        error={isTaken ? messages.taken : isReady || name === '' ? null : messages.help}
        onChange={setName}
        onEnter={add}
      />
    </ActDialog>
  );
}
