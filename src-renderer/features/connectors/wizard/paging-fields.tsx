import type { ReactNode } from 'react';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { Select } from '#renderer/ui/select.tsx';
import type { DraftPaging } from '#shared/connectors/drafting/index.ts';
import { studioMessages } from '../words.ts';
import { pagingKinds, pagingOf } from './drafts.ts';

const messages = studioMessages.connectorWizard;

export interface PagingFieldsProps {
  readonly paging: DraftPaging;
  readonly onChange: (paging: DraftPaging) => void;
}

/** The names of the parameters of one kind of paging. */
function Parameters({ paging, onChange }: PagingFieldsProps) {
  if (paging.kind === 'none') return null;
  const size = (
    <TextField
      label={messages.sizeParameter}
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
          label={messages.pageParameter}
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
            label={messages.offsetParameter}
            value={paging.offset}
            isMono
            onChange={(offset) => onChange({ ...paging, offset })}
          />
        </span>
        <Checkbox
          label={messages.oneBased}
          isChecked={paging.isOneBased}
          onChange={(isOneBased) => onChange({ ...paging, isOneBased })}
        />
      </>
    );
  if (paging.kind === 'link') return <LinkFields size={size} paging={paging} onChange={onChange} />;
  return (
    <span className="studio-three">
      {size}
      <TextField
        label={messages.cookieParameter}
        value={paging.cookie}
        isMono
        onChange={(cookie) => onChange({ ...paging, cookie })}
      />
      <TextField
        label={messages.cookiePath}
        value={paging.found.path}
        isMono
        onChange={(path) => onChange({ ...paging, found: { ...paging.found, path } })}
      />
    </span>
  );
}

interface LinkFieldsProps {
  readonly size: ReactNode;
  readonly paging: Extract<DraftPaging, { kind: 'link' }>;
  readonly onChange: (paging: DraftPaging) => void;
}

/** Where an answer holds the address of the next page. */
function LinkFields({ size, paging, onChange }: LinkFieldsProps) {
  return (
    <>
      <span className="studio-two">
        {size}
        {paging.isHeader ? null : (
          <TextField
            label={messages.linkPath}
            value={paging.path}
            isMono
            onChange={(path) => onChange({ ...paging, path })}
          />
        )}
      </span>
      <Checkbox
        label={messages.linkHeader}
        isChecked={paging.isHeader}
        onChange={(isHeader) => onChange({ ...paging, isHeader })}
      />
      <Checkbox
        label={messages.rewriteOrigin}
        isChecked={paging.rewritesOrigin}
        onChange={(rewritesOrigin) => onChange({ ...paging, rewritesOrigin })}
      />
    </>
  );
}

/** How pages are asked for: as it was guessed, until it is said otherwise. */
export function PagingFields({ paging, onChange }: PagingFieldsProps) {
  return (
    <>
      <Select
        label={messages.paging}
        options={pagingKinds.map((id) => ({ id, label: messages.pagingKinds[id] }))}
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
