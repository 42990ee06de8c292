import { randomUUIDv7 } from 'node:crypto';
import { openGrpcClient } from '@tributary/grpc';
import { tokensOf } from '@tributary/testing';
import type { ChangeCall } from '../workflows/attribution-change-items.ts';

const CALL = { deadlineMs: 30_000, idempotent: true };

/** A conversion and the affiliates that a change credits, with their weights. */
export interface Recredit {
  readonly conversionId: string;
  readonly weights: Readonly<Record<string, number>>;
}

/** The request of a change of attribution. */
export const changeOf = (
  changeId: string,
  conversions: readonly Recredit[],
): { changeId: string } & ChangeCall => ({
  changeId,
  conversions: conversions.map(({ conversionId, weights }) => ({
    conversionId,
    shares: Object.entries(weights).map(([affiliateId, weight]) => ({
      ...{ affiliateId, weight, clickId: '', linkId: '' },
    })),
  })),
});

/** A client of the changes of attribution. */
export function changesClient(address: string) {
  const client = openGrpcClient(
    'tributary.commission.v1.Commissions',
    address,
    tokensOf('attribution'),
  );
  type Method = 'PreviewAttributionChange' | 'ApplyAttributionChange';
  const change =
    (method: Method) =>
    (campaignId: string, changeId: string, ...conversions: readonly Recredit[]) => {
      const { conversions: named } = changeOf(changeId, conversions);
      const mutable = named.map(({ shares, ...one }) => ({ ...one, shares: [...shares] }));
      return client.call(method, { campaignId, changeId, conversions: mutable }, CALL);
    };
  return {
    previewChange: change('PreviewAttributionChange'),
    applyChange: change('ApplyAttributionChange'),
    undoChange: (campaignId: string, changeId: string, ...conversionIds: readonly string[]) => {
      const request = { campaignId, changeId, undoId: undoIdOf(changeId) };
      return client.call(
        'UndoAttributionChange',
        { ...request, conversionIds: [...conversionIds] },
        CALL,
      );
    },
    closeChanges: () => {
      client.close();
    },
  };
}

const undoIds = new Map<string, string>();
/** The id of a change's undo, the same for each call. */
export function undoIdOf(changeId: string): string {
  const known = undoIds.get(changeId) ?? randomUUIDv7();
  undoIds.set(changeId, known);
  return known;
}
