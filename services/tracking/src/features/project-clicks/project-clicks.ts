import { currentContext } from '@tributary/context';
import {
  clickAnnounced,
  type ClickRow,
  clicksCounted,
  type DomainEvent,
  opensPage,
  type PaidClick,
  paidClicksRecorded,
} from '@tributary/contracts';
import { type CapturedRequest, captureRequest, isDuplicateKey, runBatch } from '@tributary/mongo';
import { isKeptTraceparent } from '@tributary/tracing';
import { createBatcher } from '@tributary/work';
import { type Subscribers } from '../../clients/webhook-client.ts';
import { type Deps } from '../../deps.ts';
import { type CountableClick, inPartsOf, sumClicks } from '../../domain/click-sums.ts';
import { isCountable } from '../../domain/click.ts';
import { isDenied } from '../../domain/consent.ts';

type ProjectDeps = Pick<
  Deps,
  | 'campaigns'
  | 'clock'
  | 'findClickSubscribers'
  | 'findLine'
  | 'fingerprintOf'
  | 'hashVisitor'
  | 'transaction'
  | 'yieldToCalls'
>;

/** The most clicks in a transaction, and so in an event. */
const MAX_CLICKS = 1_000;
/** A process reads fewer partitions at the same time. */
const MAX_PARTS = 1_000;
/** While one is stored, what arrives waits for no more than another. */
const COMMITS_AT_ONCE = 2;
/** Half of what Kafka accepts as one record. */
const MAX_EVENT_BYTES = 1_000_000;

interface Projected extends CountableClick {
  /** Of the device; null where the campaign uses none. */
  readonly fingerprint: string | null;
}

function proofOf({ findLine, hashVisitor }: ProjectDeps, click: ClickRow) {
  const { address, isListed } = findLine(click.ip);
  return {
    navigated: opensPage(click),
    isListed,
    // Behind an address that is not public, many visitors look like one.
    visitor: address === null ? null : hashVisitor(click.visitorId),
    address,
  };
}

const newestOf = (clicks: readonly ClickRow[]): Date =>
  new Date(
    clicks.reduce((newest, { occurredAt }) => (occurredAt > newest ? occurredAt : newest), ''),
  );

function* chunksOf(clicks: readonly ClickRow[]): Generator<readonly ClickRow[]> {
  for (let at = 0; at < clicks.length; at += MAX_CLICKS) yield clicks.slice(at, at + MAX_CLICKS);
}

/** The clicks as they are stored and counted; of a repeated click the first. */
async function prepare(deps: ProjectDeps, clicks: readonly ClickRow[]): Promise<Projected[]> {
  const byId = new Map<string, ClickRow>();
  for (const click of clicks) if (!byId.has(click.clickId)) byId.set(click.clickId, click);
  const campaignIds = new Set(clicks.map(({ campaignId }) => campaignId));
  const fingerprinting = await deps.campaigns.listFingerprinting([...campaignIds]);
  return Array.from(byId.values(), (click) => {
    const canEarn = isCountable(click);
    const isRecognised = canEarn && fingerprinting.has(click.campaignId);
    const fingerprint = isRecognised ? deps.fingerprintOf(click.ip, click.userAgent) : null;
    const proof = canEarn ? proofOf(deps, click) : undefined;
    return { click, occurredAt: new Date(click.occurredAt), fingerprint, proof };
  });
}

const paidClickOf = (click: ClickRow, traffic: NonNullable<ClickRow['traffic']>): PaidClick => ({
  clickId: click.clickId,
  occurredAt: click.occurredAt,
  linkId: click.linkId,
  campaignId: click.campaignId,
  brandId: click.brandId,
  affiliateId: click.affiliateId,
  isUnique: click.isUnique,
  validity: click.validity,
  traffic,
});

