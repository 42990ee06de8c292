import { notFound, unavailable } from '@tributary/errors';
import { rpc, serveGrpc } from '@tributary/grpc';
import { tokensOf } from '@tributary/testing';

const SERVICE = 'tributary.commission.v1.Commissions';
/** What each conversion earns in these books, minor units. */
export const EARNED_MINOR = 1_000;

interface Share {
  readonly affiliateId: string;
  readonly weight: number;
}

/** The books of the commission service, in memory: every conversion earned its affiliate 10.00. */
export async function serveCommissionBooks() {
  /** Who earned each conversion; one that is absent is not approved. */
  const owners = new Map<string, string>();
  /** What changes and undos moved, as `<change or undo>/<conversion>`. */
  const booked = new Set<string>();
  const state = { terms: '{"value":"10"}', callsUntilFailure: Infinity };

  /** Fails after the work, as where the caller dies before it saves the answer. */
  const failWhereDue = (): void => {
    state.callsUntilFailure -= 1;
    if (state.callsUntilFailure >= 0) return;
    state.callsUntilFailure = Infinity;
    throw unavailable('books_unavailable', { message: 'Cut off' });
  };
  const movesOf = (conversionId: string, shares: readonly Share[]) => {
    const owner = owners.get(conversionId);
    const [first] = shares;
    if (owner === undefined) return { skipped: 'not_approved', moves: [] };
    if (first === undefined || first.affiliateId === owner) {
      return { skipped: 'unchanged', moves: [] };
    }
    const amounts = { clawedBackMinor: 0 };
    return {
      skipped: '',
      moves: [
        { affiliateId: first.affiliateId, beforeMinor: 0, afterMinor: EARNED_MINOR, ...amounts },
        { affiliateId: owner, beforeMinor: EARNED_MINOR, afterMinor: 0, ...amounts },
      ],
    };
  };
  const refuse = (method: 'CreateForConversions' | 'ApplyAdjustment') =>
    rpc(SERVICE, method, () => Promise.reject(notFound('not_found')));
  const campaign = () => ({ terms: state.terms, campaignName: 'Spring sale' });
  const server = await serveGrpc({
    port: 0,
    tokens: tokensOf('commission'),
    rpcs: [
      refuse('CreateForConversions'),
      refuse('ApplyAdjustment'),
      rpc(SERVICE, 'PreviewAttributionChange', ({ conversions }) => {
        const results = conversions.map(({ conversionId, shares }) => ({
          ...{ conversionId, currency: 'USD', ...movesOf(conversionId, shares) },
        }));
        return Promise.resolve({ results, ...campaign() });
      }),
      rpc(SERVICE, 'ApplyAttributionChange', ({ changeId, conversions }) => {
        const results = conversions.map(({ conversionId, shares }) => {
          const moved = movesOf(conversionId, shares);
          const key = `${changeId}/${conversionId}`;
          if (moved.skipped === '') booked.add(key);
          return { conversionId, currency: 'USD', ...moved };
        });
        failWhereDue();
        return Promise.resolve({ results, ...campaign() });
      }),
      rpc(SERVICE, 'UndoAttributionChange', ({ changeId, undoId, conversionIds }) => {
        const results = conversionIds.map((conversionId) => {
          const key = `${undoId}/${conversionId}`;
          if (booked.has(`${changeId}/${conversionId}`)) booked.add(key);
          const owner = owners.get(conversionId) ?? '';
          const amounts = { beforeMinor: 0, afterMinor: EARNED_MINOR, clawedBackMinor: 0 };
          return {
            conversionId,
            currency: 'USD',
            skipped: '',
            moves: [{ affiliateId: owner, ...amounts }],
          };
        });
        failWhereDue();
        return Promise.resolve({ results, ...campaign() });
      }),
    ],
    onUnexpected: () => undefined,
    isReady: () => true,
  });
  return {
    owners,
    booked,
    state,
    address: `127.0.0.1:${server.port}`,
    close: () => server.close(1_000),
  };
}
