import { SmallGhostButton } from '#renderer/ui/button.tsx';
import { Note } from '#renderer/ui/note.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { sharedMessages } from '#renderer/words/shared-messages.ts';
import type { FlowRequest } from '#shared/api/index.ts';
import type { RequestTemplate } from '#shared/flows/index.ts';
import { flowMessages } from '../words.ts';
import { FieldList } from './field-list.tsx';
import { Bindings } from './field-row.tsx';
import { fieldsOf, withFields } from './fields.ts';
import { withPastedRequest } from './pasted-fields.ts';

const messages = flowMessages.flowEditor;

interface PartProps {
  readonly known: FlowRequest;
  readonly request: RequestTemplate;
  readonly onChange: (request: RequestTemplate) => void;
}

const lineParts = ['method', 'origin', 'path', 'version'] as const;

function Line({ known, request, onChange }: PartProps) {
  return (
    <section className="edit-line" aria-label={messages.line}>
      {lineParts.map((part) => (
        <input
          key={part}
          className={`in mono part-${part}${request[part] === known.original[part] ? '' : ' is-edited'}`}
          aria-label={messages.parts[part]}
          value={request[part]}
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange({ ...request, [part]: event.target.value })}
        />
      ))}
    </section>
  );
}

function TextBody({ known, request, onChange }: PartProps) {
  const { body } = request;
  if (body.kind !== 'text') return null;
  const isRaw = body.encoding === 'raw';
  return (
    <section className="edit-list edit-body" aria-label={sharedMessages.exchange.body}>
      <TextArea
        label={sharedMessages.exchange.body}
        rows={6}
        value={body.text}
        onChange={(text) => onChange({ ...request, body: { ...body, text } })}
      />
      <span className="row tight wraps">
        <Bindings value={body.text} bindings={known.bindings} />
        <SmallGhostButton
          isPressed={isRaw}
          onPress={() => onChange({ ...request, body: { ...body, encoding: isRaw ? 'auto' : 'raw' } })}
        >
          {messages.encodings[body.encoding]}
        </SmallGhostButton>
      </span>
    </section>
  );
}

/** A request in its parts, each of which can be changed, repeated, moved and left out. */
export function RequestFields({ known, request, onChange }: PartProps) {
  if (request.raw !== undefined)
    return (
      <Note kind="neutral" title={messages.noFields}>
        <p>{messages.noFieldsMore}</p>
      </Note>
    );
  const list = (location: 'query' | 'headers' | 'form', title: string) => (
    <FieldList
      key={location}
      title={title}
      fields={fieldsOf(request, location)}
      originals={fieldsOf(known.original, location)}
      bindings={known.bindings}
      foldsAutomatic={location === 'headers'}
      onChange={(fields) => onChange(withFields(request, location, fields))}
      onPasted={(pasted) => onChange(withPastedRequest(request, pasted))}
    />
  );
  const body =
    request.body.kind === 'text' ? (
      <TextBody key="form" known={known} request={request} onChange={onChange} />
    ) : (
      list('form', sharedMessages.exchange.body)
    );
  const query = list('query', sharedMessages.exchange.query);
  // Most edits are in the body, or in the query of a request without one.
  const hasBody = request.body.kind === 'text' || fieldsOf(request, 'form').length > 0;
  return (
    <>
      <Line known={known} request={request} onChange={onChange} />
      {hasBody ? [body, query] : [query, body]}
      {list('headers', sharedMessages.exchange.headers)}
    </>
  );
}
