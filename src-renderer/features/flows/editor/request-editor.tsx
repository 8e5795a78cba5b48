import { ChevronLeft, ChevronRight, RotateCcw, Send } from 'lucide-react';
import {
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { useStore } from '#renderer/api/store.ts';
import { Button, SmallGhostButton } from '#renderer/ui/button.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { PaneHead } from '#renderer/ui/pane-head.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { formatBytes } from '#renderer/words/format.ts';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import type { FlowRequest, FlowRun, FlowStep } from '#shared/api/index.ts';
import { describeEdits, type RequestTemplate, repeatedId } from '#shared/flows/index.ts';
import { ExplainPane } from '../explain/explain-pane.tsx';
import { templateExchange } from '../explain/explained.ts';
import { activeEditor } from './active-editor.ts';
import { type Draft, draftKey, drafts, keepDraft } from './drafts.ts';
import { RequestFields } from './request-fields.tsx';
import { type EditWay, type KeptDraft, type RequestState, useRequest } from './use-request.ts';
import { type SentRequests, useSent } from './use-sent.ts';
import './editor.css';
import { flowMessages } from '../words.ts';

const messages = flowMessages.flowEditor;

export interface RequestEditorProps {
  readonly run: FlowRun;
  readonly step: FlowStep;
  readonly way: EditWay;
  /** The purpose of each part is shown beside the request. */
  readonly isExplained: boolean;
  /** The person has asked for the editor just now. */
  readonly takesFocus: boolean;
  /** Sends the request that the run is held before; undefined: it is held elsewhere, or not at all. */
  readonly onSendHeld: (() => void) | undefined;
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

/** Which of the requests that were sent is shown, or the draft; and the way to the others. */
function SentSwitch({ sent }: { readonly sent: SentRequests }) {
  const { count, position, back, forward } = sent;
  if (position !== null && count < 2) return null;
  return (
    <span className="row tight sent-switch">
      <SmallGhostButton
        icon={ChevronLeft}
        label={messages.sentBefore}
        disabled={back === undefined}
        onPress={back ?? (() => undefined)}
      />
      <span className={position === null ? 'bind edited' : 'muted'} aria-live="polite">
        {position === null ? messages.draft : messages.sent(position, count)}
      </span>
      <SmallGhostButton
        icon={ChevronRight}
        label={messages.sentAfter}
        disabled={forward === undefined}
        onPress={forward ?? (() => undefined)}
      />
    </span>
  );
}

interface HeadProps {
  readonly state: RequestState;
  /** Null: the request has not been sent yet. */
  readonly sent: SentRequests | null;
  readonly form: 'fields' | 'bytes';
  readonly onForm: (form: 'fields' | 'bytes') => void;
}

/** The head of the editor: size and marks, what was sent before, and the form in which it is edited. */
function EditorHead({ state: { known, isEdited, reset }, sent, form, onForm }: HeadProps) {
  return (
    <PaneHead title={sharedMessages.exchange.request}>
      {known === undefined || known.sizeBytes === null || sent !== null ? null : (
        <span className="ref mono">{formatBytes(known.sizeBytes)}</span>
      )}
      {isEdited ? <span className="bind edited">{messages.edited}</span> : null}
      <span className="push" />
      {sent === null ? null : <SentSwitch sent={sent} />}
      {isEdited ? <SmallGhostButton icon={RotateCcw} label={messages.reset} onPress={reset} /> : null}
      <Segmented
        mini
        label={sharedMessages.exchange.viewOfRequest}
        options={[
          { id: 'fields', label: sharedMessages.exchange.fields },
          { id: 'bytes', label: messages.bytes },
        ]}
        value={form}
        onChange={onForm}
      />
    </PaneHead>
  );
}

/** Makes the key that runs a flow send this request while the focus is in its editor. */
function useActiveEditor(send: (() => void) | undefined) {
  const [hasFocus, setHasFocus] = useState(false);
  const canSend = send !== undefined;
  const sendNow = useEffectEvent(() => send?.());
  useEffect(() => {
    if (!hasFocus) return undefined;
    const own = { send: canSend ? () => sendNow() : undefined };
    activeEditor.set(own);
    return () => {
      if (activeEditor.get() === own) activeEditor.set(null);
    };
  }, [hasFocus, canSend]);
  return {
    onFocus: () => setHasFocus(true),
    onBlur: (event: FocusEvent<HTMLElement>) => {
      if (!event.currentTarget.contains(event.relatedTarget)) setHasFocus(false);
    },
  };
}

/** Puts the focus on the first value of the body, or of the query, once the request has been read. */
function useFirstFocus(section: RefObject<HTMLElement | null>, isWanted: boolean): void {
  const isDone = useRef(false);
  useEffect(() => {
    if (!isWanted || isDone.current) return;
    const first = section.current?.querySelector('.fvalue, textarea');
    if (!(first instanceof HTMLElement)) return;
    isDone.current = true;
    first.focus();
  });
}

interface ActsProps {
  readonly changes: number;
  readonly canSend: boolean;
  readonly onDiscard: () => void;
  readonly onSend: () => void;
  readonly onClose: () => void;
}

/** The foot of a request that is sent again: what is kept, and the two ways out. */
function ResendActs({ changes, canSend, onDiscard, onSend, onClose }: ActsProps) {
  return (
    <footer className="edit-acts row wraps">
      {changes === 0 ? null : (
        <>
          <span className="muted">{messages.changed(changes)}</span>
          <button type="button" className="lnk" onClick={onDiscard}>
            {messages.discard}
          </button>
        </>
      )}
      <span className="push row">
        <Button small keyHint="escape" onPress={onClose}>
          {sharedMessages.common.cancel}
        </Button>
        <Button small kind="ink" icon={Send} keyHint="ctrl+enter" disabled={!canSend} onPress={onSend}>
          {messages.sendAgain}
        </Button>
      </span>
    </footer>
  );
}

/** A request before it is sent: as fields, or as the bytes that they make. */
export function RequestEditor(props: RequestEditorProps) {
  const { run, step, way, isExplained, onResend, onClose } = props;
  const key = draftKey(run, step.stepId);
  const draft = useStore(drafts).get(key) ?? null;
  const sent = useSent(run, step, way === 'resend' && draft !== null);
  const kept: KeptDraft = {
    draft: sent.isEarlier ? null : draft,
    keep: (next) => {
      sent.toDraft();
      keepDraft(key, next);
    },
  };
  const state = useRequest(run, sent.stepId, way === 'resend' ? kept : null);
  const [form, setForm] = useState<'fields' | 'bytes'>('fields');
  const { known, request } = state;
  const needed = way === 'keep' ? (known?.problem ?? '') : '';
  const resend = request === undefined ? undefined : () => onResend(repeatedId(step.stepId), request);
  const section = useRef<HTMLElement>(null);
  const focus = useActiveEditor(way === 'resend' ? resend : props.onSendHeld);
  useFirstFocus(section, props.takesFocus && known !== undefined);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // A menu of the editor closes by the same key, and floats outside of it.
    const isInside = event.target instanceof Node && event.currentTarget.contains(event.target);
    if (event.key !== 'Escape' || way !== 'resend' || event.defaultPrevented || !isInside) return;
    event.preventDefault();
    onClose();
  };
  const keys = { onKeyDown, ...focus };
  const editor = (
    <section ref={section} className="editor" aria-label={messages.title} {...keys}>
      <EditorHead state={state} sent={way === 'resend' ? sent : null} form={form} onForm={setForm} />
      <ScrollRegion label={messages.region} className="edit-scroll">
        {state.problem === null ? null : <ProblemNote problem={state.problem} />}
        {needed === '' ? null : <p className="remark">{needed}</p>}
        <Body state={state} form={form} />
      </ScrollRegion>
      {way === 'resend' ? (
        <ResendActs
          changes={sent.isEarlier ? 0 : changesOf(draft, known)}
          canSend={resend !== undefined}
          onDiscard={() => keepDraft(key, null)}
          onSend={() => resend?.()}
          onClose={onClose}
        />
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

/** How many changes a draft has; one that is only written differently has one. */
function changesOf(draft: Draft | null, known: FlowRequest | undefined): number {
  if (draft === null || known === undefined) return 0;
  return Math.max(1, describeEdits(known.request, draft.request).length);
}
