import type { ProductEntity, ProductPreview } from '#shared/api/index.ts';
import { Button } from '../../../ui/button.tsx';
import { Drawn } from '../../../ui/icon.tsx';
import { Table } from '../../../ui/table.tsx';
import { toggled } from './choice.ts';
import { messages } from './words.ts';

const { columns, notTakenColumns } = messages;

function Remarks({ entity }: { readonly entity: ProductEntity }) {
  const { notUnderstood, remarks, secrets } = entity;
  return (
    <ul className="bring-remarks">
      {remarks.map(({ severity, message }) => (
        <li key={message} className="wrap">
          {severity === 'notice' ? null : (
            <span className={severity === 'error' ? 'c-danger' : 'c-warn'}>
              <Drawn name={severity === 'error' ? 'failed' : 'warning'} small />
            </span>
          )}
          <span>
            <span className="vh">{messages.severities[severity]}</span>
            {message}
          </span>
        </li>
      ))}
      {notUnderstood.length === 0 ? null : <li className="wrap muted">{messages.kept(notUnderstood)}</li>}
      {secrets === 0 ? null : <li className="muted">{messages.sealed(secrets)}</li>}
    </ul>
  );
}

interface EntityRowProps {
  readonly entity: ProductEntity;
  readonly isChosen: boolean;
  readonly onChange: (isChosen: boolean) => void;
}

function EntityRow({ entity, isChosen, onChange }: EntityRowProps) {
  const { kind, name, state, file } = entity;
  return (
    <tr>
      <td className="bring-take">
        <input
          type="checkbox"
          aria-label={messages.takeOne(messages.kinds[kind], name)}
          checked={isChosen}
          disabled={state === 'same'}
          onChange={(event) => onChange(event.target.checked)}
        />
      </td>
      <th scope="row" className="bring-name">
        <span className="strong wrap" data-words="data">
          {name}
        </span>
        <span className="ref">{messages.kinds[kind]}</span>
      </th>
      <td>
        <span className={state === 'same' ? 'badge muted' : 'badge'}>{messages.states[state]}</span>
      </td>
      <td className="mono wrap">{file}</td>
      <td>
        <Remarks entity={entity} />
      </td>
    </tr>
  );
}

function NotTaken({ notTaken }: Pick<ProductPreview, 'notTaken'>) {
  if (notTaken.length === 0) return null;
  return (
    <section className="bring-part" aria-labelledby="not-taken">
      <h2 id="not-taken" className="title">
        {messages.notTaken}
      </h2>
      <Table
        labelledBy="not-taken"
        className="rows bring-rows"
        columns={[notTakenColumns.from, notTakenColumns.name, notTakenColumns.reason]}
      >
        {notTaken.map(({ from, name, reason }) => (
          <tr key={`${from} ${name} ${reason}`}>
            <td className="mono wrap">{from}</td>
            <td className="mono wrap">{name}</td>
            <td className="wrap">{reason}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
}

export interface PreviewProps {
  readonly preview: ProductPreview;
  readonly chosen: ReadonlySet<string>;
  readonly isBusy: boolean;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
  readonly onWrite: () => void;
  readonly onAgain: () => void;
}

/** The effect of the import, one line per entity, and the items with no counterpart here. */
export function Preview({ preview, chosen, isBusy, onChoose, onWrite, onAgain }: PreviewProps) {
  const { entities, notTaken } = preview;
  return (
    <>
      <section className="bring-part" aria-labelledby="what-changes">
        <div className="row wrap-row">
          <h2 id="what-changes" className="title">
            {messages.preview}
          </h2>
          <span className="push" />
          <Button kind="ghost" onPress={onAgain}>
            {messages.again}
          </Button>
          <Button kind="ink" disabled={chosen.size === 0 || isBusy} onPress={onWrite}>
            {messages.write(chosen.size)}
          </Button>
        </div>
        {entities.length === 0 ? (
          <p className="muted">{messages.nothing}</p>
        ) : (
          <Table
            labelledBy="what-changes"
            className="rows bring-rows"
            columns={[columns.take, columns.name, columns.state, columns.file, columns.remarks]}
          >
            {entities.map((entity) => (
              <EntityRow
                key={entity.file}
                entity={entity}
                isChosen={chosen.has(entity.file)}
                onChange={(isChosen) => onChoose(toggled(chosen, entity.file, isChosen))}
              />
            ))}
          </Table>
        )}
      </section>
      <NotTaken notTaken={notTaken} />
    </>
  );
}
