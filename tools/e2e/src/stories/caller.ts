/** The span of a caller who does not keep it. */
export const CALLER = {
  traceId: '4f5c0ca11e4f5c0ca11e4f5c0ca11e01',
  spanId: '5c0ca11e4f5c0ca1',
} as const;
