import { type Check, type Finding, num, type Row, text, type SystemData } from '../system-data.ts';

const commissions = (systemData: SystemData) => systemData.collection('commission', 'commissions');

async function onePerAffiliate(systemData: SystemData): Promise<Finding> {
  const groups = commissions(systemData).aggregate<{
    _id: { conversion: string; affiliate: string; change?: string };
    count: number;
  }>(
    [
      {
        $group: {
          _id: { conversion: '$conversionId', affiliate: '$affiliateId', change: '$changeId' },
          count: { $sum: 1 },
        },
      },
    ],
    { allowDiskUse: true },
  );
  let checked = 0;
  const problems: string[] = [];
  for await (const { _id, count } of groups) {
    checked += 1;
    if (count > 1) problems.push(`${String(count)} commissions for ${text(_id)}`);
  }
  return { checked, problems };
}

/** Checks a commission's amounts against its status. */
function statusProblems(row: Row): string[] {
  const [amount, paid, reserved] = ['amountMinor', 'paidMinor', 'reservedMinor'].map((field) =>
    num(row[field]),
  );
  const problemUnless = (holds: boolean, violation: string): string[] =>
    holds ? [] : [`commission ${text(row._id)} is ${text(row['status'])} but ${violation}`];
  switch (row['status']) {
    case 'paid':
      return problemUnless(paid === amount, 'not all of it is paid');
    case 'cancelled':
    case 'rejected':
      return problemUnless(amount === 0, 'something is owed on it');
    case 'pending':
      return problemUnless(paid === 0 && reserved === 0, 'a part of it is paid or reserved');
    case 'approved':
      return problemUnless(
        (paid ?? 0) + (reserved ?? 0) <= (amount ?? 0),
        'more is paid than is owed',
      );
    default:
      return problemUnless(false, 'there is no such status');
  }
}

async function amountsFitStatus(systemData: SystemData): Promise<Finding> {
  let checked = 0;
  const problems: string[] = [];
  for await (const row of commissions(systemData).find()) {
    checked += 1;
    problems.push(...statusProblems(row));
  }
  return { checked, problems };
}

/** Approved conversions that credit an affiliate have commissions; pending and rejected ones have none. */
async function approvedAreBooked(systemData: SystemData): Promise<Finding> {
  const booked = new Set<string>();
  const earning = commissions(systemData).find({}, { projection: { conversionId: 1 } });
  for await (const { conversionId } of earning) booked.add(text(conversionId));
  // Renewals of a subscription earn nothing after the agreed months.
  const unpaid = systemData
    .collection('commission', 'earned_conversions')
    .find({ unpaidBecause: { $type: 'string' } }, { projection: { _id: 1 } });
  for await (const { _id } of unpaid) booked.add(text(_id));
  let checked = 0;
  const problems: string[] = [];
  const conversions = systemData
    .collection('tracking', 'conversions')
    .find({}, { projection: { status: 1, affiliateId: 1 } });
  for await (const { _id, status, affiliateId } of conversions) {
    checked += 1;
    const id = text(_id);
    if (status === 'approved' && affiliateId !== null && !booked.has(id)) {
      problems.push(`conversion ${id} is approved and has no commission`);
    }
    if ((status === 'pending' || status === 'rejected') && booked.has(id)) {
      problems.push(`conversion ${id} is ${text(status)} and has a commission`);
    }
  }
  return { checked, problems };
}

interface RecordedChange {
  readonly id: string;
  readonly state: string;
  readonly moves: readonly { beforeMinor: number; afterMinor: number }[];
  readonly unchanged: readonly { commissionId: string; entitledMinor: number }[];
}

/** The problems of one conversion's changes; `lines` are its commissions. */
function changeProblems(conversion: Row, lines: readonly Row[]): string[] {
  const changes = (conversion['changes'] ?? []) as readonly RecordedChange[];
  return changes.flatMap(({ id, state, moves }) => {
    const at = `conversion ${text(conversion._id)}, change ${id}`;
    const moved = moves.reduce(
      (sum, { beforeMinor, afterMinor }) => sum + afterMinor - beforeMinor,
      0,
    );
    const left = lines
      .filter((line) => line['changeId'] === id)
      .reduce((sum, line) => sum + num(line['entitledMinor']), 0);
    return [
      ...(moved === 0 ? [] : [`${at}: it moved ${String(moved)} in all`]),
      ...(state === 'undone' && left !== 0
        ? [`${at}: it is undone and leaves ${String(left)}`]
        : []),
    ];
  });
}

/** A change moves amounts between the affiliates of a conversion; its undo leaves nothing of its lines. */
async function changesMoveNothing(systemData: SystemData): Promise<Finding> {
  let checked = 0;
  const problems: string[] = [];
  const changed = systemData
    .collection('commission', 'earned_conversions')
    .find({ changes: { $exists: true } });
  for await (const conversion of changed) {
    checked += 1;
    const lines = await commissions(systemData).find({ conversionId: conversion._id }).toArray();
    problems.push(...changeProblems(conversion, lines));
  }
  return { checked, problems };
}

async function refundsFit(systemData: SystemData): Promise<Finding> {
  let checked = 0;
  const problems: string[] = [];
  const refunded = systemData
    .collection('tracking', 'conversions')
    .find({ refundedMinor: { $gt: 0 } });
  for await (const row of refunded) {
    checked += 1;
    const adjustments = (row['adjustments'] ?? []) as { amountMinor: number }[];
    const sum = adjustments.reduce((total, { amountMinor }) => total + amountMinor, 0);
    if (sum !== num(row['refundedMinor']) || sum > num(row['valueMinor'])) {
      problems.push(`conversion ${text(row._id)}: refunds of ${String(sum)} do not fit its value`);
    }
  }
  return { checked, problems };
}

async function ordersAreUnique(systemData: SystemData): Promise<Finding> {
  const groups = systemData
    .collection('tracking', 'conversions')
    .aggregate<{ _id: unknown; count: number }>(
      [{ $group: { _id: { brand: '$brandId', order: '$orderId' }, count: { $sum: 1 } } }],
      { allowDiskUse: true },
    );
  let checked = 0;
  const problems: string[] = [];
  for await (const { _id, count } of groups) {
    checked += 1;
    if (count > 1) problems.push(`order ${text(_id)} is stored ${String(count)} times`);
  }
  return { checked, problems };
}

export const commissionChecks: readonly Check[] = [
  { name: 'every order is one conversion', run: ordersAreUnique },
  { name: 'refunds never exceed the order’s value', run: refundsFit },
  { name: 'approved conversions are booked, others are not', run: approvedAreBooked },
  { name: 'one commission per conversion, affiliate and attribution change', run: onePerAffiliate },
  {
    name: 'attribution changes move nothing in all, and undone ones leave nothing',
    run: changesMoveNothing,
  },
  { name: 'commissions’ amounts fit their status', run: amountsFitStatus },
];
