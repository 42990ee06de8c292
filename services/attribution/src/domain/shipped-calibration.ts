import { type Calibration } from './calibration.ts';

/**
 * The calibration of the rules of this version, by `npm run tool -- fit-fraud-worlds`. It belongs to the weights and
 * thresholds of these rules: fit it again where `changedIn` of a signal grows.
 */
export const shippedFor = 'fraud.9';

export const shippedCalibration: Calibration = {
  version: 0,
  base: -4.46,
  slopes: {
    account_group: 9.44,
    address_burst: 11.11,
    aff_cr_high: 14.85,
    aff_cr_low: 15.09,
    aff_ctit_fast: 7.91,
    aff_ctit_flat: 5.47,
    aff_few_addresses: 5.77,
    aff_multi_id: 4.02,
    aff_never_late: 7.38,
    aff_quality: 16.99,
    aff_refund: 18.38,
    bot_ua: 5.12,
    checkout_injection: 10.63,
    customer_refunds: 1.35,
    datacenter_ip: 11.27,
    device_mismatch: 0,
    device_velocity: 13.39,
    disposable_email: 7.44,
    email_velocity: 1.9,
    geo_mismatch: 2.98,
    ip_velocity: 7.7,
    neighbour_refunds: 5.04,
    no_navigation: 10.39,
    self_referral: 5.01,
    too_fast: 6.14,
    vpn_ip: 6.54,
  },
};
