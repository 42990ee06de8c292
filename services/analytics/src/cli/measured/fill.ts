import { DAY_MS } from '@tributary/units';
import {
  changeOf,
  clickRollups,
  commissionRollups,
  conversionRollups,
  type Rollup,
} from '../../domain/rollup.ts';
import {
  type ClickDoc,
  type Collections,
  type CommissionFactDoc,
  type ConversionFactDoc,
} from '../../store/collections.ts';
import { type DayDoc } from '../../store/day-sums.ts';
import { rollupStore } from '../../store/rollup-store.ts';
import {
  aClickOf,
  anOrderOf,
  docOf,
  type Link,
  linksOf,
  moments,
  pickSkewed,
  type Size,
} from './generated.ts';

/** What MongoDB says of itself. */
export interface ServerStatus {
  readonly extra_info: { readonly user_time_us: unknown; readonly system_time_us: unknown };
}

const PIECE = 5_000;
/** Days that are made click by click; the others are copies of them, which the database makes itself. */
const MODEL_DAYS = 3;
const COPIES_AT_ONCE = 2;

type Collection<Doc> = { insertMany(docs: Doc[], options: { ordered: false }): Promise<unknown> };

async function insertAll<Doc>(collection: Collection<Doc>, docs: readonly Doc[]): Promise<void> {
  for (let at = 0; at < docs.length; at += PIECE) {
    await collection.insertMany(docs.slice(at, at + PIECE), { ordered: false });
  }
}

async function fillNames(
  collections: Collections,
  links: readonly Link[],
  updatedAt: Date,
): Promise<void> {
  const names = links.map(({ linkId: _id, trackingCode }) => ({ _id, trackingCode }));
  await insertAll(collections.links, names);
  const brands = new Map(links.map((link) => [link.campaignId, link.brandId]));
  const campaigns = [...brands].map(([_id, brandId], index) => {
    const name = `Campaign ${String(index)}`;
    return { _id, brandId, name, currency: 'USD', budgetMinor: null, updatedAt };
  });
  await insertAll(collections.campaigns, campaigns);
}

/** How many of what there are. */
async function countsOf(collections: Collections): Promise<string> {
  const { clicks, conversions, clickDays, conversionDays, commissionDays } = collections;
  const all = [clicks, conversions, clickDays, conversionDays, commissionDays];
  const counts = await Promise.all(
    all.map(async (one) => `${one.collectionName} ${String(await one.estimatedDocumentCount())}`),
  );
  return counts.join(', ');
}

/** Sums of facts, in the memory of the sums alone. */
function summed<Doc>(docs: readonly Doc[], rollupsOf: (doc: Doc) => Rollup[]): Rollup[] {
  let sums: Rollup[] = [];
  for (let at = 0; at < docs.length; at += PIECE) {
    sums = changeOf([], [...sums, ...docs.slice(at, at + PIECE).flatMap(rollupsOf)]);
  }
  return sums;
}

/** A day as it was made: copies of it lie on other days, under other ids. */
interface Model {
  readonly day: Date;
  readonly number: number;
}

const FACTS = [
  { name: 'clicks', time: 'occurredAt' },
  { name: 'conversion_facts', time: 'convertedAt' },
  { name: 'commission_facts', time: 'convertedAt' },
] as const;
const DAYS = ['clickDays', 'conversionDays', 'commissionDays'] as const;

const modelName = (name: string, { number }: Model): string => `model_${name}_${String(number)}`;

