const noLimits = { daily: null, weekly: null, monthly: null, total: null };

/** The defaults of a new campaign. */
export const campaignDefaults = {
  description: '',
  commission: { currency: 'USD', hold_days: 0, recurring_months: 0 },
  caps: { clicks: noLimits, conversions: noLimits, commission: noLimits },
  budget: { total: null, daily: null },
  approval: {
    mode: 'manual',
    criteria: {
      min_lifetime_earnings: null,
      min_conversion_rate: null,
      min_active_campaigns: null,
      verified_required: false,
      required_channels: [],
      excluded_countries: [],
    },
  },
  targeting: {
    countries: [],
    languages: [],
    excluded_keywords: [],
    excluded_categories: [],
    devices: [],
  },
  call: null,
  attribution: {
    model: 'last_click',
    lookback_window_days: 30,
    time_decay_half_life_hours: 168,
    position_based_weights: { first: 40, middle: 20, last: 40 },
    enable_cross_device: false,
    fingerprinting_enabled: false,
    coupon_rule: 'code',
    coupon_code_share: 50,
  },
  pixel_enabled: false,
  consent_default: 'granted',
  holdout_percent: 0,
  exclusive: false,
  starts_at: null,
  ends_at: null,
};

/** The defaults of call settings; payout_type and payout_amount have none. */
export const callDefaults = {
  min_duration_seconds: 0,
  recording_enabled: false,
  whisper_message: null,
};
