import { toProblem } from '../../../api/problem.ts';
import { Button } from '../../../ui/button.tsx';
import { Note, ProblemNote } from '../../../ui/note.tsx';
import { ScrollRegion } from '../../../ui/scroll-region.tsx';
import { homePath } from '../../../workbench/addresses.ts';
import { openLink } from '../../../workbench/layout-store.ts';
import { useTab, useTabLabel } from '../../../workbench/tab-context.tsx';
import { pathOf } from './choice.ts';
import { GiveBack } from './give-back.tsx';
import { Preview } from './preview.tsx';
import { Source } from './source.tsx';
import { type Taken, useBring } from './use-bring.ts';
import { words } from './words.ts';
import './bring.css';

function Result({ taken }: { readonly taken: Taken }) {
  const { entities, failed } = taken;
  return (
    <section className="bring-part" aria-labelledby="taken-over">
      <h2 id="taken-over" className="title">
        {words.result}
      </h2>
      <ul className="lines">
        {entities.map((entity) => (
          <li key={entity.file} className="row">
            <button type="button" className="lnk" onClick={() => openLink(pathOf(entity))}>
              {entity.name}
            </button>
            <span className="ref">{words.kinds[entity.kind]}</span>
            <span className="push" />
            <span className="ref mono wrap">{entity.file}</span>
          </li>
        ))}
      </ul>
      {failed.length === 0 ? null : (
        <Note kind="failed" title={words.failed(failed.length)}>
          {failed.map((message) => (
            <p key={message} className="wrap">
              {message}
            </p>
          ))}
        </Note>
      )}
    </section>
  );
}

/** What was made in the products: looked at, taken over, and given back. */
export function Bring() {
  useTabLabel(words.title);
  const { navigate } = useTab();
  const bring = useBring();
  const { preview, taken, error } = bring;
  return (
    <div className="bring">
      <div className="toolbar">
        <h1 className="title">{words.title}</h1>
        <span className="push" />
        <Button kind="ghost" onPress={() => navigate(homePath)}>
          {words.home}
        </Button>
      </div>
      <ScrollRegion className="bring-scroll" label={words.title}>
        {error === null ? null : <ProblemNote problem={toProblem(error)} />}
        {preview === null ? (
          <Source
            isBusy={bring.isBusy}
            onPlace={(place) => bring.look({ place })}
            onFiles={(files) => bring.look({ files })}
          />
        ) : (
          <Preview
            preview={preview}
            chosen={bring.chosen}
            isBusy={bring.isBusy}
            onChoose={bring.setChosen}
            onWrite={bring.write}
            onAgain={bring.again}
          />
        )}
        <output className="muted">{bring.isLooking ? words.looking : null}</output>
        {taken === null ? null : <Result taken={taken} />}
        {preview === null ? <GiveBack /> : null}
      </ScrollRegion>
    </div>
  );
}
