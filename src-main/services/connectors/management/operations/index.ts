import type { ManagementOperation } from '../context.ts';
import { availableOperation } from './available.ts';
import { createOperation, postOperation } from './create.ts';
import { deleteOperation } from './delete.ts';
import { getOperation } from './get.ts';
import { listOperation } from './list.ts';
import { patchOperation } from './patch.ts';
import { scriptOperation } from './script.ts';
import { testAllOperation, testConfigOperation, testOperation } from './test.ts';
import { updateOperation } from './update.ts';

/** Every call of the management interface. */
export const managementOperations: readonly ManagementOperation[] = [
  testOperation,
  testAllOperation,
  testConfigOperation,
  availableOperation,
  scriptOperation,
  createOperation,
  postOperation,
  listOperation,
  getOperation,
  updateOperation,
  patchOperation,
  deleteOperation,
];
