import type { ReactNode } from 'react';
import type { ExchangeView, ViewMessage } from '#shared/api/index.ts';
import { sharedMessages } from '../words/shared-messages.ts';
import { JsonCode, PlainCode } from './code.tsx';
import { CopyButton } from './copy-button.tsx';
import { isJsonType } from './json-tokens.ts';
import { ParamList, type RevealField } from './param-list.tsx';
import { rawRequest } from './raw-message.ts';
import { RevealLink } from './reveal-link.tsx';
import { type Reveal, useReveal } from './use-reveal.ts';

const messages = sharedMessages.exchange;

interface MessageProps {
  readonly message: ViewMessage;
  /** The values behind masks by their pointers, while they are shown. */
  readonly values: ReadonlyMap<string, string>;
  readonly onReveal: RevealField;
}

interface GroupProps {
  readonly title: string;
  /** Beside the title: what can be done with the whole group. */
  readonly acts?: ReactNode;
  readonly children: ReactNode;
}

function Group({ title, acts, children }: GroupProps) {
  return (
    <>
      <div className="grp">
        <h3>{title}</h3>
        {acts === undefined ? null : <span className="px">{acts}</span>}
      </div>
      {children}
    </>
  );
}

interface TextProps {
  readonly message: ViewMessage;
  readonly onReveal: RevealField;
  /** Of the text alone; undefined: nothing in it is masked, or all values of the exchange are shown. */
  readonly reveal: Reveal | undefined;
}

/** Shows what is masked in a body, and copies it all the same. */
function BodyActs({ message, onReveal, reveal }: TextProps) {
  const { text, textPointer } = message;
  if (text === null || text === '') return null;
  return (
    <>
      {reveal === undefined ? null : <RevealLink name={messages.body} reveal={reveal} />}
      <CopyButton
        name={messages.body}
        load={() => (textPointer === undefined ? text : onReveal(textPointer))}
      />
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

/** The text of a body: in clear while it, or all of its exchange, is shown. */
function useText({ message, values, onReveal }: MessageProps): {
  readonly text: string | null;
  readonly reveal: Reveal | undefined;
} {
  const { text, textPointer } = message;
  const reveal = useReveal(() => onReveal(textPointer ?? ''));
  if (textPointer === undefined) return { text, reveal: undefined };
  const shown = values.get(textPointer);
  return shown === undefined ? { text: reveal.value ?? text, reveal } : { text: shown, reveal: undefined };
}

/** A message read in its parts: query, the body as fields of a form, as JSON or as text, then the headers. */
export function Message({ message, values, onReveal }: MessageProps) {
  const { text, reveal } = useText({ message, values, onReveal });
  const query = message.fields.filter((field) => field.part === 'query');
  const form = message.fields.filter((field) => field.part !== 'query');
  const isText = form.length === 0;
  return (
    <>
      {query.length === 0 ? null : (
        <Group title={messages.query}>
          <ParamList fields={query} values={values} onReveal={onReveal} />
        </Group>
      )}
      <Group
        title={messages.body}
        {...(isText ? { acts: <BodyActs message={message} onReveal={onReveal} reveal={reveal} /> } : {})}
      >
        {message.kept === 'truncated' ? <p className="remark">{messages.truncated}</p> : null}
        {isText ? (
          <BodyText message={message} text={text} />
        ) : (
          <ParamList fields={form} values={values} onReveal={onReveal} />
        )}
      </Group>
      <Group title={messages.headers}>
        <ParamList fields={message.headers} values={values} onReveal={onReveal} />
      </Group>
    </>
  );
}

export interface RawRequestProps {
  readonly view: ExchangeView;
  readonly values: ReadonlyMap<string, string>;
  readonly onReveal: RevealField;
}

/** The request as one text in the form of the wire. */
export function RawRequest({ view, values, onReveal }: RawRequestProps) {
  const { text, reveal } = useText({ message: view.request, values, onReveal });
  const code = <PlainCode text={rawRequest(view, text)} />;
  if (view.request.textPointer === undefined) return code;
  return (
    <Group
      title={messages.body}
      acts={<BodyActs message={view.request} onReveal={onReveal} reveal={reveal} />}
    >
      {code}
    </Group>
  );
}
