/**
 * `npm run tool -- sum-touchpoints`: sums up the latest clicks that versions before this one stored as touchpoints,
 * then drops them. Run it once, when no service of the version before runs any more; a repeated run changes nothing.
 *
 * Environment: MONGO_URL
 */
import { openCollections, openMongo } from '@tributary/mongo';
import { configOrExit, databaseOf, openLog, systemClock } from '@tributary/service';
import { readAttributionConfig } from '../config.ts';
import { collections as declared } from '../store/collections.ts';
import { replaceTouchpoints } from '../store/earlier-touchpoints.ts';

const config = configOrExit(() => readAttributionConfig(process.env));
const log = openLog('attribution', 'error');
try {
  const mongo = await openMongo({ url: config.mongoUrl, database: databaseOf(config), log });
  const collections = await openCollections(mongo.connection, declared);
  const sums = await replaceTouchpoints(mongo.connection, collections, systemClock.now());
  await mongo.close();
  process.stdout.write(`${String(sums)} sums of clicks; the touchpoints are dropped\n`);
} catch (error) {
  log.error({ err: error }, 'summing up the touchpoints failed');
  process.exitCode = 1;
}
