export { createJobService, type JobContext, type JobKind, type JobService, jobKind } from './job-service.ts';
