import { Trash2 } from 'lucide-react';
import { assertNever } from '#shared/errors/assert-never.ts';
import { clientAuthentications } from '#shared/oauth/client-authentication.ts';
import { SmallGhostButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { type ClientDraft, proofOf } from './draft.ts';
import { serverMessages as messages } from './messages.ts';

export interface ClientFieldsProps {
  readonly client: ClientDraft;
  /** Its place in the form, from 1. */
  readonly number: number;
  readonly onChange: (client: ClientDraft) => void;
  readonly onRemove: () => void;
}

type Change = (change: Partial<ClientDraft>) => void;

/** The fields of that by which a client shows who it is. */
function Proof({ client, set }: { readonly client: ClientDraft; readonly set: Change }) {
  const proof = proofOf(client);
  switch (proof) {
    case 'nothing':
      return null;
    case 'key':
      return (
        <TextArea
          label={messages.privateKey}
          help={messages.privateKeyHelp}
          rows={4}
          value={client.privateKey}
          onChange={(privateKey) => set({ privateKey })}
        />
      );
    case 'certificate':
      return (
        <>
          <TextArea
            label={messages.certificate}
            help={messages.certificateHelp}
            rows={4}
            value={client.certificate}
            onChange={(certificate) => set({ certificate })}
          />
          <TextArea
            label={messages.certificateKey}
            help={messages.certificateKeyHelp}
            rows={4}
            value={client.certificateKey}
            onChange={(certificateKey) => set({ certificateKey })}
          />
        </>
      );
    case 'secret':
    case 'signing-secret':
      return (
        <TextField
          label={messages.secret}
          help={messages.secretHelp}
          type="password"
          isMono
          value={client.secret}
          onChange={(secret) => set({ secret })}
        />
      );
    default:
      return assertNever(proof);
  }
}

/** A client of ours at the server. */
export function ClientFields({ client, number, onChange, onRemove }: ClientFieldsProps) {
  const set: Change = (change) => onChange({ ...client, ...change });
  return (
    <fieldset className="pairs server-part">
      <legend className="strong">{messages.client(number)}</legend>
      <TextField
        label={messages.clientId}
        isMono
        value={client.clientId}
        onChange={(clientId) => set({ clientId })}
      />
      <Select
        label={messages.authentication}
        options={clientAuthentications.map((id) => ({ id, label: messages.authentications[id] }))}
        value={client.authentication}
        onChange={(chosen) => {
          const authentication = clientAuthentications.find((id) => id === chosen);
          if (authentication !== undefined) set({ authentication });
        }}
      />
      <Proof client={client} set={set} />
      <TextField
        label={messages.redirectUris}
        help={messages.redirectUrisHelp}
        isMono
        value={client.redirectUris}
        onChange={(redirectUris) => set({ redirectUris })}
      />
      <TextField
        label={messages.grantTypes}
        help={messages.grantTypesHelp}
        isMono
        value={client.grantTypes}
        onChange={(grantTypes) => set({ grantTypes })}
      />
      <TextField label={messages.scope} isMono value={client.scope} onChange={(scope) => set({ scope })} />
      <SmallGhostButton icon={Trash2} onPress={onRemove}>
        {messages.removeClient(number)}
      </SmallGhostButton>
    </fieldset>
  );
}
