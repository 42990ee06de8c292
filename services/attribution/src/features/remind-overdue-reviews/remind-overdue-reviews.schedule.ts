import { schedule } from '@tributary/service';
import { type Deps } from '../../deps.ts';
import { remindOverdueReviews } from './remind-overdue-reviews.ts';

export const remindOverdueReviewsSchedule = (deps: Deps) =>
  schedule({ name: 'remind-of-reviews', cron: '0 10 * * * *', run: remindOverdueReviews(deps) });
