import { clickAlerts } from './causes/clicks.ts';
import { processAlerts } from './causes/processes.ts';
import { eventAlerts } from './causes/events.ts';
import { moneyAlerts } from './causes/money.ts';
import { deliveryAlerts } from './causes/deliveries.ts';
import { fraudAlerts } from './causes/fraud.ts';
import { type Alert } from './alert.ts';

/** Alerts by cause: what is wrong, where the objectives show only that something is. */
export const causeAlerts: readonly Alert[] = [
  ...clickAlerts,
  ...processAlerts,
  ...eventAlerts,
  ...moneyAlerts,
  ...deliveryAlerts,
  ...fraudAlerts,
];
