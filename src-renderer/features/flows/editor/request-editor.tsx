import { RotateCcw, Send, X } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { formatBytes } from '#renderer/words/format.ts';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import type { FlowRun, FlowStep } from '#shared/api/index.ts';
import type { RequestTemplate } from '#shared/flows/index.ts';
import { ExplainPane } from '../explain/explain-pane.tsx';
import { templateExchange } from '../explain/explained.ts';
import { RequestFields } from './request-fields.tsx';
import { type EditWay, type RequestState, useRequest } from './use-request.ts';
import './editor.css';
import { flowMessages } from '../words.ts';

const messages = flowMessages.flowEditor;

export interface RequestEditorProps {
  readonly run: FlowRun;
  readonly step: FlowStep;
  readonly way: EditWay;
  /** The purpose of each part is shown beside the request. */
  readonly isExplained: boolean;
  readonly onResend: (stepId: string, request: RequestTemplate) => void;
  readonly onClose: () => void;
}

function Body({ state, form }: { readonly state: RequestState; readonly form: 'fields' | 'bytes' }) {
  const { known, request } = state;
  if (known === undefined || request === undefined) return null;
  if (form === 'fields') return <RequestFields known={known} request={request} onChange={state.change} />;
  return (
    <div className="edit-bytes">
      <TextArea
        label={messages.bytesLabel}
        rows={18}
        value={state.text}
        help={messages.bytesHelp}
        onChange={state.changeText}
      />
    </div>
  );
}

/** A request before it is sent: as fields, or as the bytes that they make. */
export function RequestEditor({ run, step, way, isExplained, onResend, onClose }: RequestEditorProps) {
  const state = useRequest(run, step.stepId, way);
  const [form, setForm] = useState<'fields' | 'bytes'>('fields');
  const { known, request, isEdited } = state;
  const needed = way === 'keep' ? (known?.problem ?? '') : '';
  const editor = (
    <section className="editor" aria-label={messages.title}>
      <PaneHead title={sharedMessages.exchange.request}>
        {known === undefined || known.sizeBytes === null || way === 'resend' ? null : (
          <span className="ref mono">{formatBytes(known.sizeBytes)}</span>
        )}
        {isEdited ? <span className="bind edited">{messages.edited}</span> : null}
        <span className="push" />
        {isEdited ? (
          <Button small kind="ghost" icon={RotateCcw} label={messages.reset} onPress={state.reset} />
        ) : null}
        <Segmented
          mini
          label={sharedMessages.exchange.viewOfRequest}
          options={[
            { id: 'fields', label: sharedMessages.exchange.fields },
            { id: 'bytes', label: messages.bytes },
          ]}
          value={form}
          onChange={setForm}
        />
      </PaneHead>
      <ScrollRegion label={messages.region} className="edit-scroll">
        {state.problem === null ? null : <ProblemNote problem={state.problem} />}
        {needed === '' ? null : <p className="remark">{needed}</p>}
        <Body state={state} form={form} />
      </ScrollRegion>
      {way === 'resend' ? (
        <footer className="edit-acts row">
          <Button small icon={X} onPress={onClose}>
            {sharedMessages.common.cancel}
          </Button>
          <Button
            small
            kind="ink"
            icon={Send}
            disabled={request === undefined}
            onPress={() => {
              if (request !== undefined) onResend(step.stepId, request);
            }}
          >
            {messages.sendAgain}
          </Button>
        </footer>
      ) : null}
    </section>
  );
  if (!isExplained || way === 'resend' || request === undefined) return editor;
  return (
    <div className="cols two">
      {editor}
      <ExplainPane exchange={templateExchange(request)} />
    </div>
  );
}
