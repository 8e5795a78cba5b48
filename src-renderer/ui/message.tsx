import type { ReactNode } from 'react';
import type { ExchangeView, ViewMessage } from '#shared/api/index.ts';
import { sharedMessages } from '../words/shared-messages.ts';
import { JsonCode, PlainCode } from './code.tsx';
import { CopyButton } from './copy-button.tsx';
import { isJsonType } from './json-tokens.ts';
import { ParamList, type RevealField } from './param-list.tsx';
import { rawRequest } from './raw-message.ts';

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

/** Says that a body is masked, and copies it all the same. */
function BodyActs({ message, values, onReveal }: MessageProps) {
  const { text, textPointer } = message;
  if (text === null || text === '') return null;
  const isMasked = textPointer !== undefined && !values.has(textPointer);
  return (
    <>
      {isMasked ? <span className="bind">{messages.secretArtefact}</span> : null}
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

/** The text of a body: in clear while its values are shown. */
function textOf({ text, textPointer }: ViewMessage, values: MessageProps['values']): string | null {
  return (textPointer === undefined ? undefined : values.get(textPointer)) ?? text;
}

/** A message read in its parts: query, headers, then the body as fields of a form, as JSON or as text. */
export function Message({ message, values, onReveal }: MessageProps) {
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
      <Group title={messages.headers}>
        <ParamList fields={message.headers} values={values} onReveal={onReveal} />
      </Group>
      <Group
        title={messages.body}
        {...(isText ? { acts: <BodyActs message={message} values={values} onReveal={onReveal} /> } : {})}
      >
        {message.kept === 'truncated' ? <p className="remark">{messages.truncated}</p> : null}
        {isText ? (
          <BodyText message={message} text={textOf(message, values)} />
        ) : (
          <ParamList fields={form} values={values} onReveal={onReveal} />
        )}
      </Group>
    </>
  );
}

export interface RawRequestProps {
  readonly view: ExchangeView;
  readonly values: ReadonlyMap<string, string>;
}

/** The request as one text in the form of the wire. */
export function RawRequest({ view, values }: RawRequestProps) {
  return <PlainCode text={rawRequest(view, textOf(view.request, values))} />;
}
