import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { toProblem } from '#renderer/api/problem.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import { connectorPath } from '#renderer/workbench/addresses.ts';
import { openLink } from '#renderer/workbench/layout-store.ts';
import type { ConnectorSystem } from '#shared/api/index.ts';
import { keepSample, keepStudio, sampleKey } from '../kept-studios.ts';
import { studioMessages } from '../words.ts';
import { AddressField } from './address-field.tsx';
import { AuthenticationFields } from './authentication-fields.tsx';
import { chosenAuthentication, credentialsOf, storedName } from './credentials.ts';
import { DraftedView } from './drafted-view.tsx';
import { type Drafted, draftOf, isAddress, type Wanted, wizardSources } from './drafts.ts';
import { OpenApiSource } from './open-api-source.tsx';
import { PagingFields } from './paging-fields.tsx';
import { SampleSource } from './sample-source.tsx';

const messages = studioMessages.connectorWizard;

const sourceOptions = wizardSources.map((id) => ({ id, label: messages.sources[id] }));

const nothingYet: Wanted = {
  source: 'sample',
  name: '',
  serviceUri: '',
  path: '/users',
  objectType: '__ACCOUNT__',
  authentication: null,
  credentials: {},
  sample: undefined,
  openApi: null,
  resource: null,
  paging: null,
};

function isSystemName(name: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/.test(name);
}

/** Writes the draft into the workspace and opens it in the studio. */
function useCreating(wanted: Wanted, drafted: Drafted, onClose: () => void) {
  const { client, queryClient } = useApi();
  const file = `connectors/provisioner.openicf-${wanted.name}.json`;
  return useMutation({
    mutationFn: async () => {
      for (const credential of credentialsOf(chosenAuthentication(wanted))) {
        const value = wanted.credentials[credential.name] ?? '';
        if (credential.isSecret && value !== '')
          await client.secrets.set({ name: storedName(wanted.name, credential), value, file });
      }
      return client.workspace.writeFile({
        file,
        text: `${JSON.stringify(drafted.document, null, 2)}\n`,
        baseVersion: null,
      });
    },
    onSuccess: () => {
      if (wanted.source === 'sample' && wanted.sample !== undefined)
        keepSample(file, sampleKey(wanted.objectType, 'QUERY'), { json: wanted.sample, source: 'pasted' });
      const hasOperations = drafted.resource !== null;
      keepStudio(file, { nodeId: hasOperations ? `${wanted.objectType}/QUERY` : 'connection' });
      void queryClient.invalidateQueries();
      onClose();
      openLink(connectorPath(file));
    },
  });
}

/** True if the input is sufficient for a draft. */
function isReady(wanted: Wanted, drafted: Drafted): boolean {
  const isSourced = wanted.source === 'empty' || drafted.resource !== null;
  return isSystemName(wanted.name) && isAddress(wanted.serviceUri) && isSourced;
}

export interface WizardDialogProps {
  readonly systems: readonly ConnectorSystem[];
  readonly onClose: () => void;
}

/** Drafts a connector from an answer of an API, from its OpenAPI document, or from nothing. */
export function WizardDialog({ systems, onClose }: WizardDialogProps) {
  const [wanted, setWanted] = useState<Wanted>(nothingYet);
  const drafted = draftOf(wanted);
  const creating = useCreating(wanted, drafted, onClose);
  const change = (changes: Partial<Wanted>) => setWanted({ ...wanted, ...changes });
  const isTaken = systems.some(({ name }) => name === wanted.name);
  const canCreate = isReady(wanted, drafted) && !isTaken && !creating.isPending;
  return (
    <Dialog full title={messages.title} onClose={onClose}>
      <ScrollRegion label={messages.title} className="studio-wizard">
        <div className="studio-wizard-form">
          <Segmented
            label={messages.source}
            options={sourceOptions}
            value={wanted.source}
            onChange={(source) => change({ source, paging: null })}
          />
          <p className="help">{messages.sourceHelp[wanted.source]}</p>
          <TextField
            label={messages.name}
            value={wanted.name}
            isMono
            help={messages.nameHelp}
            error={
              isTaken
                ? messages.taken
                : wanted.name === '' || isSystemName(wanted.name)
                  ? null
                  : messages.nameHelp
            }
            onChange={(name) => change({ name })}
          />
          {wanted.source === 'openapi' ? <OpenApiSource wanted={wanted} onChange={change} /> : null}
          <AddressField wanted={wanted} onChange={change} />
          <AuthenticationFields wanted={wanted} onChange={change} />
          {wanted.source === 'sample' ? <SampleSource wanted={wanted} onChange={change} /> : null}
        </div>
        <div className="studio-wizard-form">
          {drafted.resource === null ? (
            <p className="remark">{messages.nothing[wanted.source]}</p>
          ) : (
            <>
              <DraftedView drafted={drafted} resource={drafted.resource} />
              <PagingFields paging={drafted.resource.paging} onChange={(paging) => change({ paging })} />
            </>
          )}
        </div>
      </ScrollRegion>
      {creating.error === null ? null : <ProblemNote problem={toProblem(creating.error)} />}
      <footer className="dialog-acts studio-wizard-acts">
        <Button onPress={onClose}>{sharedMessages.common.cancel}</Button>
        <Button kind="ink" disabled={!canCreate} onPress={() => creating.mutate()}>
          {messages.act}
        </Button>
      </footer>
    </Dialog>
  );
}
