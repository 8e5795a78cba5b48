import type { Weakness } from '#main/platform/pipeline.ts';
import type { DoorContext } from '../door/context.ts';

/** Keeps parameters as members of an object, where some of them take the place of its own. */
export const parametersInObject: Weakness<DoorContext> = {
  id: 'parameters-in-object',
  pipeline: 'door',
  step: 'parameters-read',
  title: 'Parameters with the names of built-in members break the server',
  clause: 'RFC 6749 §3.2',
  instead: (context, original) => {
    void original();
    const name = context.form.fields.find((field) => field.name in Object.prototype)?.name;
    if (name !== undefined) throw new TypeError(`parameters.${name} is not what it should be`);
  },
};
