import type { Weakness } from '#main/platform/pipeline.ts';
import type { DoorContext } from '../door/context.ts';

/** Reads names as its framework does, which makes lists and members of brackets. */
export const parametersNested: Weakness<DoorContext> = {
  id: 'parameters-nested',
  pipeline: 'door',
  step: 'parameters-read',
  title: 'Parameters with brackets read as if they had none',
  clause: 'RFC 6749 §3.2',
  instead: (context, original) => {
    void original();
    const { form } = context;
    const fields = form.fields.map((field) => ({ ...field, name: field.name.replace(/\[\w*\]$/, '') }));
    context.form = { ...form, fields };
  },
};
