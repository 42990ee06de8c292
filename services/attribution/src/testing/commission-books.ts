import { notFound, unavailable } from '@tributary/errors';
import { rpc, serveGrpc } from '@tributary/grpc';
import { tokensOf } from '@tributary/testing';

const SERVICE = 'tributary.commission.v1.Commissions';
/** What each conversion earns in these books, minor units. */
const EARNED_MINOR = 1_000;

interface Share {
  readonly affiliateId: string;
}

/** What the books contain, and how they fail. */
class Books {
  /** Who earned each conversion; one that is absent is not approved. */
  readonly owners = new Map<string, string>();
  /** What changes and undos moved, as `<change or undo>/<conversion>`. */
  readonly booked = new Set<string>();
  readonly state = { terms: '{"value":"10"}', callsUntilFailure: Infinity };

  /** Fails after the work, as where the caller dies before it saves the answer. */
  failWhereDue(): void {
    this.state.callsUntilFailure -= 1;
    if (this.state.callsUntilFailure >= 0) return;
    this.state.callsUntilFailure = Infinity;
    throw unavailable('books_unavailable', { message: 'Cut off' });
  }

  outcomeOf(conversionId: string, shares: readonly Share[]) {
    const owner = this.owners.get(conversionId);
    const affiliateId = shares[0]?.affiliateId ?? '';
    const outcome = { conversionId, currency: 'USD' };
    if (owner === undefined) return { ...outcome, skipped: 'not_approved', moves: [] };
    if (affiliateId === owner) return { ...outcome, skipped: 'unchanged', moves: [] };
    const gained = { beforeMinor: 0, afterMinor: EARNED_MINOR, clawedBackMinor: 0 };
    const lost = { beforeMinor: EARNED_MINOR, afterMinor: 0, clawedBackMinor: 0 };
    const moves = [
      { affiliateId, ...gained },
      { affiliateId: owner, ...lost },
    ];
    return { ...outcome, skipped: '', moves };
  }

  undoneOf(conversionId: string) {
    const affiliateId = this.owners.get(conversionId) ?? '';
    const amounts = { beforeMinor: 0, afterMinor: EARNED_MINOR, clawedBackMinor: 0 };
    return { conversionId, currency: 'USD', skipped: '', moves: [{ affiliateId, ...amounts }] };
  }

  campaign() {
    return { terms: this.state.terms, campaignName: 'Spring sale' };
  }
}

const rpcsOf = (books: Books) => [
  ...(['CreateForConversions', 'ApplyAdjustment'] as const).map((method) =>
    rpc(SERVICE, method, () => Promise.reject(notFound('not_found'))),
  ),
  rpc(SERVICE, 'PreviewAttributionChange', ({ conversions }) => {
    const results = conversions.map((one) => books.outcomeOf(one.conversionId, one.shares));
    return Promise.resolve({ results, ...books.campaign() });
  }),
  rpc(SERVICE, 'ApplyAttributionChange', ({ changeId, conversions }) => {
    const results = conversions.map((one) => books.outcomeOf(one.conversionId, one.shares));
    for (const { conversionId, skipped } of results) {
      if (skipped === '') books.booked.add(`${changeId}/${conversionId}`);
    }
    books.failWhereDue();
    return Promise.resolve({ results, ...books.campaign() });
  }),
  rpc(SERVICE, 'UndoAttributionChange', ({ changeId, undoId, conversionIds }) => {
    for (const id of conversionIds) {
      if (books.booked.has(`${changeId}/${id}`)) books.booked.add(`${undoId}/${id}`);
    }
    books.failWhereDue();
    const results = conversionIds.map((id) => books.undoneOf(id));
    return Promise.resolve({ results, ...books.campaign() });
  }),
];

/** The books of the commission service, in memory: every conversion earned its affiliate 10.00. */
export async function serveCommissionBooks() {
  const books = new Books();
  const server = await serveGrpc({
    port: 0,
    tokens: tokensOf('commission'),
    rpcs: rpcsOf(books),
    onUnexpected: () => undefined,
    isReady: () => true,
  });
  const { owners, booked, state } = books;
  return {
    owners,
    booked,
    state,
    address: `127.0.0.1:${server.port}`,
    close: () => server.close(1_000),
  };
}
