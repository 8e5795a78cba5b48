import { Pencil, SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { Icon } from '#renderer/ui/icon.tsx';
import type { FlowKind, FlowRun } from '#shared/api/index.ts';
import { assertionFormOf } from '#shared/flows/assertion-forms.ts';
import { tokenPlaces } from '#shared/flows/index.ts';
import { clientAuthentications } from '#shared/oauth/index.ts';
import { type FlowOptions, usualOptions } from '../choice.ts';
import { Choice } from '../token/controls.tsx';
import { flowMessages } from '../words.ts';
import { RequestOptions } from './request-options.tsx';
import { ResourceOptionsPart } from './resource-options.tsx';
import { SendingOptions } from './sending-options.tsx';
import { SessionPart, type SessionPartProps } from './session-part.tsx';
import { TokenChoice } from './token-choice.tsx';
import { TrustIssuer } from './trust-issuer.tsx';
import './options.css';

const messages = flowMessages.flowOptions;
// No option has this name: it represents none of them.
const usual = ':usual';

export interface OptionsProps {
  readonly kind: FlowKind;
  readonly options: FlowOptions;
  readonly runs: readonly FlowRun[];
  /** The server is the hosted one. */
  readonly isHosted: boolean;
  /** The user who signs in at another server unattended; null: nobody does. */
  readonly session: SessionPartProps | null;
  readonly onChange: (options: FlowOptions) => void;
}

/** True if any option differs from its usual value. */
function isChanged(options: FlowOptions): boolean {
  return JSON.stringify(options) !== JSON.stringify(usualOptions);
}

function ClientOptions({ kind, options, runs, onChange }: Omit<OptionsProps, 'isHosted' | 'session'>) {
  const authentications = [
    { id: usual, label: messages.asRegistered },
    ...clientAuthentications.map((id) => ({ id, label: messages.authentications[id] })),
  ];
  const form = assertionFormOf(kind.kind);
  // Every grant uses its token at the resource in the end.
  const usesToken = kind.group === 'grants' || kind.kind === 'resource' || kind.kind === 'refresh';
  return (
    <fieldset className="option-group">
      <legend>{messages.groups.client}</legend>
      <div className="option-fields">
        <Choice
          label={messages.authentication}
          options={authentications}
          value={options.authentication ?? usual}
          onChange={(id) =>
            onChange({
              ...options,
              authentication: clientAuthentications.find((each) => each === id) ?? null,
            })
          }
        />
        {usesToken ? (
          <Choice
            label={messages.tokenPlace}
            options={tokenPlaces.map((id) => ({ id, label: messages.tokenPlaces[id] }))}
            value={options.tokenPlace}
            onChange={(tokenPlace) => onChange({ ...options, tokenPlace })}
          />
        ) : null}
        {usesToken && options.tokenPlace === 'header' ? (
          <div className="field">
            <Checkbox
              label={messages.bound}
              isChecked={options.isBound}
              onChange={(isBound) => onChange({ ...options, isBound })}
            />
            <span className="help">{messages.help.bound}</span>
          </div>
        ) : null}
        {kind.worksOn === null ? null : (
          <TokenChoice
            worksOn={kind.worksOn}
            token={options.token}
            runs={runs}
            onChange={(token) => onChange({ ...options, token })}
          />
        )}
        {form === null ? null : <TrustIssuer form={form} />}
      </div>
    </fieldset>
  );
}

function OptionsForm({ onClose, ...props }: OptionsProps & { readonly onClose: () => void }) {
  // The fields that hold a text of their own begin anew.
  const [round, setRound] = useState(0);
  const { kind, options, onChange } = props;
  const asks = kind.group === 'grants' || options.token === null;
  return (
    <div className="dialog-form flow-options">
      <div key={round}>
        {kind.beginsAtResource ? (
          <ResourceOptionsPart kind={kind} options={options} onChange={onChange} />
        ) : null}
        <ClientOptions {...props} />
        {asks ? <RequestOptions kind={kind} options={options} onChange={onChange} /> : null}
        {asks && kind.needsBrowser ? <SendingOptions options={options} onChange={onChange} /> : null}
        {props.session === null ? null : <SessionPart {...props.session} />}
      </div>
      <footer className="dialog-acts">
        <Button
          disabled={!isChanged(options)}
          onPress={() => {
            onChange(usualOptions);
            setRound(round + 1);
          }}
        >
          {messages.reset}
        </Button>
        <Button kind="ink" onPress={onClose}>
          {messages.done}
        </Button>
      </footer>
    </div>
  );
}

/** The options of a flow besides client, user and browser: a button, and the dialog that it opens. */
export function OptionsDialog(props: OptionsProps) {
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      {isChanged(props.options) ? (
        <Button icon={SlidersHorizontal} onPress={() => setIsOpen(true)}>
          <span className="vh">{messages.changed}</span>
          <span className="bind edited" aria-hidden="true">
            <Icon of={Pencil} small />
          </span>
        </Button>
      ) : (
        <Button icon={SlidersHorizontal} label={messages.title} onPress={() => setIsOpen(true)} />
      )}
      {isOpen ? (
        <Dialog wide title={messages.title} onClose={close}>
          <OptionsForm {...props} onClose={close} />
        </Dialog>
      ) : null}
    </>
  );
}
