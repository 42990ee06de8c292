import { conversionApproved, conversionRejected } from '@tributary/contracts';
import { batchConsumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { recordReviews } from './record-reviews.ts';

export const recordReviewsConsumers = (deps: Deps) => [
  batchConsumer(conversionApproved, recordReviews(deps, 'approved')),
  batchConsumer(conversionRejected, recordReviews(deps, 'rejected')),
];
