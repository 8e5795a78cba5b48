import { Copy, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, SmallGhostButton } from '#renderer/ui/button.tsx';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { PairList } from '#renderer/ui/pair-list.tsx';
import { toastStep } from '#renderer/ui/toast.tsx';
import type { TrafficClass } from '#shared/throttle/traffic/schema.ts';
import { NumberField } from '../number-field.tsx';
import type { Lab } from '../use-lab.ts';
import { labMessages } from '../words.ts';
import { PatternFields } from './pattern-fields.tsx';
import { RefusalFields } from './refusal-fields.tsx';
import { idProblemOf, newPatterns, withClient, withEdited, withoutClient } from './traffic-document.ts';

const messages = labMessages.traffic.dialog;

interface PartProps {
  readonly client: TrafficClass;
  readonly edit: (members: Partial<TrafficClass>, of?: string) => void;
}

function Patterns({ client, edit }: PartProps) {
  const { patterns } = client;
  return (
    <fieldset className="lab-fieldset">
      <legend className="label">{messages.patterns}</legend>
      <ol className="lab-patterns">
        {patterns.map((pattern, at) => (
          <PatternFields
            // The order is the identity: two patterns may be equal.
            key={`${at} ${pattern.kind}`}
            number={at + 1}
            pattern={pattern}
            onChange={(next, of) => edit({ patterns: patterns.with(at, next) }, `pattern ${at} ${of}`)}
            onRemove={() => edit({ patterns: patterns.toSpliced(at, 1) })}
          />
        ))}
      </ol>
      <SmallGhostButton icon={Plus} onPress={() => edit({ patterns: [...patterns, newPatterns.steady] })}>
        {messages.addPattern}
      </SmallGhostButton>
    </fieldset>
  );
}

type IdProblem = (id: string) => ReturnType<typeof idProblemOf>;

/** The id of a client; while the typed id is invalid, the text stays and the previous id remains in force. */
function IdField({ client, edit, problemOf }: PartProps & { readonly problemOf: IdProblem }) {
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? client.id;
  const problem = problemOf(shown);
  return (
    <TextField
      label={messages.id}
      value={shown}
      isMono
      error={problem === null ? null : messages.idProblems[problem]}
      onChange={(id) => {
        setTyped(id);
        if (problemOf(id) === null) edit({ id }, 'id');
      }}
      onLeave={() => setTyped(null)}
    />
  );
}

function Who({ client, edit, problemOf }: PartProps & { readonly problemOf: IdProblem }) {
  return (
    <>
      <IdField client={client} edit={edit} problemOf={problemOf} />
      <span className="row wraps">
        <NumberField
          label={messages.count}
          value={client.count ?? 1}
          isInteger
          min={1}
          max={1_000_000}
          onChange={(count) => edit({ count: count ?? 1 }, 'count')}
        />
        <span className="help">{messages.countHelp}</span>
      </span>
      <PairList
        title={messages.attributes}
        add={messages.addAttribute}
        pairs={client.attributes}
        canBeNull
        onChange={(attributes) => edit({ attributes: { ...attributes } }, 'attributes')}
      />
      <PairList
        title={messages.headers}
        add={messages.addHeader}
        pairs={client.headers ?? {}}
        onChange={(headers) => edit({ headers: headers as Record<string, string> }, 'headers')}
      />
      <TextField
        label={messages.address}
        value={client.remoteAddress ?? ''}
        isMono
        onChange={(remoteAddress) => edit({ remoteAddress }, 'address')}
      />
    </>
  );
}

export interface ClientDialogProps {
  readonly lab: Lab;
  readonly index: number;
  readonly onClose: () => void;
}

/** One client, or many that behave alike: its name, its requests, and its reaction to a 429. */
export function ClientDialog({ lab, index, onClose }: ClientDialogProps) {
  const traffic = lab.traffic?.traffic;
  const client = traffic?.clients[index];
  if (traffic === undefined || client === undefined) return null;
  const edit: PartProps['edit'] = (members, of) => {
    const { remoteAddress, ...rest } = { ...client, ...members };
    const next = remoteAddress === '' || remoteAddress === undefined ? rest : { ...rest, remoteAddress };
    lab.editTraffic(withEdited(traffic, index, next), of === undefined ? undefined : `client ${index} ${of}`);
  };
  const remove = () => {
    lab.editTraffic(withoutClient(traffic, index));
    onClose();
    toastStep(messages.removed(client.id), lab.undo);
  };
  return (
    <Dialog wide title={messages.title(client.id)} onClose={onClose}>
      <div className="dialog-form lab-client">
        <div className="lab-columns">
          <div className="lab-column">
            <Who client={client} edit={edit} problemOf={(id) => idProblemOf(traffic, index, id)} />
          </div>
          <div className="lab-column">
            <Patterns client={client} edit={edit} />
            <RefusalFields
              refusal={client.on429}
              onChange={(on429, of) => edit({ on429 }, `refusal ${of}`)}
            />
          </div>
        </div>
        <footer className="dialog-acts">
          {/* Recorded requests know their client by its place in the list. */}
          {(lab.traffic?.traceRequests ?? 0) > 0 ? null : (
            <Button kind="ghost" icon={Trash2} onPress={remove}>
              {messages.removeClient}
            </Button>
          )}
          <Button
            kind="ghost"
            icon={Copy}
            onPress={() => {
              lab.editTraffic(withClient(traffic, client));
              onClose();
            }}
          >
            {messages.copyClient}
          </Button>
          <span className="push" />
          <Button kind="ink" onPress={onClose}>
            {messages.done}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}
