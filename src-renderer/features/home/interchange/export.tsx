import { useState } from 'react';
import { productKinds } from '#shared/interchange/index.ts';
import { toProblem } from '../../../api/problem.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { TextField } from '../../../ui/field.tsx';
import { ProblemNote } from '../../../ui/note.tsx';
import { toggled } from './choice.ts';
import { useExport } from './use-interchange.ts';
import { messages } from './words.ts';

/** Writes clients, connectors and routes as the products have them. */
export function InterchangeExport() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(productKinds));
  const [key, setKey] = useState('');
  const save = useExport();
  const kinds = productKinds.filter((kind) => chosen.has(kind));
  return (
    <section className="bring-part" aria-labelledby="give-back">
      <h2 id="give-back" className="title">
        {messages.giveBack}
      </h2>
      <p className="muted">{messages.giveBackText}</p>
      <div className="row wrap-row">
        {productKinds.map((kind) => (
          <Checkbox
            key={kind}
            label={messages.giveKinds[kind]}
            isChecked={chosen.has(kind)}
            onChange={(isChosen) => setChosen(toggled(chosen, kind, isChosen))}
          />
        ))}
      </div>
      <TextField label={messages.key} value={key} isMono help={messages.keyHelp} onChange={setKey} />
      {save.error === null ? null : <ProblemNote problem={toProblem(save.error)} />}
      <div className="row">
        <Button
          disabled={kinds.length === 0 || save.isPending}
          onPress={() => save.mutate({ kinds, keyAlias: key.trim() === '' ? null : key.trim() })}
        >
          {messages.save}
        </Button>
      </div>
    </section>
  );
}
