import { type Content } from '../notice.ts';

export const reviewsAreOverdue = (count: number): Content => ({
  title:
    count === 1
      ? 'A flagged conversion waits for you'
      : `${count} flagged conversions wait for you`,
  message:
    'They were flagged more than 14 days ago and nobody has decided them. Nothing is paid on them until you do.',
});
