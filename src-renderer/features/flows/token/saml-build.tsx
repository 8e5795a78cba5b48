import { Hammer } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import type { SamlBuilt } from '#shared/api/index.ts';
import { flowMessages } from '../words.ts';
import { type BuildForm, samlAlgorithms, secondsOf } from './build-form.ts';
import { Choice, Made, namesOf, optionsOf } from './controls.tsx';
import type { Build } from './use-build.ts';
import { WorkFrame } from './work-frame.tsx';

const messages = flowMessages.tokenBuild;

type TextMember = {
  [Name in keyof BuildForm]: string extends BuildForm[Name] ? Name : never;
}[keyof BuildForm];

interface LineProps {
  readonly state: Build;
  readonly member: TextMember;
  readonly label: string;
  readonly help?: string;
  readonly error?: string | null;
}

function Line({ state, member, label, help, error = null }: LineProps) {
  return (
    <TextField
      label={label}
      value={state.form[member]}
      isMono
      error={error}
      onChange={(text) => state.change({ [member]: text })}
      {...(help === undefined ? {} : { help })}
    />
  );
}

function ShapeField({ state: { form, shapes, change } }: { readonly state: Build }) {
  const shape = shapes.find(({ id }) => id === form.shape);
  return (
    <Choice
      label={messages.preset}
      options={shapes.map(({ id, title }) => ({ id, label: title }))}
      value={form.shape}
      help={shape === undefined ? undefined : `${shape.changes} ${messages.refusedBy(shape.refusedBy)}`}
      onChange={(chosen) => change({ shape: chosen })}
    />
  );
}

function WhoFields({ state }: { readonly state: Build }) {
  const { form, trusted, change } = state;
  const help = trusted.length === 0 ? messages.noIssuers : `${messages.issuerHelp} ${trusted.join(', ')}`;
  return (
    <>
      <Line state={state} member="issuer" label={messages.issuer} help={help} />
      <Line state={state} member="subject" label={messages.subject} />
      <Line state={state} member="forgedSubject" label={messages.forged} />
      <Choice
        label={messages.format}
        options={optionsOf(messages.formats)}
        value={form.nameIdFormat}
        onChange={(nameIdFormat) => change({ nameIdFormat })}
      />
      <TextArea
        label={messages.audience}
        value={form.audiences}
        rows={2}
        help={messages.audienceHelp}
        onChange={(audiences) => change({ audiences })}
      />
      <Line state={state} member="recipient" label={messages.recipient} />
      <Choice
        label={messages.method}
        options={optionsOf(messages.methods)}
        value={form.confirmationMethod}
        onChange={(confirmationMethod) => change({ confirmationMethod })}
      />
    </>
  );
}

function WhatFields({ state }: { readonly state: Build }) {
  const { form, change } = state;
  const fault = (text: string) => (secondsOf(text) === null ? messages.wholeNumber : null);
  return (
    <>
      <Line state={state} member="notBefore" label={messages.notBefore} error={fault(form.notBefore)} />
      <Line
        state={state}
        member="notOnOrAfter"
        label={messages.notOnOrAfter}
        error={fault(form.notOnOrAfter)}
      />
      <Line state={state} member="id" label={messages.id} help={messages.idHelp} />
      <TextArea
        label={messages.attributes}
        value={form.attributes}
        rows={3}
        help={messages.attributesHelp}
        onChange={(attributes) => change({ attributes })}
      />
    </>
  );
}

function SignerFields({ state: { form, change } }: { readonly state: Build }) {
  return (
    <>
      <Choice
        label={messages.algorithm}
        mono
        options={namesOf(samlAlgorithms)}
        value={form.algorithm}
        onChange={(algorithm) => change({ algorithm })}
      />
      <div className="field">
        <span className="label">{messages.signer}</span>
        <Segmented
          label={messages.signer}
          options={optionsOf(messages.signers)}
          value={form.signer}
          onChange={(signer) => change({ signer })}
        />
      </div>
      {form.signer === 'session' ? null : (
        <>
          <TextArea
            label={messages.key}
            value={form.key}
            rows={4}
            help={messages.pem}
            onChange={(key) => change({ key })}
          />
          <TextArea
            label={messages.certificate}
            value={form.certificate}
            rows={4}
            help={messages.pem}
            onChange={(certificate) => change({ certificate })}
          />
        </>
      )}
    </>
  );
}

interface ResultProps {
  readonly made: SamlBuilt;
  readonly onMade: (token: string) => void;
}

const encodings = ['base64url', 'base64', 'deflated', 'xml'] as const;

function Result({ made, onMade }: ResultProps) {
  const [encoding, setEncoding] = useState<(typeof encodings)[number]>('base64url');
  return (
    <>
      <div>
        <Segmented
          mini
          label={messages.encoding}
          options={encodings.map((id) => ({ id, label: flowMessages.tokenSaml.encodings[id] }))}
          value={encoding}
          onChange={setEncoding}
        />
      </div>
      <Made
        title={messages.result}
        text={made[encoding]}
        actions={
          <Button small onPress={() => onMade(made[encoding])}>
            {messages.inspect}
          </Button>
        }
      />
      <Made title={messages.certificateOf} text={made.certificate} help={messages.trustHelp} />
    </>
  );
}

export interface BuildTabProps {
  readonly state: Build;
  readonly onMade: (token: string) => void;
}

/** A signed assertion, correct or broken in one of the known ways. */
export function BuildTab({ state, onMade }: BuildTabProps) {
  const { ready, made, error } = state;
  return (
    <WorkFrame
      error={error}
      result={made === null ? null : <Result made={made} onMade={onMade} />}
      empty={{ icon: Hammer, title: messages.emptyTitle, text: messages.empty }}
      form={
        <>
          <ShapeField state={state} />
          <WhoFields state={state} />
          <WhatFields state={state} />
          <SignerFields state={state} />
          <div className="row">
            <Button
              kind="ink"
              disabled={ready === null || state.isPending}
              onPress={() => {
                if (ready !== null) state.build(ready);
              }}
            >
              {messages.build}
            </Button>
          </div>
        </>
      }
    />
  );
}
