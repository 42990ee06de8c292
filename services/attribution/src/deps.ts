import { ensureCollections, type Session, transactionOf } from '@tributary/mongo';
import { Histogram, type Platform } from '@tributary/service';
import { type Config } from './config.ts';
import { assessmentStore } from './store/assessment-store.ts';
import { commissionStore } from './store/commission-store.ts';
import { deviceStore } from './store/device-store.ts';
import { factStore, neighbourStore } from './store/fact-store.ts';
import { fraudSettingsStore } from './store/fraud-settings-store.ts';
import { fraudFigures } from './store/fraud-figures.ts';
import { journeyStore } from './store/journey-store.ts';
import { labelStore, openHistories } from './store/label-store.ts';
import { type Models, openModels } from './store/models.ts';
import { personStore } from './store/person-store.ts';
import { openRefundHistories, refundStore } from './store/refund-store.ts';
import { reminderStore } from './store/reminder-store.ts';
import { replayStore } from './store/replay-store.ts';
import { openReuseHistories } from './store/reuse-history.ts';
import { settingsStore } from './store/settings-store.ts';
import { suspicionStore } from './store/suspicion-store.ts';
import { openTrafficCounters } from './store/traffic-counters.ts';
import { touchpointStore } from './store/touchpoint-store.ts';
import { trainedModelStore } from './store/trained-model-store.ts';
import { openCampaigns } from './clients/campaigns.ts';
import { isPublicAddress, openNetworks } from './clients/networks.ts';

/** What is learnt from, kept for and told of conversions after their assessment. */
const openLearning = (models: Models, clock: Platform['clock']) => ({
  devices: deviceStore(models),
  journeys: journeyStore(models),
  refunds: refundStore(models),
  commissions: commissionStore(models),
  figures: fraudFigures(models, () => clock.now()),
  replays: replayStore(models),
  trainedModels: trainedModelStore(models),
});

/** What orders are compared with. */
const openEvidence = (models: Models, config: Config) => ({
  histories: openHistories(models),
  refundHistories: openRefundHistories(models),
  reuseHistories: openReuseHistories(models, isPublicAddress),
  people: personStore(models),
  fraudSettings: fraudSettingsStore(models),
  findNetwork: openNetworks([config.HOSTING_RANGES_FILE, config.NETWORK_LIST_FILE]),
});

/** Opens the stores. */
export async function openDeps(
  config: Config,
  platform: Pick<Platform, 'mongo' | 'redis' | 'clock' | 'newId' | 'log' | 'metrics'>,
) {
  const { mongo, clock, newId, log, metrics } = platform;
  const models = openModels(mongo.connection);
  await ensureCollections(mongo.connection, Object.values(models));
  const campaigns = openCampaigns(config);
  const settleMs = config.ATTRIBUTION_SETTLE_MS;
  const queue = { owner: newId(), settleMs, now: () => clock.now() };
  const storesOf = (session?: Session) => ({
    assessments: assessmentStore(models, session),
    facts: factStore(models, queue, session),
    labels: labelStore(models, session),
    suspicions: suspicionStore(models, session),
    reminders: reminderStore(models, session),
  });
  return {
    config,
    clock,
    newId,
    log,
    ...storesOf(),
    neighbours: neighbourStore(models),
    touchpoints: touchpointStore(models),
    ...openLearning(models, clock),
    campaigns,
    settings: settingsStore(models),
    ...openEvidence(models, config),
    traffic: openTrafficCounters(platform.redis, config.namespace, models),
    /** Until when conversions that this instance took in may wait; spares asking the database when idle. */
    arrivals: { expectedUntil: 0 },
    assessmentDelay: new Histogram({
      name: 'attribution_assessment_delay_seconds',
      help: 'From the acknowledged conversion to its assessment',
      buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60, 600],
      registers: [metrics.registry],
    }),
    transaction: transactionOf(mongo, storesOf),
    close: () => {
      campaigns.close();
      return Promise.resolve();
    },
  };
}

export type Deps = Awaited<ReturnType<typeof openDeps>>;
