import { Badge } from '#renderer/ui/badge.tsx';
import { Drawn } from '#renderer/ui/icon.tsx';
import { Table } from '#renderer/ui/table.tsx';
import type { DraftResource } from '#shared/connectors/drafting/index.ts';
import { studioMessages } from '../words.ts';
import type { Drafted } from './drafts.ts';

const messages = studioMessages.connectorWizard;

export interface DraftedViewProps {
  readonly drafted: Drafted;
  readonly resource: DraftResource;
}

/** The parts recognised: operations, identifier, name, and the attributes with a value of each. */
export function DraftedView({ drafted, resource }: DraftedViewProps) {
  const { attributes, idWay, nameWay, methods, listRoot } = resource;
  return (
    <>
      <output className="strong">{messages.found(attributes.length, drafted.records)}</output>
      <span className="row tight wraps">
        {Object.keys(methods).map((operation) => (
          <Badge key={operation}>
            <span className="mono">{operation}</span>
          </Badge>
        ))}
      </span>
      <dl className="studio-plan">
        <dt>{messages.list}</dt>
        <dd className="mono wrap">{listRoot.length === 0 ? messages.wholeAnswer : listRoot.join('.')}</dd>
        <dt>idPath</dt>
        <dd className="mono wrap">{idWay.join('.')}</dd>
        <dt>namePath</dt>
        <dd className="mono wrap">{nameWay.join('.')}</dd>
      </dl>
      {drafted.notes.map((note) => (
        <p key={note} className="studio-warning" data-words="data">
          <Drawn name="warning" small />
          {note}
        </p>
      ))}
      <Table
        label={studioMessages.connectors.form.attributes}
        columns={['fieldName', 'type', messages.value]}
      >
        {attributes.map(({ name, type, flags, sample }) => (
          <tr key={name}>
            <th scope="row" className="mono wrap">
              {name}
            </th>
            <td className="mono">{flags.includes('MULTIVALUED') ? `${type} *` : type}</td>
            <td className="mono muted wrap">{sample === null ? '' : JSON.stringify(sample)}</td>
          </tr>
        ))}
      </Table>
    </>
  );
}
