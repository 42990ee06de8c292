import { openCollections, openAccountData, openErasures, transactionOf } from '@tributary/mongo';
import { type Fonts, openOwnerLookup, type Platform } from '@tributary/service';
import { type Config } from './config.ts';
import { createProgress } from './domain/progress.ts';
import { openCampaignClient } from './clients/campaign-client.ts';
import { openReportLinks } from './clients/report-links.ts';
import { clickHouseAdapter } from './store/clickhouse/adapter.ts';
import { openClickHouse } from './store/clickhouse/client.ts';
import { type Collections, collections as declared } from './store/collections.ts';
import { campaignDays } from './store/audit-store.ts';
import { reportFileStore } from './store/report-job-store.ts';
import { type FigureAdapter, mongoFigures, scopeOf, snapshotOf, storesOf } from './store/stores.ts';
import { copyCampaign, copyLink } from './workflows/copy-names.ts';
import { openMemberships } from './workflows/find-memberships.ts';

/** The figures in ClickHouse where the setting names one, else in MongoDB. */
async function openFigures(
  { CLICKHOUSE_URL: url, namespace }: Config,
  { mongo, collections, clock }: Pick<Platform, 'mongo' | 'clock'> & { collections: Collections },
): Promise<FigureAdapter> {
  if (url === undefined) return mongoFigures(mongo, collections);
  return clickHouseAdapter(await openClickHouse(url, namespace), collections, clock);
}

/** Opens everything that the features use. */
export async function openDeps(
  config: Config,
  { mongo, clock, newId, log, tokens }: Platform,
  fonts: Fonts,
) {
  const collections = await openCollections(mongo.connection, declared);
  const stores = storesOf(collections);
  const adapter = await openFigures(config, { mongo, collections, clock });
  const transaction = transactionOf(mongo, (session) => scopeOf(collections, adapter, session));
  const campaign = openCampaignClient(config.grpcAddresses.campaign, tokens);
  return {
    config,
    clock,
    newId,
    log,
    fonts,
    progress: createProgress(),
    links: openReportLinks(config),
    ...stores,
    ...adapter.readers,
    closeDays: adapter.closeDays,
    reportFiles: reportFileStore(collections),
    transaction,
    /** What counts sums again from all facts. */
    counting: {
      snapshot: snapshotOf(mongo, collections),
      listDays: () => campaignDays(collections),
    },
    /** Campaigns, from their owner where no event of them has arrived yet. */
    findCampaign: openOwnerLookup({
      find: stores.names.findCampaign,
      request: campaign.getCampaign,
      save: copyCampaign({ transaction }),
    }),
    /** The same for links. */
    findLink: openOwnerLookup({
      find: stores.names.findLink,
      request: campaign.findLink,
      save: copyLink({ transaction }),
    }),
    /** An affiliate's memberships of a brand's campaigns, the same; none where the affiliate has never been in one. */
    findMemberships: openMemberships({ ...stores, campaign, transaction }),
    accountData: openAccountData(mongo.connection, declared),
    erasures: openErasures({ connection: mongo.connection, declared, clock }),
    close: () => {
      campaign.close();
      return adapter.close();
    },
  };
}

export type Deps = Awaited<ReturnType<typeof openDeps>>;
