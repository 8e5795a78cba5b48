import { z } from 'zod';
import { problemSchema } from '../errors/problem.ts';
import { productKinds } from '../interchange/documents.ts';
import { workspacePathSchema as file } from '../workspace/path.ts';
import { procedure } from './base.ts';

const kind = z.enum(productKinds);

const remarkSchema = z.object({ severity: z.enum(['error', 'warning', 'notice']), message: z.string() });

/** One client, connector or route of a product, and what taking it over would do. */
const entitySchema = z.object({
  kind,
  name: z.string(),
  /** Its location below the chosen folder. */
  from: z.string(),
  /** Its future location in the workspace. */
  file: z.string(),
  state: z.enum(['new', 'changed', 'same']),
  /** Members that nothing here understands; they are kept, and given back by an export. */
  notUnderstood: z.array(z.string()),
  /** Remarks for the user; an error means that it does not work here unchanged. */
  remarks: z.array(remarkSchema),
  /** Secrets that would be sealed. */
  secrets: z.int(),
});

const previewSchema = z.object({
  id: z.string(),
  entities: z.array(entitySchema),
  notTaken: z.array(z.object({ from: z.string(), name: z.string(), reason: z.string() })),
});

/** Import of configuration made in the products, and export back to them. */
export const interchangeContract = {
  /** Looks at a folder, JSON file or zip of this machine, or at files that were dropped. Nothing is written. */
  preview: procedure
    .input(
      z.union([
        z.object({ place: z.string().min(1).max(4_096) }),
        z.object({
          files: z
            .array(z.object({ name: z.string().min(1).max(1_000), base64: z.string().max(90_000_000) }))
            .min(1)
            .max(2_000),
        }),
      ]),
    )
    .output(previewSchema),
  /** Writes the chosen files of a preview; secrets are sealed on the way. */
  write: procedure.input(z.object({ id: z.string(), files: z.array(file).min(1).max(10_000) })).output(
    z.object({
      written: z.array(z.string()),
      failed: z.array(z.object({ file: z.string(), problem: problemSchema })),
      undoId: z.string(),
    }),
  ),
  /** Undoes that for ten minutes; files changed since then are kept. */
  undo: procedure
    .input(z.object({ undoId: z.string() }))
    .output(z.object({ restored: z.array(z.string()), kept: z.array(z.string()) })),
  /** Clients, connectors and routes as the products have them, in a zip. Secrets are left out, or encrypted under a stored key. */
  exportZip: procedure
    .input(
      z.object({
        kinds: z.array(kind).min(1),
        files: z.array(file).nullable().default(null),
        keyAlias: z.string().min(1).max(124).nullable().default(null),
      }),
    )
    .output(
      z.object({
        fileName: z.string(),
        zipBase64: z.string(),
        files: z.array(z.string()),
        leftOut: z.array(z.string()),
        variables: z.array(z.string()),
        lost: z.array(z.string()),
      }),
    ),
};

export type ProductEntity = z.infer<typeof entitySchema>;
export type ProductPreview = z.infer<typeof previewSchema>;
