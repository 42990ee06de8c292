import { rpc, serveGrpc } from '@tributary/grpc';
import { tokensOf } from '@tributary/testing';

/** A server in attribution's place, by which no order looks like fraud. */
export const serveVerdicts = () =>
  serveGrpc({
    port: 0,
    tokens: tokensOf('attribution'),
    rpcs: [
      rpc('tributary.attribution.v1.Verdicts', 'JudgeAgain', ({ conversionIds }) => {
        const verdict = { judgedAt: new Date().toISOString(), fraudScore: 0, isHeld: false };
        const verdicts = conversionIds.map((conversionId) => ({ conversionId, ...verdict }));
        return Promise.resolve({ verdicts });
      }),
    ],
    isReady: () => true,
    onUnexpected: () => undefined,
  });
