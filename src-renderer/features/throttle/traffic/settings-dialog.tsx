import { Button } from '#renderer/ui/button.tsx';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { PairList } from '#renderer/ui/pair-list.tsx';
import { NumberField } from '../number-field.tsx';
import type { Lab } from '../use-lab.ts';
import { labWords } from '../words.ts';

const words = labWords.traffic;

/** How long the traffic lasts, its seed, and the request that every client sends unless it says otherwise. */
export function SettingsDialog({ lab, onClose }: { readonly lab: Lab; readonly onClose: () => void }) {
  const traffic = lab.traffic?.traffic;
  if (traffic === undefined) return null;
  const { request } = traffic;
  const edit = (members: Partial<typeof traffic>, of: string) =>
    lab.editTraffic({ ...traffic, ...members }, of);
  return (
    <Dialog title={words.settingsTitle} onClose={onClose}>
      <div className="dialog-form">
        <span className="row wraps">
          <NumberField
            label={words.form.duration}
            value={traffic.durationSeconds}
            unit="s"
            least={0.001}
            most={31 * 86_400}
            onChange={(value) => edit({ durationSeconds: value ?? traffic.durationSeconds }, 'duration')}
          />
          <NumberField
            label={words.form.seed}
            value={traffic.seed}
            isInteger
            most={0xffff_ffff}
            onChange={(value) => edit({ seed: value ?? traffic.seed }, 'seed')}
          />
        </span>
        <p className="help">{words.form.seedHelp}</p>
        <TextField
          label={words.form.method}
          value={request.method}
          isMono
          onChange={(method) => edit({ request: { ...request, method } }, 'method')}
        />
        <TextField
          label={words.form.uri}
          value={request.uri}
          isMono
          help={words.form.uriHelp}
          onChange={(uri) => edit({ request: { ...request, uri } }, 'uri')}
        />
        <PairList
          title={words.dialog.headers}
          add={words.dialog.addHeader}
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
            {words.dialog.done}
          </Button>
        </footer>
      </div>
    </Dialog>
  );
}
