import { toProblem } from '../../../api/problem.ts';
import { Button } from '../../../ui/button.tsx';
import { ProblemNote } from '../../../ui/note.tsx';
import { ScrollRegion } from '../../../ui/scroll-region.tsx';
import { homePath } from '../../../workbench/addresses.ts';
import { useTab, useTabLabel } from '../../../workbench/tab-context.tsx';
import { InterchangeExport } from './export.tsx';
import { Preview } from './preview.tsx';
import { Result } from './result.tsx';
import { Source } from './source.tsx';
import { useImport } from './use-interchange.ts';
import { messages } from './words.ts';
import './interchange.css';

/** Configuration made in the products: preview, import, and export back. */
export function InterchangeImport() {
  useTabLabel(messages.title);
  const { navigate } = useTab();
  const bring = useImport();
  const { preview, taken, error } = bring;
  return (
    <div className="bring">
      <div className="toolbar">
        <h1 className="title">{messages.title}</h1>
        <span className="push" />
        <Button kind="ghost" onPress={() => navigate(homePath)}>
          {messages.home}
        </Button>
      </div>
      <ScrollRegion className="bring-scroll" label={messages.title}>
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
        <output className="muted">{bring.isLooking ? messages.looking : null}</output>
        {taken === null ? null : <Result taken={taken} isBusy={bring.isBusy} onUndo={bring.undo} />}
        {preview === null ? <InterchangeExport /> : null}
      </ScrollRegion>
    </div>
  );
}
