/** What each factor of the score is a sign of, in a sentence without its full stop. */
export const factorDescriptions: Readonly<Record<string, string>> = {
  affiliate_history: 'Many of the affiliate’s earlier conversions were rejected',
  aff_cr_low: 'The affiliate’s clicks convert far more seldom than the campaign’s others',
  aff_ctit_fast:
    'Unusually many of the affiliate’s conversions come within a minute of their click',
  aff_ctit_flat: 'Unusually many of the affiliate’s conversions come long after their click',
  aff_few_addresses: 'The affiliate’s many visitors come from a handful of addresses',
  aff_quality: 'The affiliate’s clicks open no page, or come from data centres',
  aff_multi_id:
    'Many of the affiliate’s conversions share a device or address with other customers',
  aff_refund: 'Many of the affiliate’s conversions were refunded or charged back',
  bot_ua: 'The click came from a bot or script',
  checkout_injection: 'The click came right before an order that was under way already',
  datacenter_ip: 'The click or order came from a data centre',
  device_mismatch: 'Click and conversion came from different devices',
  device_velocity: 'Several customers ordered with one device',
  disposable_email: 'The customer used a throw-away e-mail address',
  email_velocity: 'One e-mail address ordered unusually often',
  geo_mismatch: 'Click and conversion came from different countries',
  ip_velocity: 'Many customers ordered from one address',
  no_navigation: 'The click was not a visit to a page',
  order_burst: 'One customer placed several orders within minutes',
  outside_window: 'The click lies outside the attribution window',
  self_referral: 'The customer looks like the affiliate',
  too_fast: 'The order came within seconds of its click',
  vpn_ip: 'The click came through a VPN or proxy',
};