/** Facts and sums of many days, from few that are counted by the service's own rules. */
function openFilling(collections: Collections, links: readonly Link[], size: Size) {
  const db = collections.clicks.db;
  const rollups = rollupStore(collections);

  const makeModel = async (model: Model): Promise<void> => {
    const ofModel = (name: string) => db.collection(modelName(name, model)) as unknown as never;
    const clickTimes = moments(model.day, Math.ceil(size.clicks / size.days));
    const clicks = clickTimes.map((at) => docOf(aClickOf(pickSkewed(links), at)));
    const orderTimes = moments(model.day, Math.ceil(size.conversions / size.days));
    const orders = orderTimes.map((at) => anOrderOf(pickSkewed(links), at));
    const conversions = orders.map(({ conversion }) => conversion);
    const commissions = orders.map(({ commission }) => commission);
    await insertAll<ClickDoc>(ofModel('clicks'), clicks);
    await insertAll<ConversionFactDoc>(ofModel('conversion_facts'), conversions);
    await insertAll<CommissionFactDoc>(ofModel('commission_facts'), commissions);
    await rollups.addClicks(summed(clicks, clickRollups));
    await rollups.addConversions(summed(conversions, conversionRollups));
    await rollups.addCommissions(summed(commissions, commissionRollups));
  };

  /** Ids keep their order within a day, and days follow each other, as ids of one time do. */
  const copyFacts = async (model: Model, day: Date): Promise<void> => {
    const prefix = Math.floor(day.getTime() / 65_536)
      .toString(16)
      .padStart(8, '0');
    const _id = { $concat: [prefix, { $substrBytes: ['$_id', 8, 28] }] };
    const shiftMs = day.getTime() - model.day.getTime();
    for (const { name, time } of FACTS) {
      const change = { $set: { _id, [time]: { $add: [`$${time}`, shiftMs] } } };
      const into = { $merge: { into: name, whenMatched: 'fail', whenNotMatched: 'insert' } };
      await db.collection(modelName(name, model)).aggregate([change, into]).toArray();
    }
  };

  const copySums = async (model: Model, day: Date): Promise<void> => {
    if (day.getTime() === model.day.getTime()) return;
    for (const name of DAYS) {
      const sums = await collections[name].find({ at: model.day }).toArray();
      const moved = sums.map((sum): DayDoc => {
        const whose = sum._id.slice(sum._id.indexOf(' '));
        return { ...sum, _id: `${String(day.getTime() / DAY_MS)}${whose}`, at: day };
      });
      await insertAll(collections[name], moved);
    }
  };

  const dropModel = async (model: Model): Promise<void> => {
    for (const { name } of FACTS) await db.collection(modelName(name, model)).drop();
  };

  return { makeModel, copyFacts, copySums, dropModel };
}

/** A database as years of traffic leave it: facts, and the sums that are kept of them. */
export function openWorld(
  collections: Collections,
  size: Size,
  serverStatus: () => Promise<ServerStatus>,
) {
  const links = linksOf(size);
  const today = new Date(Math.floor(Date.now() / DAY_MS) * DAY_MS);
  const days = Array.from(
    { length: size.days },
    (_, index) => new Date(today.getTime() - (size.days - index) * DAY_MS),
  );

  /** Without the indexes, which are made quicker of all rows at once. */
  const fill = async (tell: (share: number) => void): Promise<void> => {
    const { makeModel, copyFacts, copySums, dropModel } = openFilling(collections, links, size);
    for (const { name } of FACTS) await collections.clicks.db.collection(name).dropIndexes();
    const models = days.slice(0, MODEL_DAYS).map((day, number): Model => ({ day, number }));
    for (const model of models) await makeModel(model);
    const left = [...days.entries()];
    const copy = async (): Promise<void> => {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        const [index, day] = next;
        const model = models[index % models.length];
        if (model === undefined) return;
        await copyFacts(model, day);
        await copySums(model, day);
        tell((index + 1) / size.days);
      }
    };
    await Promise.all(Array.from({ length: COPIES_AT_ONCE }, copy));
    for (const model of models) await dropModel(model);
    await fillNames(collections, links, today);
  };

  return {
    links,
    today,
    days,
    collections,
    serverStatus,
    fill,
    isFilled: async () => (await collections.campaigns.estimatedDocumentCount()) > 0,
    counts: () => countsOf(collections),
  };
}

export type World = ReturnType<typeof openWorld>;