const announcementOf = (click: ClickRow): DomainEvent =>
  clickAnnounced({
    clickId: click.clickId,
    occurredAt: click.occurredAt,
    linkId: click.linkId,
    trackingCode: click.trackingCode,
    campaignId: click.campaignId,
    brandId: click.brandId,
    affiliateId: click.affiliateId,
    country: click.country,
    device: click.device,
    browser: click.browser,
    isUnique: click.isUnique,
    isBot: click.isBot,
  });

/** The events of new clicks; every click is in exactly one of those that count. */
function* eventsOf(
  clicks: readonly Projected[],
  { all, ownerIds }: Subscribers,
): Generator<DomainEvent> {
  for (const part of inPartsOf(MAX_EVENT_BYTES, clicks)) {
    yield clicksCounted({ counts: sumClicks(part) });
  }
  const paid = clicks.flatMap(({ click }) =>
    click.traffic === undefined ? [] : [paidClickOf(click, click.traffic)],
  );
  if (paid.length > 0) yield paidClicksRecorded({ clicks: paid });
  for (const { click } of clicks) {
    // A click without identity is counted, and announced to nobody.
    if (isDenied(click.consent)) continue;
    if (all || ownerIds.has(click.affiliateId) || ownerIds.has(click.brandId)) {
      yield announcementOf(click);
    }
  }
}

interface Batch {
  readonly prepared: readonly Projected[];
  readonly subscribers: Subscribers;
}

/** Stores clicks with the events about them, in one commit. */
async function store(
  { transaction, clock }: ProjectDeps,
  { prepared, subscribers }: Batch,
  mayBeKnown: boolean,
): Promise<void> {
  const ids = prepared.map(({ click }) => click.clickId);
  await transaction(async ({ clicks, outbox }) => {
    const known = mayBeKnown ? await clicks.findKnown(ids) : new Set<string>();
    const fresh = prepared.filter(({ click }) => !known.has(click.clickId));
    await clicks.insert(fresh, clock.now());
    await outbox.add(...eventsOf(fresh, subscribers));
  });
}

async function projectAll(deps: ProjectDeps, clicks: readonly ClickRow[]): Promise<void> {
  for (const [index, chunk] of [...chunksOf(clicks)].entries()) {
    if (index > 0) await deps.yieldToCalls();
    const [prepared, subscribers] = await Promise.all([
      prepare(deps, chunk),
      deps.findClickSubscribers(newestOf(chunk)),
    ]);
    const batch = { prepared, subscribers };
    try {
      await store(deps, batch, false);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      await store(deps, batch, true);
    }
  }
}

/** Clicks of one partition. */
interface Part {
  readonly clicks: readonly ClickRow[];
  /** Whether their handling is part of a trace that is kept. */
  readonly isTraced: boolean;
  readonly inContext: CapturedRequest;
}

/** A commit can be part of one trace. */
const leadingOf = (parts: readonly Part[]): Part | undefined =>
  parts.find(({ isTraced }) => isTraced) ?? parts[0];

/**
 * Projects clicks of the log: stores those that are new, and publishes exactly those in sums. Clicks of several
 * partitions that arrive together share a commit and its events, because few clicks cost almost as much as many. A
 * repeated click changes nothing and is not counted again. Stored clicks are searched for only after a duplicate key,
 * because repetitions are rare.
 */
export function projectClicks(deps: ProjectDeps) {
  const batcher = createBatcher<Part, undefined>({
    maxItems: MAX_CLICKS,
    weightOf: ({ clicks }) => clicks.length,
    maxWaiting: MAX_PARTS,
    atOnce: COMMITS_AT_ONCE,
    run: runBatch(async (parts) => {
      const clicks = parts.flatMap((part) => part.clicks);
      await leadingOf(parts)?.inContext(() => projectAll(deps, clicks));
      return parts.map(() => undefined);
    }),
  });
  return async (clicks: readonly ClickRow[]): Promise<void> => {
    const isTraced = isKeptTraceparent(currentContext()?.span?.traceparent);
    await batcher.add({ clicks, isTraced, inContext: captureRequest() });
  };
}
