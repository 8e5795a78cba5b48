export { createJobService, type JobContext, type JobService, jobKind } from './job-service.ts';
