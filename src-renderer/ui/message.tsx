import type { ReactNode } from 'react';
import type { ExchangeView, ViewMessage } from '#shared/api/index.ts';
import { sharedMessages } from '../words/shared-messages.ts';
import { JsonCode, PlainCode } from './code.tsx';
import { isJsonType } from './json-tokens.ts';
import { ParamList, type RevealField } from './param-list.tsx';
import { rawRequest } from './raw-message.ts';
import { RevealLink } from './reveal-link.tsx';
import { type Reveal, useReveal } from './use-reveal.ts';

const messages = sharedMessages.exchange;

interface MessageProps {
  readonly message: ViewMessage;
  readonly onReveal: RevealField;
}

interface GroupProps {
  readonly title: string;
  /** The secret that the group can reveal; left out where it hides nothing. */
  readonly reveal?: Reveal | undefined;
  readonly children: ReactNode;
}

function Group({ title, reveal, children }: GroupProps) {
  return (
    <>
      <div className="grp">
        <h3>{title}</h3>
        {reveal === undefined ? null : (
          <span className="px">
            <span className="bind">{messages.secretArtefact}</span>
            <RevealLink name={title} reveal={reveal} />
          </span>
        )}
      </div>
      {children}
    </>
  );
}

/** The body as coloured JSON or text; or why there is none to show. */
function BodyText({ message, text }: { readonly message: ViewMessage; readonly text: string | null }) {
  if (message.kept === 'sampled-out') return <p className="remark">{messages.dropped}</p>;
  if (message.sizeBytes === 0) return <p className="remark">{messages.noBody}</p>;
  if (text === null) return <p className="remark">{messages.binary}</p>;
  return isJsonType(message.mediaType) ? <JsonCode text={text} /> : <PlainCode text={text} />;
}

function useRevealedText({ message, onReveal }: MessageProps): Reveal | undefined {
  const { textPointer } = message;
  const reveal = useReveal(() => onReveal(textPointer ?? ''));
  return textPointer === undefined ? undefined : reveal;
}

/** A message read in its parts: query, headers, then the body as fields of a form, as JSON or as text. */
export function Message({ message, onReveal }: MessageProps) {
  const reveal = useRevealedText({ message, onReveal });
  const query = message.fields.filter((field) => field.part === 'query');
  const form = message.fields.filter((field) => field.part !== 'query');
  const isText = form.length === 0;
  return (
    <>
      {query.length === 0 ? null : (
        <Group title={messages.query}>
          <ParamList fields={query} onReveal={onReveal} />
        </Group>
      )}
      <Group title={messages.headers}>
        <ParamList fields={message.headers} onReveal={onReveal} />
      </Group>
      <Group title={messages.body} reveal={isText ? reveal : undefined}>
        {message.kept === 'truncated' ? <p className="remark">{messages.truncated}</p> : null}
        {isText ? (
          <BodyText message={message} text={reveal?.value ?? message.text} />
        ) : (
          <ParamList fields={form} onReveal={onReveal} />
        )}
      </Group>
    </>
  );
}

export interface RawRequestProps {
  readonly view: ExchangeView;
  readonly onReveal: RevealField;
}

/** The request as one text in the form of the wire. */
export function RawRequest({ view, onReveal }: RawRequestProps) {
  const reveal = useRevealedText({ message: view.request, onReveal });
  const code = <PlainCode text={rawRequest(view, reveal?.value ?? view.request.text)} />;
  if (reveal === undefined) return code;
  return (
    <Group title={messages.body} reveal={reveal}>
      {code}
    </Group>
  );
}
