import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { isLocaleChoice } from '../../words/locale.ts';
import { strings } from '../../words/strings.ts';
import { usePreferences } from '../../workbench/use-preferences.ts';

const words = strings.appearance;

/** The choices of a record of words, in its order. */
function optionsOf<T extends string>(
  of: Readonly<Record<T, string>>,
): readonly { readonly id: T; readonly label: string }[] {
  return (Object.keys(of) as T[]).map((id) => ({ id, label: of[id] }));
}

/** How the application looks and speaks. */
export function Appearance() {
  const [likes, change] = usePreferences();
  return (
    <div className="settings-form">
      <p className="muted">{strings.settings.ofPerson}</p>
      <div className="setting">
        <span className="label">{words.theme}</span>
        <Segmented
          label={words.theme}
          options={optionsOf(words.themes)}
          value={likes.theme}
          onChange={(theme) => change({ theme })}
        />
      </div>
      <div className="setting">
        <span className="label">{words.contrast}</span>
        <Segmented
          label={words.contrast}
          options={optionsOf(words.contrasts)}
          value={likes.contrast}
          onChange={(contrast) => change({ contrast })}
        />
      </div>
      <div className="setting">
        <span className="label">{words.density}</span>
        <Segmented
          label={words.density}
          options={optionsOf(words.densities)}
          value={likes.density}
          onChange={(density) => change({ density })}
        />
      </div>
      <div className="setting">
        <Select
          label={words.language}
          options={optionsOf(words.languages)}
          value={likes.locale}
          onChange={(locale) => isLocaleChoice(locale) && change({ locale })}
        />
        <p className="help">{words.languageHelp}</p>
      </div>
    </div>
  );
}
