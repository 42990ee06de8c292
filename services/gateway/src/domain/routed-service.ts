/** The services that serve the API. */
export const apiServices = [
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
export type ApiService = (typeof apiServices)[number];

/** The services behind the gateway. */
export const routedServices = [...apiServices, 'console'] as const;
export type RoutedService = (typeof routedServices)[number];
