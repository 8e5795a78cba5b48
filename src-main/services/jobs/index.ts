export { createJobService, type JobContext, type JobService } from './job-service.ts';
