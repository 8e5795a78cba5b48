import { z } from 'zod';
import { secretValueSchema } from '../secret.ts';
import { listenerSettings } from './listener.ts';

/** The settings of the connector host. */
export const connectorHostSettingsSchema = z
  .looseObject({
    ...listenerSettings(9032),
    username: z.string().default('admin').describe('User name for the management interface.'),
    password: secretValueSchema.optional().describe('Password of that user. Default: no access.'),
    alreadyExistsStatus: z
      .union([z.literal(412), z.literal(409)])
      .default(412)
      .describe('Status code for an object that already exists. The products return 412.'),
    runtime: z
      .enum(['complete', 'product'])
      .default('complete')
      .describe(
        'complete: searches read until a page is full, and lists until the end. product: each request reads one page of the remote system, as a literal connector does.',
      ),
    maxListRecords: z
      .int()
      .min(1)
      .max(10_000_000)
      .default(100_000)
      .describe(
        'Maximum number of records in a list without _pageSize. Longer lists are truncated, and the response says so.',
      ),
    frameworkVersion: z
      .string()
      .regex(/^\d+(?:\.\d+){1,3}$/)
      .default('1.5.20.36')
      .describe('Version of the emulated connector framework. Spec 2 §9'),
    connectorServers: z
      .record(z.string(), z.string().regex(/^\d+(?:\.\d+){1,3}$/))
      .default({})
      .describe('Versions of remote connector servers by name. Spec 2 §9'),
    keystore: z
      .object({
        file: z.string().min(1).describe('Path relative to the workspace.'),
        password: secretValueSchema.optional().describe('Password of the keystore.'),
      })
      .optional()
      .describe('PKCS#12 file with the keys for mutual TLS, relative to the workspace.'),
  })
  .prefault({})
  .describe('The connector host with its management interface.');
