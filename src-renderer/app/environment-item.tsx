import { useMutation, useQuery } from '@tanstack/react-query';
import { useApi } from '../api/api-context.tsx';
import { toProblem } from '../api/problem.ts';
import { SmallGhostButton } from '../ui/button.tsx';
import { ProblemNote } from '../ui/note.tsx';
import { Popover } from '../ui/popover.tsx';
import { sharedMessages } from '../words/shared-messages.ts';
import { filePath } from '../workbench/addresses.ts';
import { openLink } from '../workbench/layout-store.ts';

const messages = sharedMessages.status;

interface ChoiceProps {
  readonly name: string | null;
  readonly title: string;
  readonly file?: string;
  readonly isActive: boolean;
  readonly onChoose: () => void;
  readonly onEdit: () => void;
}

function Choice({ name, title, file, isActive, onChoose, onEdit }: ChoiceProps) {
  return (
    <li className="row">
      <label className="check">
        <input type="radio" name="environment" checked={isActive} onChange={onChoose} />
        <span className={name === null ? 'clip' : 'mono clip'}>{name ?? messages.noEnvironment}</span>
      </label>
      {title === name ? null : <span className="muted clip">{title}</span>}
      <span className="push" />
      {file === undefined ? null : (
        <SmallGhostButton
          onPress={() => {
            onEdit();
            openLink(filePath(file));
          }}
        >
          {sharedMessages.common.edit}
        </SmallGhostButton>
      )}
    </li>
  );
}

function EnvironmentPanel({ onClose }: { readonly onClose: () => void }) {
  const { client, orpc } = useApi();
  const info = useQuery(orpc.workspace.info.queryOptions({ staleTime: 0 }));
  const choose = useMutation({
    mutationFn: (name: string | null) => client.workspace.setEnvironment({ name }),
    onSuccess: () => info.refetch(),
  });
  const environments = info.data?.environments ?? [];
  return (
    <>
      <p className="muted">{messages.environmentHelp}</p>
      {environments.length === 0 ? (
        <p>{messages.noEnvironments}</p>
      ) : (
        <ul className="choices">
          <Choice
            name={null}
            title=""
            isActive={info.data?.environment === null}
            onChoose={() => choose.mutate(null)}
            onEdit={onClose}
          />
          {environments.map((environment) => (
            <Choice
              key={environment.name}
              {...environment}
              onChoose={() => choose.mutate(environment.name)}
              onEdit={onClose}
            />
          ))}
        </ul>
      )}
      {choose.error === null ? null : <ProblemNote problem={toProblem(choose.error)} />}
    </>
  );
}

/** Which environment is in force, and the others that could be. */
export function EnvironmentItem({ environment }: { readonly environment: string | null }) {
  return (
    <Popover
      title={messages.environmentTitle}
      triggerClass="bar-item"
      trigger={
        <>
          {messages.environment} <b>{environment ?? messages.noEnvironment}</b>
        </>
      }
    >
      {(close) => <EnvironmentPanel onClose={close} />}
    </Popover>
  );
}
