import { z } from 'zod';

/** The path of a file below the workspace, with `/`. */
export const workspacePathSchema = z.string().min(1).max(500);
