export { describeWorkQueue } from './describe-work-queue.ts';
export type { QueueSubject } from './describe-work-queue.ts';
