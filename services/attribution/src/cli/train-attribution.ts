/** `npm run tool -- train-attribution`: trains the data_driven models of all campaigns now, and prints them as JSON. */
import { openCollections, openMongo } from '@tributary/mongo';
import {
  configOrExit,
  databaseOf,
  openLog,
  openServiceTokens,
  systemClock,
} from '@tributary/service';
import { openClicksClient } from '../clients/clicks-client.ts';
import { readAttributionConfig } from '../config.ts';
import { trainModels } from '../features/train-models/train-models.ts';
import { journeyStore } from '../store/journey-store.ts';
import { liftStore } from '../store/lift-store.ts';
import { collections as declared } from '../store/collections.ts';
import { trainedModelStore } from '../store/trained-model-store.ts';

const config = configOrExit(() => readAttributionConfig(process.env));
const log = openLog('attribution', 'error');
try {
  const mongo = await openMongo({ url: config.mongoUrl, database: databaseOf(config), log });
  const collections = await openCollections(mongo.connection, declared);
  const tokens = openServiceTokens(config.serviceIdentity);
  const clicks = openClicksClient(config.grpcAddresses.tracking, tokens);
  const trained = await trainModels({
    clicks,
    clock: systemClock,
    log,
    journeys: journeyStore(collections),
    lifts: liftStore(collections),
    trainedModels: trainedModelStore(collections),
  })();
  clicks.close();
  await mongo.close();
  process.stdout.write(`${JSON.stringify(trained, null, 2)}\n`);
} catch (error) {
  log.error({ err: error }, 'training the models failed');
  process.exitCode = 1;
}
