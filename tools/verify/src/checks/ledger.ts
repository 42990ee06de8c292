import { createHash } from 'node:crypto';
import { type Check, type Finding, num, type Row, text, type SystemData } from '../system-data.ts';

const entries = (systemData: SystemData) => systemData.collection('commission', 'ledger_entries');

async function transactionsBalance(systemData: SystemData): Promise<Finding> {
  const groups = entries(systemData).aggregate<{ _id: unknown; sum: number }>(
    [
      {
        $group: {
          _id: { transaction: '$transactionId', currency: '$currency' },
          sum: { $sum: '$amountMinor' },
        },
      },
    ],
    { allowDiskUse: true },
  );
  let checked = 0;
  const problems: string[] = [];
  for await (const { _id, sum } of groups) {
    checked += 1;
    if (sum !== 0) problems.push(`transaction ${text(_id)} sums to ${String(sum)}`);
  }
  return { checked, problems };
}

const fields = ['pending', 'available', 'reserved', 'paid', 'debt'] as const;

async function balancesAreFolds(systemData: SystemData): Promise<Finding> {
  const sums = new Map<string, number>();
  const groups = entries(systemData).aggregate<{
    _id: { account: string; currency: string };
    sum: number;
  }>(
    [
      {
        $group: {
          _id: { account: '$account', currency: '$currency' },
          sum: { $sum: '$amountMinor' },
        },
      },
    ],
    { allowDiskUse: true },
  );
  for await (const { _id, sum } of groups) sums.set(`${_id.account}/${_id.currency}`, sum);
  let checked = 0;
  const problems: string[] = [];
  for await (const balance of systemData.collection('commission', 'balances').find()) {
    checked += 1;
    problems.push(...balanceProblems(balance, sums));
  }
  return { checked, problems };
}

function balanceProblems(balance: Row, sums: ReadonlyMap<string, number>): string[] {
  const owner = text(balance['affiliateId']);
  const currency = text(balance['currency']);
  return fields.flatMap((field) => {
    const stored = num(balance[`${field}Minor`]);
    const folded = sums.get(`affiliate:${owner}:${field}/${currency}`) ?? 0;
    // A debt is a debit; the projection shows it as a positive amount.
    const expected = field === 'debt' ? -folded : folded;
    const found: string[] = [];
    if (stored !== expected) {
      found.push(`${owner} ${field} is ${String(stored)}, its entries give ${String(expected)}`);
    }
    if (!(stored >= 0)) found.push(`${owner} ${field} is below zero: ${String(stored)}`);
    return found;
  });
}

const FIRST = '0'.repeat(64);

/** The text that an entry's hash covers, as the chart of accounts documents it. */
const chained = (entry: Row): string =>
  [
    entry['prevHash'],
    entry['account'],
    entry['currency'],
    entry['seq'],
    entry['amountMinor'],
    entry['balanceMinor'],
    entry['transactionId'],
    entry['commissionId'] ?? '',
    (entry['at'] as Date).toISOString(),
  ].join('\n');

interface Chain {
  readonly name: string;
  readonly seq: number;
  readonly balance: number;
  readonly hash: string;
}

function linkProblems(entry: Row, before: Chain): string[] {
  const name = text(entry._id);
  const found: string[] = [];
  if (num(entry['seq']) !== before.seq + 1) found.push(`${name}: an entry is missing before it`);
  if (entry['prevHash'] !== before.hash) found.push(`${name}: not chained to the one before`);
  if (num(entry['balanceMinor']) !== before.balance + num(entry['amountMinor'])) {
    found.push(`${name}: its balance does not follow`);
  }
  const hash = createHash('sha256').update(chained(entry)).digest('hex');
  if (hash !== entry['hash']) found.push(`${name}: changed after it was written`);
  return found;
}

async function chainsHold(systemData: SystemData): Promise<Finding> {
  let checked = 0;
  const problems: string[] = [];
  let chain: Chain | undefined;
  const sorted = entries(systemData)
    .find()
    .sort({ account: 1, currency: 1, seq: 1 })
    .allowDiskUse(true);
  for await (const entry of sorted) {
    checked += 1;
    const name = `${text(entry['account'])}/${text(entry['currency'])}`;
    const before = chain?.name === name ? chain : { name, seq: 0, balance: 0, hash: FIRST };
    problems.push(...linkProblems(entry, before));
    chain = {
      name,
      seq: num(entry['seq']),
      balance: num(entry['balanceMinor']),
      hash: text(entry['hash']),
    };
  }
  return { checked, problems };
}

/** Checks of the ledger against its own entries. */
export const ledgerChecks: readonly Check[] = [
  { name: 'every ledger transaction sums to zero', run: transactionsBalance },
  { name: 'balances are the sums of their entries, none below zero', run: balancesAreFolds },
  { name: 'entries are chained without gaps or changes', run: chainsHold },
];
