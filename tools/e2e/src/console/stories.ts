import { type Story } from './stage.ts';
import { applicantStories } from './stories/applicants.ts';
import { campaignStories } from './stories/campaigns.ts';
import { connectionStories } from './stories/connections.ts';
import { firstStories } from './stories/first.ts';
import { listStories } from './stories/lists.ts';
import { moneyStories } from './stories/money.ts';
import { languageStory, platformStories } from './stories/platform.ts';

/** All stories, in the order in which they happen. */
export const stories: readonly Story[] = [
  ...firstStories,
  ...connectionStories,
  ...moneyStories,
  ...campaignStories,
  ...applicantStories,
  ...listStories,
  ...platformStories,
];

/** Whether the pages work at all: from the first visit to what was earned, in every language. */
export const smokeStories: readonly Story[] = [...firstStories, languageStory];
