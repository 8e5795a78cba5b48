import { Signature } from 'lucide-react';
import { Button } from '#renderer/ui/button.tsx';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import type { TokenForged } from '#shared/api/index.ts';
import { readJsonObject } from '#shared/tokens/json-text.ts';
import { flowMessages } from '../words.ts';
import { Choice, Made, optionsOf } from './controls.tsx';
import { forgePresets } from './forge-form.ts';
import { forgeShapeIds } from './forge-shapes.ts';
import { SigningFields } from './forge-signing.tsx';
import type { Forge } from './use-forge.ts';
import { WorkFrame } from './work-frame.tsx';

const messages = flowMessages.tokenForge;

const noPreset = '(none)';

function ShapeField({ forge: { shape, chooseShape } }: { readonly forge: Forge }) {
  return (
    <Choice
      label={messages.shape}
      options={[
        { id: noPreset, label: messages.noShape },
        ...forgeShapeIds.map((id) => ({ id, label: messages.shapes[id] })),
      ]}
      value={shape ?? noPreset}
      help={shape === null ? undefined : messages.shapeHelp[shape]}
      onChange={(id) => chooseShape(forgeShapeIds.find((each) => each === id) ?? null)}
    />
  );
}

function PresetField({ forge }: { readonly forge: Forge }) {
  const { form, hasOriginal } = forge;
  const names = Object.keys(forgePresets).filter((name) => hasOriginal || name !== 'original');
  const about = messages.presets[form.preset];
  return (
    <Choice
      label={messages.preset}
      options={[
        { id: noPreset, label: messages.noPreset },
        ...names.map((id) => ({ id, label: messages.presets[id]?.[0] ?? id })),
      ]}
      value={form.preset === '' ? noPreset : form.preset}
      help={about === undefined ? undefined : `${about[1]} ${about[2]}`}
      onChange={(id) => forge.choosePreset(id === noPreset ? '' : id)}
    />
  );
}

function Texts({ forge: { form, change } }: { readonly forge: Forge }) {
  const fault = (text: string) => (form.isAsTyped || readJsonObject(text) !== null ? null : messages.notJson);
  return (
    <>
      <TextArea
        label={messages.header}
        value={form.header}
        rows={6}
        error={fault(form.header)}
        onChange={(header) => change({ header })}
      />
      <TextArea
        label={messages.claims}
        value={form.claims}
        rows={10}
        error={fault(form.claims)}
        onChange={(claims) => change({ claims })}
      />
    </>
  );
}

interface ResultProps {
  readonly made: TokenForged;
  readonly onMade: (token: string) => void;
}

function Result({ made: { token, jwks }, onMade }: ResultProps) {
  return (
    <>
      <Made
        title={messages.result}
        text={token}
        actions={
          <Button small onPress={() => onMade(token)}>
            {messages.inspect}
          </Button>
        }
      />
      {jwks === null ? null : <Made title={messages.jwks} text={jwks} />}
    </>
  );
}

export interface ForgeTabProps {
  readonly forge: Forge;
  readonly onMade: (token: string) => void;
}

/** Header and claims to be edited, and signed with whatever the tester says. */
export function ForgeTab({ forge, onMade }: ForgeTabProps) {
  const { form, change, ready, made, error } = forge;
  return (
    <WorkFrame
      error={error}
      result={made === null ? null : <Result made={made} onMade={onMade} />}
      empty={{ icon: Signature, title: messages.emptyTitle, text: messages.empty }}
      form={
        <>
          <ShapeField forge={forge} />
          <PresetField forge={forge} />
          <Texts forge={forge} />
          <Choice
            label={messages.payload}
            options={optionsOf(messages.payloads)}
            value={form.payload}
            onChange={(payload) => change({ payload })}
          />
          <SigningFields form={form} onChange={change} hasOriginal={forge.hasOriginal} />
          <Checkbox
            label={messages.keepAlgorithm}
            isChecked={form.keepsAlgorithm}
            onChange={(keepsAlgorithm) => change({ keepsAlgorithm })}
          />
          <Checkbox
            label={messages.asTyped}
            isChecked={form.isAsTyped}
            onChange={(isAsTyped) => change({ isAsTyped })}
          />
          <p className="help">{messages.never}</p>
          <div className="row">
            <Button
              kind="ink"
              disabled={ready === null || forge.isPending}
              onPress={() => {
                if (ready !== null) forge.sign(ready);
              }}
            >
              {messages.sign}
            </Button>
          </div>
        </>
      }
    />
  );
}
