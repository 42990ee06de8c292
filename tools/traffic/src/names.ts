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

/** How an attacker goes about it: carelessly, or knowing what is looked at. */
export type Form = 'plain' | 'evasive';
