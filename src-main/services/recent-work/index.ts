export {
  keepConnectorTest,
  keepCounts,
  keepSimulation,
  keptWork,
  type RecentWorkPorts,
} from './kept-work.ts';
export { lastAttack, lastDrafts, lastFindings, lastImports, lastRun } from './recent-work.ts';
