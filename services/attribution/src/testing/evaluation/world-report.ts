import { attackNames, newAttackNames } from '@tributary/traffic';
import { percent } from '../../domain/statistics.ts';
import { table } from './report.ts';
import {
  attackRows,
  brierOf,
  segmentRows,
  type EvaluatedWorld,
  foundShare,
  heldShare,
  isHonest,
  moneyAt,
  precisionAt,
  type Row,
  SHARES,
  worldTargets,
} from './world-figures.ts';

const THRESHOLDS = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9] as const;
const EUROS = 100;

const shown = (share: number): string => (Number.isNaN(share) ? '-' : percent(share));
const money = (minor: number): string => (minor / EUROS).toFixed(0);

const met = (isMet: boolean): string => (isMet ? 'met' : 'MISSED');

const segmentTable = (rows: readonly Row[]): string =>
  table(
    ['honest segment', 'orders', 'held at first', 'held at the payout', ''],
    rows.map(({ name, orders, first, last }) => [
      name,
      String(orders),
      shown(first),
      shown(last),
      met(first <= SHARES.heldAtFirst && last <= SHARES.heldAtPayout),
    ]),
  );

const attackTable = (rows: readonly Row[]): string =>
  table(
    ['attack', 'orders', 'found at first', 'found before the payout', ''],
    rows.map(({ name, orders, first, last }) => [
      name,
      String(orders),
      shown(first),
      shown(last),
      met(last >= SHARES.found),
    ]),
  );

function worldTable(worlds: readonly EvaluatedWorld[]): string {
  const rows = (['plain', 'evasive', 'red team'] as const).map((kind) => {
    const own = worlds.filter((one) => one.kind === kind);
    const orders = own.flatMap((one) => one.orders);
    const honest = orders.filter(isHonest);
    const fraud = orders.filter((one) => !isHonest(one));
    return [
      kind,
      String(honest.length),
      String(fraud.length),
      shown(heldShare(honest, 'firstScore')),
      shown(heldShare(honest, 'lastScore')),
      shown(foundShare(fraud)),
      shown(precisionAt(orders, 'lastScore')),
      brierOf(orders, 'lastScore').toFixed(4),
    ];
  });
  return table(
    [
      'worlds',
      'honest',
      'fraud',
      'honest held at first',
      'at the payout',
      'fraud found',
      'precision at 3 %',
      'Brier',
    ],
    rows,
  );
}

function caseTable(worlds: readonly EvaluatedWorld[]): string {
  const rows = (['plain', 'evasive', 'red team'] as const).map((kind) => {
    const own = worlds.filter((one) => one.kind === kind);
    const sum = (countOf: (world: EvaluatedWorld) => number): string =>
      String(own.reduce((total, one) => total + countOf(one), 0));
    return [
      kind,
      sum((one) => one.honestAffiliates),
      sum((one) => one.accused),
      sum((one) => one.honestCases),
      sum((one) => one.crewAccounts),
      sum((one) => one.crewCases),
    ];
  });
  const head = ['worlds', 'honest affiliates', 'accused', 'with a case', 'crews’ accounts'];
  return table([...head, 'with a case'], rows);
}

function victimTable(worlds: readonly EvaluatedWorld[]): string {
  const orders = worlds.flatMap((one) => one.orders);
  const victims = orders.filter(({ isVictims }) => isVictims);
  const others = orders.filter((one) => isHonest(one) && !one.isVictims && one.segment === null);
  return table(
    ['honest orders', 'orders', 'held at first', 'held at the payout'],
    [
      ['of affiliates whom a crew harms', victims] as const,
      ['of ordinary affiliates', others] as const,
    ].map(([name, some]) => [
      name,
      String(some.length),
      shown(heldShare(some, 'firstScore')),
      shown(heldShare(some, 'lastScore')),
    ]),
  );
}

function moneyTable(worlds: readonly EvaluatedWorld[]): string {
  const orders = worlds.flatMap((one) => one.orders);
  return table(
    [
      'threshold',
      'honest commission held at the payout',
      'held first, then freed',
      'wrongly held, EUR x days',
      'fraud paid',
      'share of fraud paid',
    ],
    THRESHOLDS.map((threshold) => {
      const sums = moneyAt(orders, threshold);
      return [
        threshold.toFixed(1),
        `${money(sums.heldMinor)} (${shown(sums.heldMinor / sums.honestMinor)})`,
        money(sums.releasedMinor),
        money(sums.heldDaysMinor),
        money(sums.fraudPaidMinor),
        shown(sums.fraudPaidMinor / sums.fraudMinor),
      ];
    }),
  );
}

/** The evaluation of invented worlds as text: targets first, then what they rest on. */
export function worldReportOf(worlds: readonly EvaluatedWorld[]): string {
  const redTeam = worlds.filter(({ kind }) => kind === 'red team');
  const ordinary = worlds.filter(({ kind }) => kind !== 'red team');
  const targets = worldTargets(worlds).map(({ name, value, isMet }) => [
    name,
    value.toFixed(4),
    met(isMet),
  ]);
  const sections = [
    ['Targets', table(['target', 'measured', ''], targets)],
    ['Worlds', worldTable(worlds)],
    ['Honest segments', segmentTable(segmentRows(redTeam))],
    ['New attacks', attackTable(attackRows(redTeam, newAttackNames))],
    ['Known attacks', attackTable(attackRows(ordinary, attackNames))],
    ['Affiliates', caseTable(worlds)],
    ['Victims', victimTable(redTeam)],
    ['Money, worlds of the red team', moneyTable(redTeam)],
  ];
  return sections.map(([title = '', text = '']) => `## ${title}\n\n${text}\n`).join('\n');
}
