import { useMutation } from '@tanstack/react-query';
import { Footprints } from 'lucide-react';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { toProblem } from '#renderer/api/problem.ts';
import { Button, SmallGhostButton } from '#renderer/ui/button.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { formatCount } from '#renderer/words/format.ts';
import { type ChosenExchange, useChosenExchange } from '#renderer/workbench/use-chosen-exchange.tsx';
import type { WalkedPage } from '#shared/connectors/trace.ts';
import { StepView, stepText } from '../console/step-view.tsx';
import type { Studio } from '../use-studio.ts';
import { studioMessages } from '../words.ts';

const messages = studioMessages.connectors.pages;

interface PageProps {
  readonly page: WalkedPage;
  readonly number: number;
  readonly exchanges: ChosenExchange;
}

/** A page: its filled-in variables, and its result. */
function Page({ page, number, exchanges }: PageProps) {
  const [isOpen, setIsOpen] = useState(false);
  const variables = Object.entries(page.variables);
  return (
    <li className="studio-page">
      <span className="row tight wraps">
        <span className="strong">{messages.page(number)}</span>
        <span className="mono muted">{page.strategy ?? messages.notPaged}</span>
        <span className="push" />
        <span>{messages.records(page.records, page.newRecords)}</span>
        <SmallGhostButton
          label={messages.wireOf(number)}
          expanded={isOpen}
          onPress={() => setIsOpen(!isOpen)}
        >
          {messages.wire}
        </SmallGhostButton>
      </span>
      <ul className="params">
        {variables.map(([name, value]) => (
          <li key={name}>
            <span className="pn mono">{name}</span>
            <span className="pv mono hash">{String(value)}</span>
          </li>
        ))}
        {page.cookie === null ? null : (
          <li>
            <span className="pn">{messages.cookie}</span>
            <span className="pv mono hash">{page.cookie}</span>
          </li>
        )}
        {page.firstUid === null ? null : (
          <li>
            <span className="pn">{messages.uids}</span>
            <span className="pv mono hash">{`${page.firstUid} … ${page.lastUid ?? ''}`}</span>
          </li>
        )}
      </ul>
      {isOpen ? <StepView step={page.step} exchanges={exchanges} /> : null}
    </li>
  );
}

/** Goes through the pages of a list one by one, and says why it ended. */
export function Pages({ studio }: { readonly studio: Studio }) {
  const { client } = useApi();
  const [pageSize, setPageSize] = useState('10');
  const [filter, setFilter] = useState('');
  const exchanges = useChosenExchange({
    prefix: 'connectors.pages',
    within: '.studio-pages',
    name: messages.pages,
    hasValues: true,
    textIn: stepText,
  });
  const size = /^\d{1,5}$/.test(pageSize) ? Number(pageSize) : null;
  const walking = useMutation({
    mutationFn: () =>
      client.connectors.walk({
        file: studio.fileName,
        document: studio.file.text,
        objectType: studio.objectType,
        pageSize: size ?? 10,
        filter: filter.trim() === '' ? 'true' : filter,
      }),
  });
  const canWalk = size !== null && size > 0 && studio.isJson && !walking.isPending;
  const walk = () => {
    if (canWalk) walking.mutate();
  };
  const { data } = walking;
  return (
    <ScrollRegion label={studioMessages.connectors.preview.tabs.pages} className="studio-try">
      <span className="studio-two">
        <TextField label={messages.pageSize} value={pageSize} isMono onChange={setPageSize} onEnter={walk} />
        <TextField
          label={messages.filter}
          value={filter}
          isMono
          placeholder="true"
          onChange={setFilter}
          onEnter={walk}
        />
      </span>
      <span className="row">
        <Button icon={Footprints} disabled={!canWalk} onPress={walk}>
          {messages.walk}
        </Button>
      </span>
      {walking.error === null ? null : <ProblemNote problem={toProblem(walking.error)} />}
      {data === undefined ? (
        <p className="remark">{messages.help}</p>
      ) : (
        <>
          <ol className="studio-pages" aria-label={messages.pages}>
            {data.pages.map((page, index) => (
              <Page key={`${index} ${page.firstUid}`} page={page} number={index + 1} exchanges={exchanges} />
            ))}
          </ol>
          <output className="studio-stop">
            <span className="strong">{messages.stops[data.stop]}</span>{' '}
            {messages.total(formatCount(data.records), data.pages.length)}
          </output>
        </>
      )}
      {exchanges.overlay}
    </ScrollRegion>
  );
}
