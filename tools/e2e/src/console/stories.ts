import { type Story } from './stage.ts';
import { campaignStories } from './stories/campaigns.ts';
import { connectionStories } from './stories/connections.ts';
import { firstStories } from './stories/first.ts';
import { listStories } from './stories/lists.ts';
import { moneyStories } from './stories/money.ts';
import { platformStories } from './stories/platform.ts';

/** All stories, in the order in which they happen. */
export const stories: readonly Story[] = [
  ...firstStories,
  ...connectionStories,
  ...moneyStories,
  ...campaignStories,
  ...listStories,
  ...platformStories,
];
