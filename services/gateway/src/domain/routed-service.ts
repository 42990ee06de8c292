/** The services behind the gateway. */
export const routedServices = [
  'identity',
  'campaign',
  'tracking',
  'attribution',
  'commission',
  'payout',
  'notification',
  'webhook',
  'analytics',
] as const;
export type RoutedService = (typeof routedServices)[number];
