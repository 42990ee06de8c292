import { openCollections, openMongo, toDocument, type Mongo } from '@tributary/mongo';
import { openLog } from '@tributary/service';
import { testEnv } from '@tributary/testing';
import { campaignFiguresId } from '../domain/figures.ts';
import { aStoredCampaign } from '../testing/a-campaign.ts';
import { campaignLists } from './campaign-store.ts';
import { type Collections, collections as declared } from './collections.ts';

describe('campaigns that have spent their budget', () => {
  let mongo: Mongo;
  let collections: Collections;

  beforeAll(async () => {
    const env = testEnv({});
    const url = env['MONGO_URL'] ?? '';
    const database = `${env['NAMESPACE'] ?? ''}campaign_store`;
    mongo = await openMongo({ url, database, log: openLog('campaign', 'error') });
    collections = await openCollections(mongo.connection, declared);
  });
  afterAll(() => mongo.close());

  it('are active and have commissions in their own currency that reach the budget', async () => {
    const limited = { budget: { totalMinor: 2_500, dailyMinor: null } };
    const cases = [
      ['reached', { ...limited }, { USD: 2_500 }],
      ['not reached', { ...limited }, { USD: 2_499 }],
      ['another currency', { ...limited }, { EUR: 9_000 }],
      ['paused', { ...limited, status: 'paused' as const }, { USD: 2_500 }],
      ['without limit', {}, { USD: 9_000 }],
    ] as const;
    for (const [id, fields, commissionMinor] of cases) {
      await collections.campaigns.create([toDocument(aStoredCampaign({ ...fields, id }))]);
      await collections.figures.create([{ _id: campaignFiguresId(id), commissionMinor }]);
    }
    expect(await campaignLists(collections).listExhausted(10)).toEqual(['reached']);
  });
});
