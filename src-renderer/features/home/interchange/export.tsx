import { useState } from 'react';
import { productKinds } from '#shared/interchange/index.ts';
import { toProblem } from '../../../api/problem.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { TextField } from '../../../ui/field.tsx';
import { ProblemNote } from '../../../ui/note.tsx';
import { toggled } from './choice.ts';
import { useGiveBack } from './use-interchange.ts';
import { words } from './words.ts';

/** Writes clients, connectors and routes as the products have them. */
export function GiveBack() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set(productKinds));
  const [key, setKey] = useState('');
  const save = useGiveBack();
  const kinds = productKinds.filter((kind) => chosen.has(kind));
  return (
    <section className="bring-part" aria-labelledby="give-back">
      <h2 id="give-back" className="title">
        {words.giveBack}
      </h2>
      <p className="muted">{words.giveBackText}</p>
      <div className="row wrap-row">
        {productKinds.map((kind) => (
          <Checkbox
            key={kind}
            label={words.giveKinds[kind]}
            isChecked={chosen.has(kind)}
            onChange={(isChosen) => setChosen(toggled(chosen, kind, isChosen))}
          />
        ))}
      </div>
      <TextField label={words.key} value={key} isMono help={words.keyHelp} onChange={setKey} />
      {save.error === null ? null : <ProblemNote problem={toProblem(save.error)} />}
      <div className="row">
        <Button
          disabled={kinds.length === 0 || save.isPending}
          onPress={() => save.mutate({ kinds, keyAlias: key.trim() === '' ? null : key.trim() })}
        >
          {words.save}
        </Button>
      </div>
    </section>
  );
}
