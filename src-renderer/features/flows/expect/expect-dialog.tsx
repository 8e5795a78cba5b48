import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { toProblem } from '#renderer/api/problem.ts';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { ProblemNote } from '#renderer/ui/note.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { toast } from '#renderer/ui/toast.tsx';
import type { FlowRun } from '#shared/api/index.ts';
import { type ExpectationCandidate, expectableGroups } from '#shared/flows/expectations/index.ts';
import { isFileName } from '#shared/workspace/file-name.ts';
import { DialogActs } from '../../../ui/act-dialog.tsx';
import { proposedName } from '../runs/flow-name.ts';
import { flowMessages } from '../words.ts';

const messages = flowMessages.expect;

function isFound({ name, token, value }: ExpectationCandidate, text: string): boolean {
  return [name, token, value].some((part) => part.toLowerCase().includes(text.trim().toLowerCase()));
}

interface CandidateProps {
  readonly candidate: ExpectationCandidate;
  readonly isChosen: boolean;
  readonly onChoose: (isChosen: boolean) => void;
}

function Candidate({ candidate, isChosen, onChoose }: CandidateProps) {
  const { group, name, token, value, isOtherEachTime, isExpected } = candidate;
  const words = messages.names[name as keyof typeof messages.names];
  const isWord = group === 'answer' || group === 'run';
  return (
    <li className="expect-row">
      <Checkbox
        isMono={!isWord}
        label={isWord ? (words ?? name) : name}
        {...(token === '' ? {} : { of: token })}
        isChecked={isExpected || isChosen}
        isDisabled={isExpected}
        onChange={onChoose}
      />
      <span className="mono clip" title={value} data-words="data">
        {value}
      </span>
      <span className="ref">
        {isExpected ? messages.already : isOtherEachTime ? messages.anyValue : token}
      </span>
    </li>
  );
}

interface CandidatesProps {
  readonly candidates: readonly ExpectationCandidate[];
  readonly chosen: ReadonlySet<string>;
  readonly onChoose: (id: string, isChosen: boolean) => void;
}

function Candidates({ candidates, chosen, onChoose }: CandidatesProps) {
  return expectableGroups.map((group) => {
    const found = candidates.filter((candidate) => candidate.group === group);
    if (found.length === 0) return null;
    return (
      <fieldset key={group} className="expect-group">
        <legend className="label">{messages.groups[group]}</legend>
        <ul className="lines">
          {found.map((candidate) => (
            <Candidate
              key={candidate.id}
              candidate={candidate}
              isChosen={chosen.has(candidate.id)}
              onChoose={(isChosen) => onChoose(candidate.id, isChosen)}
            />
          ))}
        </ul>
      </fieldset>
    );
  });
}

export interface ExpectDialogProps {
  readonly run: FlowRun;
  /** Step of the script, and its number in the run. */
  readonly stepId: string;
  readonly number: number;
  readonly onClose: () => void;
}

/** Chooses, of all that came at a step, the things that the next run has to bring again. */
export function ExpectDialog({ run, stepId, number, onClose }: ExpectDialogProps) {
  const { client, orpc } = useApi();
  const savedName = run.origin.kind === 'saved' ? run.origin.name : null;
  const [name, setName] = useState(() => savedName ?? proposedName(run));
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const input = { runId: run.id, stepId };
  const all = useQuery(orpc.flowTests.expectable.queryOptions({ input, staleTime: 0, gcTime: 0 }));
  const candidates = all.data ?? [];
  const picked = candidates.filter(({ id }) => chosen.has(id));
  const save = useMutation({
    mutationFn: () =>
      client.flowTests.expect({
        runId: run.id,
        name,
        expectations: picked.map(({ expectation }) => expectation),
      }),
    onSuccess: ({ file }) => {
      toast(messages.saved(picked.length, file));
      onClose();
    },
  });
  const choose = (id: string, isChosen: boolean) => {
    const others = [...chosen].filter((other) => other !== id);
    setChosen(new Set(isChosen ? [...others, id] : others));
  };
  const isRight = isFileName(name);
  const problem = all.error ?? save.error;
  return (
    <Dialog wide title={messages.title(number)} onClose={onClose}>
      <div className="dialog-form expect-form">
        {savedName === null ? (
          <TextField
            isMono
            label={messages.name}
            value={name}
            help={messages.nameHelp}
            error={isRight ? null : flowMessages.savedFlows.nameWrong}
            onChange={setName}
          />
        ) : (
          <p className="remark">{messages.addedTo(`flows/${savedName}.json`)}</p>
        )}
        <TextField label={messages.find} value={text} onChange={setText} />
        {problem === null ? null : <ProblemNote problem={toProblem(problem)} />}
        <ScrollRegion className="expect-list" label={messages.list}>
          <Candidates
            candidates={candidates.filter((candidate) => isFound(candidate, text))}
            chosen={chosen}
            onChoose={choose}
          />
        </ScrollRegion>
        <DialogActs
          act={messages.act(picked.length)}
          disabled={picked.length === 0 || !isRight || save.isPending}
          onAct={() => save.mutate()}
          onClose={onClose}
        />
      </div>
    </Dialog>
  );
}
