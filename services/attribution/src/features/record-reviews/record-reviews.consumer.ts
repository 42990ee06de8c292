import { conversionApproved, conversionRejected } from '@tributary/contracts';
import { batchConsumer } from '@tributary/messaging';
import { type Deps } from '../../deps.ts';
import { learnFromReviews } from './record-reviews.ts';

export const learnFromReviewsConsumers = (deps: Deps) => [
  batchConsumer(conversionApproved, learnFromReviews(deps, 'approved')),
  batchConsumer(conversionRejected, learnFromReviews(deps, 'rejected')),
];
