import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { Select } from '#renderer/ui/select.tsx';
import type { DraftPaging } from '#shared/connectors/drafting/index.ts';
import { studioWords } from '../words.ts';
import { pagingKinds, pagingOf } from './drafts.ts';

const words = studioWords.connectorWizard;

export interface PagingFieldsProps {
  readonly paging: DraftPaging;
  readonly onChange: (paging: DraftPaging) => void;
}

/** The names of the parameters of one kind of paging. */
function Parameters({ paging, onChange }: PagingFieldsProps) {
  if (paging.kind === 'none') return null;
  const size = (
    <TextField
      label={words.sizeParameter}
      value={paging.size}
      isMono
      onChange={(text) => onChange({ ...paging, size: text })}
    />
  );
  if (paging.kind === 'number')
    return (
      <span className="studio-two">
        {size}
        <TextField
          label={words.pageParameter}
          value={paging.page}
          isMono
          onChange={(page) => onChange({ ...paging, page })}
        />
      </span>
    );
  if (paging.kind === 'offset')
    return (
      <>
        <span className="studio-two">
          {size}
          <TextField
            label={words.offsetParameter}
            value={paging.offset}
            isMono
            onChange={(offset) => onChange({ ...paging, offset })}
          />
        </span>
        <Checkbox
          label={words.oneBased}
          isChecked={paging.isOneBased}
          onChange={(isOneBased) => onChange({ ...paging, isOneBased })}
        />
      </>
    );
  return (
    <span className="studio-three">
      {size}
      <TextField
        label={words.cookieParameter}
        value={paging.cookie}
        isMono
        onChange={(cookie) => onChange({ ...paging, cookie })}
      />
      <TextField
        label={words.cookiePath}
        value={paging.found.path}
        isMono
        onChange={(path) => onChange({ ...paging, found: { ...paging.found, path } })}
      />
    </span>
  );
}

/** How pages are asked for: as it was guessed, until it is said otherwise. */
export function PagingFields({ paging, onChange }: PagingFieldsProps) {
  return (
    <>
      <Select
        label={words.paging}
        options={pagingKinds.map((id) => ({ id, label: words.pagingKinds[id] }))}
        value={paging.kind}
        onChange={(id) => {
          const kind = pagingKinds.find((candidate) => candidate === id);
          if (kind !== undefined && kind !== paging.kind) onChange(pagingOf(kind));
        }}
      />
      <Parameters paging={paging} onChange={onChange} />
    </>
  );
}
