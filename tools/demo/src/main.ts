/**
 * The whole way on real orders, by the public API alone: visitors follow affiliates' links, the shop
 * posts its orders, the brand approves them, affiliates are paid. At the end every order is accounted
 * for once and every cent is compared with a calculation over the same file.
 */
import { openWorld, verify, worldOptions } from '@tributary/verify';
import { Api } from './api.ts';
import { type DemoOptions, readOptions } from './options.ts';
import { readOrders } from './orders.ts';
import { payOut } from './payouts.ts';
import { Progress } from './progress.ts';
import { differences, expectations, type Row, settledRows, table } from './report.ts';
import { figuresByFile, reportDifferences } from './reports.ts';
import { StateFile } from './state.ts';
import { approve, follow, post, type Posted, setTheStage } from './story.ts';
import { deliveryCounts, registerWebhook } from './webhooks.ts';

const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

interface LedgerCheck {
  readonly balanced: boolean;
  readonly entries: number;
  readonly accounts: number;
  readonly differences: readonly unknown[];
}

type Cast = Awaited<ReturnType<typeof setTheStage>>;

interface Outcome {
  readonly cast: Cast;
  readonly delivers: boolean;
  readonly clicks: number;
  readonly posted: Posted;
  readonly approved: { readonly commissions: number; readonly failed: number };
  readonly payouts: number;
  readonly rows: readonly Row[];
  readonly expected: ReturnType<typeof expectations>;
  readonly figures: ReturnType<typeof figuresByFile>;
}

/** From the first click to the last payout. */
async function play(api: Api, options: DemoOptions, progress: Progress): Promise<Outcome> {
  const orders = readOrders(options.ordersFile, options.limit);
  const file = new StateFile(options.stateFile);
  const shared = { orders, options, file, progress };
  say(`${String(orders.length)} orders through ${options.baseUrl}`);
  const cast = await setTheStage(api, options, file);
  const delivers = await registerWebhook(api, cast.brand, options.receiverUrl);
  const clicks = await follow(api, cast, shared);
  const posted = await post(api, shared);
  const { conversionIds } = posted;
  const approved = await approve(api, cast.brand, { conversionIds, progress });
  const expected = expectations(orders, options.seed);
  await settledRows(api, cast, expected);
  const payouts = await payOut(api, cast.admin, cast.members);
  const rows = await settledRows(api, cast, expected);
  const figures = figuresByFile(orders, options.seed);
  return { cast, delivers, clicks, posted, approved, payouts, rows, expected, figures };
}

function sayFigures({ posted, clicks, approved, payouts }: Outcome): void {
  say(
    `orders        ${String(posted.created)} new, ${String(posted.repeated)} known already (409)`,
  );
  say(`clicks        ${String(clicks)} new`);
  say(
    `commissions   ${String(approved.commissions)} new, ${String(approved.failed)} approvals failed`,
  );
  say(`payouts       ${String(payouts)} requested and settled`);
}

function saySpeeds(api: Api, progress: Progress): void {
  for (const [step, { count, seconds }] of progress.speeds) {
    say(`speed         ${String(Math.round(count / seconds))} ${step} a second`);
  }
  for (const [status, count] of api.repeats) {
    const why = status === 0 ? 'no connection' : `status ${String(status)}`;
    say(`repeated      ${String(count)} calls (${why})`);
  }
}

/** What does not agree: with the file, in the ledger, or order by order. */
function disagreements(
  { posted, approved, rows, expected }: Outcome,
  ledger: LedgerCheck,
): string[] {
  const { conversionIds } = posted;
  const isEachItsOwn = new Set(conversionIds).size === conversionIds.length;
  return [
    ...differences(rows, expected),
    ...(ledger.balanced ? [] : [`ledger: ${JSON.stringify(ledger.differences.slice(0, 5))}`]),
    ...(approved.failed === 0 ? [] : [`${String(approved.failed)} approvals failed`]),
    ...(isEachItsOwn ? [] : ['some orders share a conversion']),
  ];
}

async function run(): Promise<number> {
  const options = readOptions(process.argv.slice(2), process.env);
  const api = new Api(options.baseUrl);
  const progress = new Progress();
  const outcome = await play(api, options, progress);
  const { admin } = outcome.cast;
  const ledger = await api.get<LedgerCheck>('/api/admin/ledger/verify', { token: admin });
  say(`\n${table(outcome.rows)}\n`);
  sayFigures(outcome);
  await sayMessages(api, outcome);
  saySpeeds(api, progress);
  const { entries, accounts } = ledger;
  const equality = ledger.balanced ? 'equal' : 'DO NOT EQUAL';
  say(
    `ledger        ${String(entries)} entries in ${String(accounts)} accounts, debits ${equality} credits`,
  );
  const reports = await sayReports(api, outcome);
  const found = [...disagreements(outcome, ledger), ...reports, ...(await brokenInvariants())];
  for (const difference of found) say(`DIFFERENCE    ${difference}`);
  say(
    found.length === 0
      ? 'Every order is accounted for once, every cent explained.'
      : 'The figures do not agree.',
  );
  await api.close();
  return found.length === 0 ? 0 : 1;
}

/** Whether the six kinds of report say what the file says. */
async function sayReports(api: Api, { cast, figures }: Outcome): Promise<string[]> {
  const given = { expected: figures, withinMs: SETTLE_WITHIN_MS };
  const found = await reportDifferences(api, cast, given);
  const equality = found.length === 0 ? 'equal the file' : 'DO NOT EQUAL the file';
  say(`reports       6 kinds of ${String(cast.members.length)} affiliates ${equality}`);
  return found;
}

/** Reports follow the orders; after thousands at once they need some minutes. */
const SETTLE_WITHIN_MS = 300_000;

/** The invariants over all databases, where the system runs on this machine and they can be reached. */
async function brokenInvariants(): Promise<string[]> {
  const options = worldOptions(process.env);
  if (options === undefined) {
    say('invariants    looked at over the API alone: the databases are not known here');
    return [];
  }
  const world = await openWorld(options);
  const lines: string[] = [];
  await verify(world, (line) => lines.push(line), SETTLE_WITHIN_MS);
  await world.close();
  const broken = lines.filter((line) => !line.startsWith('holds'));
  say(`invariants    ${String(lines.length - broken.length)} hold`);
  return broken;
}

async function sayMessages(api: Api, { cast, delivers, rows }: Outcome): Promise<void> {
  if (delivers) {
    const approvals = rows.reduce((sum, { approved }) => sum + approved, 0);
    const counts = await deliveryCounts(api, cast.brand, approvals);
    say(
      `webhooks      ${String(counts.successful_deliveries)} delivered of ${String(counts.total_events_sent)} sent, ${String(counts.failed_deliveries)} failed`,
    );
  } else {
    say('webhooks      this system does not deliver to the sandbox’s address');
  }
  let unread = 0;
  for (const { account } of cast.members) {
    const { token } = account;
    unread += (await api.get<{ unread_count: number }>('/api/notifications/count', { token }))
      .unread_count;
  }
  say(`notifications ${String(unread)} unread by the affiliates`);
}

process.exitCode = await run();
