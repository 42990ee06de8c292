/**
 * Processes real orders through the public API only: visitors follow affiliates' links, the shop posts its
 * orders, the brand approves them, affiliates are paid. Then compares every order and every cent with a
 * calculation from the same file. Then adds two more brands with ninety days of traffic, for the console's pages.
 */
import { commandEnvironment, exitUnlessReachable, systemDirectory } from '@tributary/engines';
import { type Schemas } from '@tributary/sdk';
import { openSystemData, verify, systemDataOptions } from '@tributary/verify';
import { Api } from './api.ts';
import { type DemoOptions, readOptions } from './options.ts';
import { readOrders } from './orders.ts';
import { payOut } from './payouts.ts';
import { Progress } from './progress.ts';
import { differences, expectations, type Row, settledRows, table } from './report.ts';
import { figuresByFile, reportDifferences } from './reports.ts';
import { type ShowcaseRun } from './showcase/members.ts';
import { showcase } from './showcase/showcase.ts';
import { StateFile } from './state.ts';
import { approveConversions, followLinks, postOrders, type Posted, setUp } from './story.ts';
import { deliveryCounts, registerWebhook } from './webhooks.ts';

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

type LedgerCheck = Schemas['VerifyLedgerResponse'];

type Setup = Awaited<ReturnType<typeof setUp>>;

interface Outcome {
  readonly setup: Setup;
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
async function processOrders(
  api: Api,
  { options, progress, file }: { options: DemoOptions; progress: Progress; file: StateFile },
): Promise<Outcome> {
  const orders = readOrders(options.ordersFile, options.limit);
  const shared = { orders, options, file, progress };
  print(`${String(orders.length)} orders through ${options.baseUrl}`);
  const setup = await setUp(api, options, file);
  const delivers = await registerWebhook(setup.brand.tributary, options.receiverUrl);
  const clicks = await followLinks(api, setup, shared);
  const posted = await postOrders(api, shared);
  const { conversionIds } = posted;
  const approved = await approveConversions(setup.brand, { conversionIds, progress });
  const expected = expectations(orders, options.seed);
  await settledRows(setup, expected);
  const payouts = await payOut(setup.admin, setup.members);
  const rows = await settledRows(setup, expected);
  const figures = figuresByFile(orders, options.seed);
  return { setup, delivers, clicks, posted, approved, payouts, rows, expected, figures };
}

function printFigures({ posted, clicks, approved, payouts }: Outcome): void {
  print(
    `orders        ${String(posted.created)} new, ${String(posted.repeated)} already known (409)`,
  );
  print(`clicks        ${String(clicks)} new`);
  print(
    `commissions   ${String(approved.commissions)} new, ${String(approved.failed)} approvals failed`,
  );
  print(`payouts       ${String(payouts)} requested and settled`);
}

function printSpeeds(api: Api, progress: Progress): void {
  for (const [step, { count, seconds }] of progress.speeds) {
    print(`speed         ${String(Math.round(count / seconds))} ${step} a second`);
  }
  for (const [status, count] of api.repeats) {
    const why = status === 0 ? 'no connection' : `status ${String(status)}`;
    print(`repeated      ${String(count)} calls (${why})`);
  }
}

/** The differences from the file, in the ledger and among the orders. */
function listDifferences(
  { posted, approved, rows, expected }: Outcome,
  ledger: LedgerCheck,
): string[] {
  const { conversionIds } = posted;
  const areUnique = new Set(conversionIds).size === conversionIds.length;
  return [
    ...differences(rows, expected),
    ...(ledger.balanced ? [] : [`ledger: ${JSON.stringify(ledger.differences.slice(0, 5))}`]),
    ...(approved.failed === 0 ? [] : [`${String(approved.failed)} approvals failed`]),
    ...(areUnique ? [] : ['some orders share a conversion']),
  ];
}

async function run(): Promise<number> {
  const env = await commandEnvironment(systemDirectory(), process.env);
  const options = readOptions(process.argv.slice(2), env);
  await exitUnlessReachable(['BASE_URL'], { BASE_URL: options.baseUrl });
  const api = new Api(options.baseUrl);
  const progress = new Progress();
  const file = new StateFile(options.stateFile);
  const outcome = await processOrders(api, { options, progress, file });
  const ledger = await outcome.setup.admin.ledger.verify();
  print(`\n${table(outcome.rows)}\n`);
  printFigures(outcome);
  printSpeeds(api, progress);
  const { entries, accounts } = ledger;
  const equality = ledger.balanced ? 'equal' : 'DO NOT EQUAL';
  print(
    `ledger        ${String(entries)} entries in ${String(accounts)} accounts, debits ${equality} credits`,
  );
  const [reports] = await Promise.all([printReports(outcome), printMessages(outcome)]);
  if (options.showcase) await addShowcase({ api, env, file, progress, admin: outcome.setup.admin });
  const found = [...listDifferences(outcome, ledger), ...reports, ...(await brokenInvariants())];
  for (const difference of found) print(`DIFFERENCE    ${difference}`);
  print(
    found.length === 0
      ? 'Every order is accounted for once, every cent explained.'
      : 'The figures do not agree.',
  );
  await api.close();
  return found.length === 0 ? 0 : 1;
}

/** Once for each system, and only where its brokers are known. */
async function addShowcase(run: ShowcaseRun): Promise<void> {
  if (run.file.state.isShown) return;
  if (run.env['KAFKA_BROKERS'] === undefined) {
    print('showcase      left out: the brokers’ addresses are unknown');
    return;
  }
  const { clicks, orders } = await showcase(run);
  print(
    `showcase      2 more brands, ${String(clicks)} clicks and ${String(orders)} orders of 90 days`,
  );
}

/** Compares the six kinds of report with the file. */
async function printReports({ setup, figures }: Outcome): Promise<string[]> {
  const expectation = { expected: figures, withinMs: SETTLE_WITHIN_MS };
  const found = await reportDifferences(setup, expectation);
  const equality = found.length === 0 ? 'equal the file' : 'DO NOT EQUAL the file';
  print(`reports       6 kinds of ${String(setup.members.length)} affiliates ${equality}`);
  return found;
}

/** After tens of thousands of orders the reports need some minutes. */
const SETTLE_WITHIN_MS = 600_000;

/** Checks the invariants over all databases if their addresses are known. */
async function brokenInvariants(): Promise<string[]> {
  const options = await systemDataOptions(process.env);
  if (options === undefined) {
    print('invariants    checked over the API only: the databases’ addresses are unknown');
    return [];
  }
  const systemData = await openSystemData(options);
  const lines: string[] = [];
  await verify(systemData, (line) => lines.push(line), SETTLE_WITHIN_MS);
  await systemData.close();
  const broken = lines.filter((line) => !line.startsWith('holds'));
  print(`invariants    ${String(lines.length - broken.length)} hold`);
  return broken;
}

async function printMessages({ setup, delivers, rows }: Outcome): Promise<void> {
  if (delivers) {
    const approvals = rows.reduce((sum, { approved }) => sum + approved, 0);
    const counts = await deliveryCounts(setup.brand.tributary, approvals);
    print(
      `webhooks      ${String(counts.successful_deliveries)} delivered of ${String(counts.total_events_sent)} sent, ${String(counts.failed_deliveries)} failed`,
    );
  } else {
    print('webhooks      this system does not deliver to the sandbox’s address');
  }
  let unread = 0;
  for (const { account } of setup.members) {
    unread += (await account.tributary.notifications.getUnreadCount()).unread_count;
  }
  print(`notifications ${String(unread)} unread by the affiliates`);
}

process.exitCode = await run();
