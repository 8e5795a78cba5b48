import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/api-context.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Note } from '../../ui/note.tsx';
import { reportProblem } from '../../ui/report-problem.ts';
import { useShownSettings } from '../../workbench/use-settings.ts';
import { identityMessages } from './words.ts';

const messages = identityMessages.policy;
const pointerOf = (service: string) => `/services/${service}/weaknesses`;

/** The weaknesses that can be switched on, by their pipeline. */
export function Weaknesses() {
  const settings = useShownSettings();
  const { orpc } = useApi();
  const catalogue = useQuery(orpc.identity.weaknesses.queryOptions()).data ?? [];
  const chosenOf = (service: string) => {
    const value = settings.at(pointerOf(service));
    return Array.isArray(value) ? value.map(String) : [];
  };
  const active = catalogue.filter(({ service, id }) => chosenOf(service).includes(id)).length;
  const pipelines = [...new Set(catalogue.map(({ pipeline }) => pipeline))];
  const set = (title: string, service: string, next: readonly string[]) => {
    settings
      .set(title, [{ pointer: pointerOf(service), value: next.length === 0 ? null : next }])
      .catch(reportProblem);
  };
  return (
    <>
      <Note
        kind={active === 0 ? 'neutral' : 'failed'}
        title={active === 0 ? messages.noneOn : messages.active(active)}
      >
        <p>{messages.weakHelp}</p>
      </Note>
      <p className="help">{messages.pipelines}</p>
      {pipelines.map((pipeline) => (
        <fieldset key={pipeline} className="weak-group">
          <legend className="mono">{pipeline}</legend>
          <ul className="weak-list" data-words="data">
            {catalogue
              .filter((weakness) => weakness.pipeline === pipeline)
              .map(({ service, id, title, clause, step }) => (
                <li key={id}>
                  <Checkbox
                    label={title}
                    isChecked={chosenOf(service).includes(id)}
                    onChange={(on) => {
                      const others = chosenOf(service).filter((each) => each !== id);
                      set(title, service, on ? [...others, id] : others);
                    }}
                  />
                  <span className="ref">{clause}</span>
                  <span className="ref mono wrap">{step}</span>
                </li>
              ))}
          </ul>
        </fieldset>
      ))}
    </>
  );
}
