import { schedule } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { remindOfReviews } from './remind-overdue-reviews.ts';

export const remindOfReviewsSchedule = (deps: Deps) =>
  schedule({ name: 'remind-of-reviews', cron: '0 10 * * * *', run: remindOfReviews(deps) });
