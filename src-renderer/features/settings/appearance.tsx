import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { isLocaleChoice } from '../../words/locale.ts';
import { sharedMessages } from '../../words/shared-messages.ts';
import { usePreferences } from '../../workbench/use-preferences.ts';
import { settingsMessages } from './words.ts';

const messages = settingsMessages.appearance;

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
    <div className="settings-form form">
      <p className="muted">{sharedMessages.settings.ofPerson}</p>
      <div className="setting">
        <span className="label">{messages.theme}</span>
        <Segmented
          label={messages.theme}
          options={optionsOf(messages.themes)}
          value={likes.theme}
          onChange={(theme) => change({ theme })}
        />
      </div>
      <div className="setting">
        <span className="label">{messages.contrast}</span>
        <Segmented
          label={messages.contrast}
          options={optionsOf(messages.contrasts)}
          value={likes.contrast}
          onChange={(contrast) => change({ contrast })}
        />
      </div>
      <div className="setting">
        <span className="label">{messages.density}</span>
        <Segmented
          label={messages.density}
          options={optionsOf(messages.densities)}
          value={likes.density}
          onChange={(density) => change({ density })}
        />
      </div>
      <div className="setting">
        <Select
          label={messages.language}
          options={optionsOf(messages.languages)}
          value={likes.locale}
          onChange={(locale) => isLocaleChoice(locale) && change({ locale })}
        />
        <p className="help">{messages.languageHelp}</p>
      </div>
    </div>
  );
}
