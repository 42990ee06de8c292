export const attackNames = [
  'bot_clicks_leads',
  'click_flooding',
  'click_injection',
  'cookie_stuffing',
  'self_referral',
  'coupon_hijack',
  'proxy_farm',
  'identity_farm',
] as const;
export type AttackName = (typeof attackNames)[number];

/** How an attacker behaves: carelessly, or knowing what is checked. */
export type Form = 'plain' | 'evasive';

/** Honest customers who look alike, share an address, or order in a hurry. */
export const segmentNames = [
  'campus',
  'carrier',
  'privacy_browsers',
  'mail_scanners',
  'office',
  'cashback_extension',
  'coupon_site',
  'vpn_users',
  'shared_devices',
  'flash_sale',
  'travellers',
  'regulars',
  'web_gateway',
  'late_deciders',
  'agency',
] as const;
export type SegmentName = (typeof segmentNames)[number];

/** Attacks that the rules were not made with. */
export const newAttackNames = [
  'account_ring',
  'hit_and_run',
  'blended_stuffing',
  'carding',
  'sleeper',
  'residential_farm',
  'checkout_overwrite',
  'rival_bombing',
  'lead_farm',
  'collusive_returns',
] as const;
export type NewAttackName = (typeof newAttackNames)[number];
export type AnyAttackName = AttackName | NewAttackName;
