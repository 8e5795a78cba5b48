import type { Weakness } from '#main/platform/pipeline.ts';
import { found, type ResourceContext } from '../resource/context.ts';

/** Takes a client for the user who has its name. */
export const clientTakenForUser: Weakness<ResourceContext> = {
  id: 'client-taken-for-user',
  pipeline: 'orders',
  step: 'owner-told-apart',
  title: 'Client taken for a user of its name',
  clause: 'RFC 9700 §4.15',
  instead: async (context, original) => {
    await original();
    context.owner = { kind: 'user', name: found(context.owner).name };
  },
};
