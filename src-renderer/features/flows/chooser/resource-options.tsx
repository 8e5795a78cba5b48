import { TextField } from '#renderer/ui/field.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import type { FlowKind } from '#shared/api/index.ts';
import { clientRegistrations } from '#shared/flows/index.ts';
import { readJsonObject } from '#shared/tokens/json-text.ts';
import type { FlowOptions } from '../choice.ts';
import { Choice } from '../token/controls.tsx';
import { flowMessages } from '../words.ts';

const messages = flowMessages.flowOptions;

export interface ResourceOptionsProps {
  readonly kind: FlowKind;
  readonly options: FlowOptions;
  readonly onChange: (options: FlowOptions) => void;
}

function isAddress(text: string): boolean {
  return /^https?:\/\//.test(text) && URL.canParse(text);
}

/** The resource at which a flow begins, and how the client becomes known to its server. */
export function ResourceOptionsPart({ kind, options, onChange }: ResourceOptionsProps) {
  const { resource } = options;
  const set = (change: Partial<FlowOptions['resource']>) =>
    onChange({ ...options, resource: { ...resource, ...change } });
  return (
    <fieldset className="option-group">
      <legend>{messages.groups.resource}</legend>
      <div className="option-fields">
        <TextField
          isMono
          label={messages.resourceUrl}
          help={messages.help.resourceUrl}
          value={resource.url ?? ''}
          error={resource.url === undefined || isAddress(resource.url) ? null : messages.noAddress}
          onChange={(url) => {
            const { url: _former, ...others } = resource;
            onChange({ ...options, resource: url === '' ? others : { ...others, url } });
          }}
        />
        <Choice
          label={messages.registration}
          options={clientRegistrations.map((id) => ({ id, label: messages.registrations[id] }))}
          value={resource.registration}
          onChange={(registration) => set({ registration })}
        />
        {resource.registration === 'metadata-document' ? (
          <TextField
            isMono
            label={messages.documentUrl}
            help={messages.help.documentUrl}
            value={resource.document_url}
            onChange={(url) => set({ document_url: url })}
          />
        ) : null}
        {kind.kind === 'mcp-server' ? (
          <>
            <TextField
              isMono
              label={messages.tool}
              help={messages.help.tool}
              value={resource.tool}
              onChange={(tool) => set({ tool })}
            />
            {resource.tool === '' ? null : (
              <TextArea
                label={messages.toolArguments}
                rows={3}
                value={resource.arguments}
                error={readJsonObject(resource.arguments) !== null ? null : messages.noJsonObject}
                onChange={(text) => set({ arguments: text })}
              />
            )}
          </>
        ) : null}
      </div>
    </fieldset>
  );
}
