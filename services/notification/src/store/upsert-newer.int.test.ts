import { randomUUIDv7 } from 'node:crypto';
import { openCollections, openMongo } from '@tributary/mongo';
import { openLog } from '@tributary/service';
import { testEnv } from '@tributary/testing';
import { collections as declared, type MemberDocument } from './collections.ts';
import { memberStore } from './member-store.ts';

describe('copies of other services’ records', () => {
  let mongo: Awaited<ReturnType<typeof openMongo>>;
  let members: ReturnType<typeof memberStore>;
  beforeAll(async () => {
    const env = testEnv({});
    const database = `${env['NAMESPACE'] ?? ''}copies`;
    const log = openLog('notification', 'error');
    mongo = await openMongo({ url: env['MONGO_URL'] ?? '', database, log });
    members = memberStore(await openCollections(mongo.connection, declared));
  });
  afterAll(() => mongo.close());

  const aMember = (campaignId: string): MemberDocument => ({
    _id: `${campaignId} a`,
    campaignId,
    affiliateId: 'a',
    campaignName: 'Boats',
    active: true,
    version: '1',
  });

  const activeMembers = async (campaignId: string): Promise<string[]> => {
    const found: string[] = [];
    for await (const page of members.pages(campaignId, 10)) found.push(...page);
    return found;
  };

  it('have the newest version, also where an older one is inserted at the same moment', async () => {
    const campaigns = Array.from({ length: 300 }, () => randomUUIDv7());
    await Promise.all(
      campaigns.flatMap((campaignId) => {
        const joined = aMember(campaignId);
        return [
          members.upsert([joined]),
          members.upsert([{ ...joined, active: false, version: '2' }]),
        ];
      }),
    );
    const active = await Promise.all(campaigns.map(activeMembers));
    expect(active.flat()).toEqual([]);
  });

  it('keep a newer version than that of an event that comes late', async () => {
    const joined = aMember(randomUUIDv7());
    await members.upsert([{ ...joined, active: false, version: '2' }]);
    await members.upsert([joined, aMember(randomUUIDv7())]);
    expect(await activeMembers(joined.campaignId)).toEqual([]);
  });
});
