import { type Row, type Service, type SystemData, text } from '../system-data.ts';
import { type Moment } from './moment.ts';

/** What the databases know of a conversion, and by which ids events and logs name it. */
export interface Stored {
  readonly moments: readonly Moment[];
  readonly ids: ReadonlySet<string>;
}

const TIMES = [
  ...['createdAt', 'occurredAt', 'assessedAt', 'at', 'requestedAt', 'reservedAt', 'bookedAt'],
  ...['reviewedAt', 'recordedAt', 'convertedAt', 'updatedAt', 'issuedAt'],
] as const;

/** The first time that a row states. */
function timeOf(row: Row): string {
  for (const name of TIMES) {
    const value = row[name];
    if (value instanceof Date) return value.toISOString();
    if (typeof value === 'string' && !Number.isNaN(Date.parse(value))) return value;
  }
  return '';
}

const momentOf = (
  row: Row,
  { service, what, from = 'record' }: { service: Service; what: string; from?: Moment['from'] },
): Moment => ({ at: timeOf(row), from, service, what, details: { id: row._id, ...row } });

const textsOf = (rows: readonly Row[], field: string): string[] =>
  rows.flatMap((row) => (typeof row[field] === 'string' ? [row[field]] : []));

const idsIn = (rows: readonly Row[]): string[] => rows.map(({ _id }) => text(_id));

/** A kind of record, and where it is. */
type Kind = readonly [what: string, service: Service, collection: string];

/** Finds all records of a conversion; undefined where there is no such conversion. */
export async function findStored(
  data: SystemData,
  conversionId: string,
): Promise<Stored | undefined> {
  const moments: Moment[] = [];
  const find = async ([what, service, name]: Kind, filter: object): Promise<Row[]> => {
    const rows = await data.collection(service, name).find(filter).toArray();
    moments.push(...rows.map((row) => momentOf(row, { service, what })));
    return rows;
  };
  const byId = (kind: Kind, ids: readonly string[]) => find(kind, { _id: { $in: ids } });

  const conversions = await byId(['conversion', 'tracking', 'conversions'], [conversionId]);
  if (conversions.length === 0) return undefined;
  const clickIds = textsOf(conversions, 'clickId');
  await byId(['click', 'tracking', 'clicks'], clickIds);
  await byId(['order fact', 'attribution', 'order_facts'], [conversionId]);
  await byId(['assessment', 'attribution', 'assessments'], [conversionId]);
  await byId(['review', 'attribution', 'labels'], [conversionId]);
  const booked = await data
    .collection('attribution', 'booked_commissions')
    .find({ conversionId })
    .toArray();
  const commissionIds = idsIn(booked);
  const commissions = await byId(['commission', 'commission', 'commissions'], commissionIds);
  const { booked: ledger, payoutIds } = await findLedger(data, commissions);
  await byId(['payout', 'payout', 'payouts'], payoutIds);
  const ids = new Set([conversionId, ...clickIds, ...commissionIds, ...payoutIds]);
  return { moments: [...moments, ...ledger], ids };
}

/** What the ledger has of commissions, and the payouts that paid them. */
async function findLedger(data: SystemData, commissions: readonly Row[]) {
  const commissionIds = idsIn(commissions);
  const find = (name: string, filter: object): Promise<Row[]> =>
    data.collection('commission', name).find(filter).toArray();
  // What a payout moves is the sum of many commissions, so its reservation names them.
  const reservations = await find('reservations', {
    affiliateId: { $in: textsOf(commissions, 'affiliateId') },
    'items.commissionId': { $in: commissionIds },
  });
  const payoutIds = idsIn(reservations);
  const entries = await find('ledger_entries', { commissionId: { $in: commissionIds } });
  const transactions = await find('ledger_transactions', {
    $or: [
      { _id: { $in: textsOf(entries, 'transactionId') } },
      { 'cause.payoutId': { $in: payoutIds } },
    ],
  });
  const booked = transactions.map((row) =>
    momentOf(row, { service: 'commission', what: `booked ${text(row['kind'])}`, from: 'ledger' }),
  );
  return { booked, payoutIds };
}

/** What people and machines were notified of in the requests that concern the conversion. */
export async function findNotified(
  data: SystemData,
  ids: ReadonlySet<string>,
  correlationIds: ReadonlySet<string>,
): Promise<Moment[]> {
  const filter = { correlationId: { $in: [...correlationIds] } };
  const names = (value: unknown): boolean => [...ids].some((id) => text(value).includes(id));
  const deliveries = await data.collection('webhook', 'deliveries').find(filter).toArray();
  const messages = await data.collection('notification', 'notifications').find(filter).toArray();
  return [
    ...deliveries
      .filter(({ body }) => names(body))
      .map((row) =>
        momentOf(row, {
          service: 'webhook',
          what: `webhook ${text(row['eventType'])}`,
          from: 'delivery',
        }),
      ),
    ...messages.map((row) =>
      momentOf(row, {
        service: 'notification',
        what: `message ${text(row['type'])}`,
        from: 'message',
      }),
    ),
  ];
}
