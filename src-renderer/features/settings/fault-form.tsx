import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { FaultEffect, FaultRule } from '#shared/api/index.ts';
import { serviceKeys } from '#shared/exchange/index.ts';
import { useApi } from '../../api/api-context.tsx';
import { toProblem } from '../../api/problem.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { ProblemNote } from '../../ui/note.tsx';
import { Select } from '../../ui/select.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';

const messages = sharedMessages.faults;

type Kind = FaultEffect['kind'];
type Counted = keyof typeof messages.amounts;

const kinds = Object.keys(messages.kinds) as Kind[];
function numberIn(min: number, max: number): (text: string) => number | null {
  return (text) => {
    const number = /^[-−]?\d{1,9}$/.test(text) ? Number(text.replace('−', '-')) : Number.NaN;
    return number >= min && number <= max ? number : null;
  };
}

const bounds: Readonly<Record<Counted, (text: string) => number | null>> = {
  delay: numberIn(0, 120_000),
  status: numberIn(200, 599),
  truncate: numberIn(0, 999_999_999),
  'skew-expiry': numberIn(-86_400, 86_400),
};
const proposed: Readonly<Record<Counted, string>> = {
  delay: '2000',
  status: '503',
  truncate: '10',
  'skew-expiry': '-60',
};

function isCounted(kind: Kind): kind is Counted {
  return Object.hasOwn(bounds, kind);
}

/** The effect that the fields describe; null where they describe none. */
function effectOf(kind: Kind, amount: string, body: string): FaultEffect | null {
  if (!isCounted(kind)) return { kind };
  const number = bounds[kind](amount);
  if (number === null) return null;
  switch (kind) {
    case 'delay':
      return { kind, millis: number };
    case 'status':
      return { kind, status: number, body };
    case 'truncate':
      return { kind, bytes: number };
    case 'skew-expiry':
      return { kind, seconds: number };
  }
}

interface ChoicesProps {
  readonly kind: Kind;
  readonly service: FaultRule['service'];
  readonly onKind: (kind: Kind) => void;
  readonly onService: (service: FaultRule['service']) => void;
}

function Choices({ kind, service, onKind, onService }: ChoicesProps) {
  return (
    <>
      <Select
        label={messages.kind}
        options={kinds.map((id) => ({ id, label: messages.kinds[id] }))}
        value={kind}
        onChange={(id) => onKind(kinds.find((each) => each === id) ?? 'delay')}
      />
      <Select
        label={messages.service}
        options={serviceKeys.map((id) => ({ id, label: sharedMessages.status.services[id].name }))}
        value={service}
        onChange={(id) => onService(serviceKeys.find((key) => key === id) ?? 'authorizationServer')}
      />
    </>
  );
}

/** A fault that is to be put on: what happens, and where. */
export function FaultForm() {
  const { client, orpc, queryClient } = useApi();
  const [kind, setKind] = useState<Kind>('delay');
  const [service, setService] = useState<FaultRule['service']>('authorizationServer');
  const [amount, setAmount] = useState(proposed.delay);
  const [path, setPath] = useState('');
  const [clientId, setClientId] = useState('');
  const [body, setBody] = useState('');
  const effect = effectOf(kind, amount, body);
  const isPathSound = path === '' || path.startsWith('/');
  const add = useMutation({
    mutationFn: (rule: Omit<FaultRule, 'id'>) => client.faults.add(rule),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: orpc.faults.key() }),
  });
  const put = () => {
    if (effect === null || !isPathSound) return;
    add.mutate({
      service,
      effect,
      ...(path === '' ? {} : { path }),
      ...(clientId === '' ? {} : { clientId }),
    });
  };
  return (
    <section className="settings-group fault-form" aria-labelledby="fault-form">
      <h3 id="fault-form" className="title">
        {messages.addTitle}
      </h3>
      <Choices
        kind={kind}
        service={service}
        onService={setService}
        onKind={(next) => {
          setKind(next);
          if (isCounted(next)) setAmount(proposed[next]);
        }}
      />
      {isCounted(kind) ? (
        <TextField
          label={messages.amounts[kind]}
          isMono
          isShort
          value={amount}
          onChange={setAmount}
          error={effect === null ? messages.ranges[kind] : null}
          onEnter={put}
        />
      ) : null}
      {kind === 'status' ? (
        <TextField label={messages.body} isMono value={body} onChange={setBody} onEnter={put} />
      ) : null}
      <TextField
        label={messages.path}
        isMono
        value={path}
        onChange={setPath}
        help={messages.pathHelp}
        error={isPathSound ? null : messages.pathBad}
        onEnter={put}
      />
      <TextField
        label={messages.client}
        isMono
        value={clientId}
        onChange={setClientId}
        help={messages.clientHelp}
        onEnter={put}
      />
      {add.error === null ? null : <ProblemNote problem={toProblem(add.error)} />}
      <Button kind="ink" disabled={effect === null || !isPathSound || add.isPending} onPress={put}>
        {messages.add}
      </Button>
    </section>
  );
}
