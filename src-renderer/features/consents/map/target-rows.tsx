import { TextField } from '#renderer/ui/field.tsx';
import { Select, type SelectOption } from '#renderer/ui/select.tsx';
import { Table } from '#renderer/ui/table.tsx';
import type { MappingSuggestion, SourcePreview, Survey } from '#shared/consents/index.ts';
import { importMessages } from '../words.ts';
import {
  type MappingDraft,
  type MappingTarget,
  mappingTargets,
  nowConstant,
  type SourceDraft,
} from './mapping-draft.ts';

const messages = importMessages.imports.map;

/** Values of a column that are shown as a sample. */
const maxSamples = 3;

export interface TargetRowsProps {
  readonly draft: MappingDraft;
  readonly columns: readonly string[];
  readonly suggestion: MappingSuggestion | undefined;
  readonly preview: SourcePreview | undefined;
  readonly survey: Survey | undefined;
  readonly isLocked: boolean;
  readonly onChange: (draft: MappingDraft) => void;
}

interface RowProps extends TargetRowsProps {
  readonly target: MappingTarget;
}

function columnOf(draft: MappingDraft, target: MappingTarget): string | null {
  if (target === 'user') return draft.user.column;
  const source = draft[target];
  return source.kind === 'column' ? source.column : null;
}

/** The kinds of value to choose from for each target, with their labels. */
const kinds: Readonly<Record<Exclude<MappingTarget, 'consentedAt'>, Readonly<Record<string, string>>>> = {
  user: messages.users,
  agreement: messages.agreements,
  language: messages.languages,
};

function withBy(draft: MappingDraft, target: MappingTarget, by: string): MappingDraft {
  if (target === 'consentedAt') return draft;
  return { ...draft, [target]: { ...draft[target], by } };
}

function withColumn(draft: MappingDraft, target: MappingTarget, column: string): MappingDraft {
  if (target === 'user') return { ...draft, user: { ...draft.user, column } };
  return withSource(draft, target, { kind: 'column', column });
}

function withSource(
  draft: MappingDraft,
  target: Exclude<MappingTarget, 'user'>,
  source: SourceDraft,
): MappingDraft {
  const by = 'by' in draft[target] ? { by: draft[target].by } : {};
  return { ...draft, [target]: { ...source, ...by } };
}

function sourceId(source: SourceDraft): string {
  if (source.kind === 'column') return 'column';
  return source.constant === nowConstant ? 'now' : 'constant';
}

/** Where the value comes from: a column, one value for all, or the clock. */
function Source(props: RowProps) {
  const { target, draft, columns, isLocked, onChange } = props;
  const name = messages.names[target];
  const column = columnOf(draft, target);
  const columnChoice = (
    <Select
      label={messages.columnOf(name)}
      options={columns.map((id) => ({ id, label: id }))}
      value={column}
      mono
      disabled={isLocked}
      onChange={(chosen) => onChange(withColumn(draft, target, chosen))}
    />
  );
  if (target === 'user') return columnChoice;
  const source = draft[target];
  const ids =
    target === 'consentedAt' ? (['column', 'now', 'constant'] as const) : (['column', 'constant'] as const);
  const options: readonly SelectOption[] = ids.map((id) => ({ id, label: messages.sources[id] }));
  const choose = (id: string) => {
    if (id === 'column') onChange(withSource(draft, target, { kind: 'column', column: null }));
    else onChange(withSource(draft, target, { kind: 'constant', constant: id === 'now' ? nowConstant : '' }));
  };
  const chosen = sourceId(source);
  return (
    <>
      <Select
        label={messages.sourceOf(name)}
        options={options}
        value={chosen}
        disabled={isLocked}
        onChange={choose}
      />
      {source.kind === 'column' ? columnChoice : null}
      {source.kind === 'constant' && chosen === 'constant' ? (
        <TextField
          label={messages.constantOf(name)}
          value={source.constant}
          isMono
          isReadOnly={isLocked}
          {...(target === 'consentedAt' ? { help: messages.fixedTimeHelp } : {})}
          onChange={(constant) => onChange(withSource(draft, target, { kind: 'constant', constant }))}
        />
      ) : null}
    </>
  );
}

function Kind({ target, draft, isLocked, onChange }: RowProps) {
  if (target === 'consentedAt') return null;
  if (target !== 'user' && draft[target].kind === 'constant') return null;
  return (
    <Select
      label={messages.byOf(messages.names[target])}
      options={Object.entries(kinds[target]).map(([id, label]) => ({ id, label }))}
      value={draft[target].by}
      disabled={isLocked}
      onChange={(by) => onChange(withBy(draft, target, by))}
    />
  );
}

/** The first different values of a column. */
export function samplesOf(preview: SourcePreview | undefined, column: string | null): readonly string[] {
  const at = preview === undefined || column === null ? -1 : preview.columns.indexOf(column);
  if (preview === undefined || at < 0) return [];
  const values = preview.rows.map((row) => row[at] ?? '').filter((value) => value !== '');
  return [...new Set(values)].slice(0, maxSamples);
}

function Row(props: RowProps) {
  const { target, draft, suggestion, preview, survey } = props;
  const column = columnOf(draft, target);
  const reason = suggestion?.reasons.find(
    (candidate) => candidate.target === target && candidate.column === column,
  );
  return (
    <tr>
      <th scope="row">{messages.names[target]}</th>
      <td>
        <span className="imp-source-fields">
          <Source {...props} />
        </span>
        {reason === undefined ? null : (
          <span className="help imp-reason" data-words="data">
            {messages.suggested(reason.confidence, reason.reason)}
          </span>
        )}
      </td>
      <td>
        <Kind {...props} />
      </td>
      <td className="imp-sample">
        {samplesOf(preview, column).map((value) => (
          <span key={value} className="mono clip">
            {value}
          </span>
        ))}
        {target === 'user' && survey !== undefined ? (
          <span className="ref wrap">{messages.distinct(survey.users.distinct, survey.users.empty)}</span>
        ) : null}
      </td>
    </tr>
  );
}

/** The values that a consent needs, and the source of each. */
export function TargetRows(props: TargetRowsProps) {
  return (
    <Table
      label={messages.targets}
      className="rows imp-targets"
      columns={[messages.target, messages.from, messages.as, messages.sample]}
    >
      {mappingTargets.map((target) => (
        <Row key={target} target={target} {...props} />
      ))}
    </Table>
  );
}
