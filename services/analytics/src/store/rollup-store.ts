import { type Session } from '@tributary/mongo';
import { type Rollup } from '../domain/rollup.ts';
import { type Collections } from './collections.ts';
import {
  changesByDay,
  type DayChange,
  FULL_SHEET_BYTES,
  sheetId,
  updateWriter,
  VALUES_A_WRITE,
} from './day-sums.ts';

type Days = 'clickDays' | 'conversionDays' | 'commissionDays';

/** The sheet of a day that new values are added to. */
interface Sheet {
  readonly number: number;
  readonly bytes: number;
}

const FIRST: Sheet = { number: 0, bytes: 0 };

interface Measured {
  readonly _id: string;
  readonly sheet?: number;
  readonly bytes: number;
}

function slicesOf(rollups: readonly Rollup[]): Rollup[][] {
  const count = Math.ceil(rollups.length / VALUES_A_WRITE);
  return Array.from({ length: count }, (_, index) =>
    rollups.slice(index * VALUES_A_WRITE, (index + 1) * VALUES_A_WRITE),
  );
}

/** Distributes a change: the first sheet has what cannot grow, and new values until it is full. */
function writesOf({ id, about, staying, spilling }: DayChange, { number, bytes }: Sheet) {
  const start = bytes >= FULL_SHEET_BYTES ? number + 1 : number;
  const onSheets = new Map<number, Rollup[]>([[0, staying]]);
  for (const [index, slice] of slicesOf(spilling).entries()) {
    onSheets.set(start + index, [...(onSheets.get(start + index) ?? []), ...slice]);
  }
  const last = Math.max(...onSheets.keys());
  const moved = last > number ? { sheet: last } : {};
  return [...onSheets].map(([sheet, rollups]) => ({
    _id: sheetId(id, sheet),
    about: { ...about, further: sheet > 0 },
    rollups,
    set: sheet === 0 ? moved : {},
  }));
}

/** Adds changes to sums, in the transaction that saves the facts. */
export const rollupStore = (collections: Collections, session?: Session) => {
  const inSession = session === undefined ? {} : { session };

  /** The sheet of each day that new values are added to, and its size. */
  const findSheets = async (name: Days, dayIds: readonly string[]): Promise<Map<string, Sheet>> => {
    const measured = (ids: readonly string[]): Promise<Measured[]> =>
      collections[name]
        .find({ _id: { $in: [...ids] } }, inSession)
        .project<Measured>({ sheet: 1, bytes: { $bsonSize: '$$ROOT' } })
        .toArray();
    const firsts = await measured(dayIds);
    const moved = firsts.filter(({ sheet }) => sheet !== undefined);
    const later = moved.map(({ _id, sheet = 0 }) => sheetId(_id, sheet));
    const rest = later.length === 0 ? [] : await measured(later);
    const bytesOf = new Map(rest.map(({ _id, bytes }) => [_id, bytes]));
    return new Map(
      firsts.map(({ _id, sheet: number = 0, bytes }) => [
        _id,
        { number, bytes: number === 0 ? bytes : (bytesOf.get(sheetId(_id, number)) ?? 0) },
      ]),
    );
  };

  const adder =
    (name: Days) =>
    async (rollups: readonly Rollup[]): Promise<void> => {
      if (rollups.length === 0) return;
      const changes = changesByDay(rollups);
      const sheets = await findSheets(
        name,
        changes.map(({ id }) => id),
      );
      const updateOf = updateWriter();
      const writes = changes
        .flatMap((change) => writesOf(change, sheets.get(change.id) ?? FIRST))
        .filter(({ rollups: some, set }) => some.length > 0 || 'sheet' in set)
        .map(({ _id, about, rollups: some, set }) => {
          const { $inc, $set } = updateOf(some);
          const update = { $inc, $set: { ...$set, ...set }, $setOnInsert: about };
          return { updateOne: { filter: { _id }, update, upsert: true } };
        });
      await collections[name].bulkWrite(writes, { ...inSession, ordered: false });
    };

  return {
    addClicks: adder('clickDays'),
    addConversions: adder('conversionDays'),
    addCommissions: adder('commissionDays'),
  };
};
