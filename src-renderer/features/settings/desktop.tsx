import { useState } from 'react';
import { type DesktopPreferences, isFeedAddress } from '#shared/desktop/index.ts';
import { desktopPort, desktopPreferences, newerVersion } from '../../api/desktop-port.ts';
import { useStore } from '../../api/store.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { TextField } from '../../ui/field.tsx';
import { sharedMessages } from '../../words/shared-messages.ts';

const messages = sharedMessages.desktop;

type Change = (part: Partial<DesktopPreferences>) => void;

interface FeedProps {
  readonly likes: DesktopPreferences;
  readonly change: Change;
}

function Feed({ likes, change }: FeedProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isWrong, setIsWrong] = useState(false);
  const write = () => {
    const address = typed?.trim() ?? likes.updateFeed;
    const isGood = address === '' || isFeedAddress(address);
    setIsWrong(!isGood);
    if (!isGood) return;
    setTyped(null);
    if (address !== likes.updateFeed) change({ updateFeed: address });
  };
  return (
    <TextField
      label={messages.feed}
      value={typed ?? likes.updateFeed}
      isMono
      help={messages.feedHelp}
      error={isWrong ? messages.feedInvalid : null}
      onChange={setTyped}
      onEnter={write}
      onLeave={write}
      onEscape={() => {
        setTyped(null);
        setIsWrong(false);
      }}
    />
  );
}

function NewerVersion() {
  const newer = useStore(newerVersion);
  if (newer === null) return <p className="help">{messages.noUpdate}</p>;
  return (
    <p>
      {messages.newer(newer.version)}.{' '}
      <a href={newer.url} target="_blank" rel="noreferrer">
        {messages.newerLink}
      </a>
    </p>
  );
}

/** The settings of the desktop application besides its window. */
export function DesktopSettings() {
  const likes = useStore(desktopPreferences);
  const port = useStore(desktopPort);
  if (likes === null || port === null) return null;
  // The host answers with the settings from now on.
  const change: Change = (part) => port.send({ type: 'set-preferences', preferences: { ...likes, ...part } });
  return (
    <div className="settings-form form">
      <p className="muted">{sharedMessages.settings.ofPerson}</p>
      <div className="setting">
        <Checkbox
          label={messages.tray}
          isChecked={likes.hasTray}
          onChange={(hasTray) => change({ hasTray })}
        />
        <p className="help">{messages.trayHelp}</p>
      </div>
      <div className="setting">
        <Checkbox
          label={messages.login}
          isChecked={likes.startsAtLogin}
          onChange={(startsAtLogin) => change({ startsAtLogin })}
        />
      </div>
      <div className="setting">
        <Checkbox
          label={messages.updates}
          isChecked={likes.checksForUpdates}
          onChange={(checksForUpdates) => change({ checksForUpdates })}
        />
        <p className="help">{messages.updatesHelp}</p>
      </div>
      {likes.checksForUpdates ? (
        <div className="setting">
          <Feed likes={likes} change={change} />
          {likes.updateFeed === '' ? null : <NewerVersion />}
        </div>
      ) : null}
    </div>
  );
}
