import { Button } from '#renderer/ui/button.tsx';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { PairList } from '#renderer/ui/pair-list.tsx';
import { NumberField } from '../number-field.tsx';
import type { Lab } from '../use-lab.ts';
import { labMessages } from '../words.ts';

const messages = labMessages.traffic;

/** How long the traffic lasts, its seed, and the request that every client sends unless it says otherwise. */
export function SettingsDialog({ lab, onClose }: { readonly lab: Lab; readonly onClose: () => void }) {
  const traffic = lab.traffic?.traffic;
  if (traffic === undefined) return null;
  const { request } = traffic;
  const edit = (members: Partial<typeof traffic>, of: string) =>
    lab.editTraffic({ ...traffic, ...members }, of);
  return (
    <Dialog title={messages.settingsTitle} onClose={onClose}>
      <div className="dialog-form">
        <span className="row wraps">
          <NumberField
            label={messages.form.duration}
            value={traffic.durationSeconds}
            unit="s"
            min={0.001}
            max={31 * 86_400}
            onChange={(value) => edit({ durationSeconds: value ?? traffic.durationSeconds }, 'duration')}
          />
          <NumberField
            label={messages.form.seed}
            value={traffic.seed}
            isInteger
            max={0xffff_ffff}
            onChange={(value) => edit({ seed: value ?? traffic.seed }, 'seed')}
          />
        </span>
        <p className="help">{messages.form.seedHelp}</p>
        <TextField
          label={messages.form.method}
          value={request.method}
          isMono
          onChange={(method) => edit({ request: { ...request, method } }, 'method')}
        />
        <TextField
          label={messages.form.uri}
          value={request.uri}
          isMono
          help={messages.form.uriHelp}
          onChange={(uri) => edit({ request: { ...request, uri } }, 'uri')}
        />
        <PairList
          title={messages.dialog.headers}
          add={messages.dialog.addHeader}
          pairs={request.headers}
          onChange={(headers) =>
            edit(
              { request: { ...request, headers: headers as Readonly<Record<string, string>> } },
              'request headers',
            )
          }
        />
        <footer className="dialog-acts">
          <Button kind="ink" onPress={onClose}>
            {messages.dialog.done}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}
