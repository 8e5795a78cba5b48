export { createJobService, type JobContext, type JobKind, type JobService } from './job-service.ts';
