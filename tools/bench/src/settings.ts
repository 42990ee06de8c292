/** Settings of a measured system: limits would be measured otherwise. */
export const WITHOUT_LIMITS = {
  LOG_LEVEL: 'warn',
  RATE_LIMIT_TRACKING_PER_HOUR_PER_IP: '0',
  RATE_LIMIT_API_PER_MINUTE: '0',
  API_CALLS_PER_MONTH_FREE: '0',
  API_CALLS_PER_MONTH_PRO: '0',
  WEBHOOK_ALLOW_PRIVATE: 'true',
};
