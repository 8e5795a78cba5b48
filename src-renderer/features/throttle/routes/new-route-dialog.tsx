import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { TextField } from '#renderer/ui/field.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { throttlePath } from '#renderer/workbench/addresses.ts';
import { NameDialog } from '#renderer/workbench/name-dialog.tsx';
import { useTab } from '#renderer/workbench/tab-context.tsx';
import type { DesignedTraffic, ThrottleRoute } from '#shared/api/index.ts';
import { presets } from '#shared/throttle/presets/index.ts';
import type { Traffic } from '#shared/throttle/traffic/schema.ts';
import { isLabName, newRouteFile } from '../names.ts';
import { labMessages } from '../words.ts';

const messages = labMessages.throttle;

/** Recorded requests stay in the engine: a preset has none. */
function withoutTrace({ trace: _none, ...traffic }: Traffic): DesignedTraffic {
  return traffic;
}

/** True if a text is an address that a gateway can pass requests on to. */
function isOrigin(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}

export interface NewRouteDialogProps {
  readonly routes: readonly ThrottleRoute[];
  readonly onClose: () => void;
}

/** Adds a route, and the traffic that shows its rule, from a preset. */
export function NewRouteDialog({ routes, onClose }: NewRouteDialogProps) {
  const { client, queryClient } = useApi();
  const { navigate } = useTab();
  const [presetId, setPresetId] = useState(presets[0]?.id ?? '');
  const [name, setName] = useState(presetId);
  const preset = presets.find(({ id }) => id === presetId);
  const [typed, setTyped] = useState<string | null>(null);
  // The address of a hosted service stands for it, wherever it listens: it is kept as the preset has it.
  const usual = preset?.document['baseURI'];
  const upstream = typed ?? (typeof usual === 'string' ? usual : '');
  const add = useMutation({
    mutationFn: async () => {
      if (preset === undefined) throw new Error(presetId);
      const file = newRouteFile(
        name,
        routes.map((route) => route.file),
      );
      const text = `${JSON.stringify({ ...preset.document, baseURI: upstream }, null, 2)}\n`;
      await client.workspace.writeFile({ file, text, baseVersion: null });
      const saved = await client.throttle.saveTraffic({ name, traffic: withoutTrace(preset.traffic) });
      return { file, traffic: saved.file };
    },
    onSuccess: async ({ file, traffic }) => {
      await queryClient.invalidateQueries();
      onClose();
      navigate(throttlePath(file, traffic));
    },
  });
  return (
    <NameDialog
      title={messages.newRouteTitle}
      label={messages.newRouteName}
      help={messages.newRouteHelp}
      act={messages.newRouteAct}
      name={name}
      isName={isLabName}
      onName={setName}
      adding={add}
      isComplete={isOrigin(upstream)}
      onClose={onClose}
    >
      <Select
        label={messages.newRouteFrom}
        options={presets.map(({ id, title }) => ({ id, label: title }))}
        value={presetId}
        onChange={(id) => {
          if (name === presetId) setName(id);
          setPresetId(id);
        }}
      />
      <TextField
        label={messages.newRouteUpstream}
        value={upstream}
        isMono
        help={messages.newRouteUpstreamHelp}
        error={upstream === '' || isOrigin(upstream) ? null : messages.newRouteUpstreamHelp}
        onChange={setTyped}
      />
    </NameDialog>
  );
}
