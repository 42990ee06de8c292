/** What is known of an order that nothing speaks against, but for its journey. */
export const noEvidence = {
  ofCustomer: [],
  fromAddress: [],
  ofDevice: [],
  isBotAgent: false,
  isPublicAddress: () => false,
  lookbackWindowDays: 30,
  history: { reviewed: 0, rejected: 0 },
  refunds: { orders: 0, refunded: 0 },
  reuse: { orders: 0, reused: 0 },
  traffic: null,
  navigated: true,
  networks: null,
  affiliate: null,
  looksAtDevices: false,
  isOtherDevice: null,
};
