import { DAY_MS } from '@tributary/units';

const PREVIEW_DAYS = 30;

/** When a change that nobody applies is deleted with its preview. */
export const previewExpiryOf = (createdAt: Date): Date =>
  new Date(createdAt.getTime() + PREVIEW_DAYS * DAY_MS);
