import { clickStore } from './click-store.ts';
import { type Collections, type Session } from './collections.ts';
import { factStore } from './fact-store.ts';
import { campaignFiguresStore, figuresStore } from './figures.ts';

export const storesOf = (collections: Collections, session?: Session) => ({
  clicks: clickStore(collections, session),
  facts: factStore(collections, session),
  figures: figuresStore(collections),
  campaignFigures: campaignFiguresStore(collections),
});
