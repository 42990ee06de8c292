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
