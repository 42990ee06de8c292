export const descriptors = {
  nested: {
    grpc: {
      nested: {
        health: {
          nested: {
            v1: {
              nested: {
                Health: {
                  methods: {
                    Check: {
                      requestType: 'HealthCheckRequest',
                      responseType: 'HealthCheckResponse',
                    },
                  },
                },
                HealthCheckRequest: { fields: { service: { type: 'string', id: 1 } } },
                HealthCheckResponse: {
                  fields: { status: { type: 'ServingStatus', id: 1 } },
                  nested: {
                    ServingStatus: {
                      values: { UNKNOWN: 0, SERVING: 1, NOT_SERVING: 2, SERVICE_UNKNOWN: 3 },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
    tributary: {
      nested: {
        attribution: {
          nested: {
            v1: {
              nested: {
                Attribution: {
                  methods: {
                    Assess: { requestType: 'AssessRequest', responseType: 'AssessResponse' },
                  },
                },
                Explanations: {
                  methods: {
                    Explain: { requestType: 'ExplainRequest', responseType: 'ExplainResponse' },
                  },
                },
                Verdicts: {
                  methods: {
                    JudgeAgain: {
                      requestType: 'JudgeAgainRequest',
                      responseType: 'JudgeAgainResponse',
                    },
                  },
                },
                AssessRequest: {
                  fields: { conversions: { rule: 'repeated', type: 'string', id: 1 } },
                },
                AssessResponse: {
                  fields: { assessments: { rule: 'repeated', type: 'string', id: 1 } },
                },
                ExplainRequest: { fields: { conversionId: { type: 'string', id: 1 } } },
                ExplainResponse: {
                  fields: {
                    model: { type: 'string', id: 1 },
                    modelVersion: { type: 'string', id: 2 },
                    path: { rule: 'repeated', type: 'Touchpoint', id: 3 },
                  },
                },
                Touchpoint: {
                  fields: {
                    affiliateId: { type: 'string', id: 1 },
                    clickId: { type: 'string', id: 2 },
                    linkId: { type: 'string', id: 3 },
                    occurredAt: { type: 'string', id: 4 },
                    weight: { type: 'int64', id: 5 },
                    hasWeight: { type: 'bool', id: 6 },
                    couponCode: { type: 'string', id: 7 },
                  },
                },
                JudgeAgainRequest: {
                  fields: {
                    conversionIds: { rule: 'repeated', type: 'string', id: 1 },
                    approvedAt: { rule: 'repeated', type: 'string', id: 2 },
                  },
                },
                JudgeAgainResponse: {
                  fields: { verdicts: { rule: 'repeated', type: 'SecondVerdict', id: 1 } },
                },
                SecondVerdict: {
                  fields: {
                    conversionId: { type: 'string', id: 1 },
                    judgedAt: { type: 'string', id: 2 },
                    fraudScore: { type: 'double', id: 3 },
                    isHeld: { type: 'bool', id: 4 },
                  },
                },
              },
            },
          },
        },
        campaign: {
          nested: {
            v1: {
              nested: {
                Campaigns: {
                  methods: {
                    ResolveLink: {
                      requestType: 'ResolveLinkRequest',
                      responseType: 'ResolveLinkResponse',
                    },
                    FindCoupons: {
                      requestType: 'FindCouponsRequest',
                      responseType: 'FindCouponsResponse',
                    },
                    GetCampaign: {
                      requestType: 'GetCampaignRequest',
                      responseType: 'GetCampaignResponse',
                    },
                    CheckAccess: {
                      requestType: 'CheckAccessRequest',
                      responseType: 'CheckAccessResponse',
                    },
                    SetAttribution: {
                      requestType: 'SetAttributionRequest',
                      responseType: 'SetAttributionResponse',
                    },
                  },
                },
                ResolveLinkRequest: { fields: { trackingCode: { type: 'string', id: 1 } } },
                ResolveLinkResponse: {
                  fields: { link: { type: 'string', id: 1 }, campaign: { type: 'string', id: 2 } },
                },
                FindCouponsRequest: {
                  fields: {
                    brandId: { type: 'string', id: 1 },
                    codes: { rule: 'repeated', type: 'string', id: 2 },
                  },
                },
                FindCouponsResponse: {
                  fields: { coupons: { rule: 'repeated', type: 'string', id: 1 } },
                },
                GetCampaignRequest: { fields: { campaignId: { type: 'string', id: 1 } } },
                GetCampaignResponse: { fields: { campaign: { type: 'string', id: 1 } } },
                CheckAccessRequest: {
                  fields: {
                    campaignId: { type: 'string', id: 1 },
                    accountId: { type: 'string', id: 2 },
                  },
                },
                CheckAccessResponse: { fields: { isAllowed: { type: 'bool', id: 1 } } },
                SetAttributionRequest: {
                  fields: {
                    campaignId: { type: 'string', id: 1 },
                    brandId: { type: 'string', id: 2 },
                    attribution: { type: 'string', id: 3 },
                  },
                },
                SetAttributionResponse: { fields: { campaign: { type: 'string', id: 1 } } },
                Links: {
                  methods: {
                    FindLinks: {
                      requestType: 'FindLinksRequest',
                      responseType: 'FindLinksResponse',
                    },
                  },
                },
                FindLinksRequest: {
                  oneofs: { by: { oneof: ['linkId', 'trackingNumber', 'partnership'] } },
                  fields: {
                    linkId: { type: 'string', id: 1 },
                    trackingNumber: { type: 'string', id: 2 },
                    partnership: { type: 'Partnership', id: 3 },
                  },
                },
                Partnership: {
                  fields: {
                    brandId: { type: 'string', id: 1 },
                    affiliateId: { type: 'string', id: 2 },
                    campaignId: { type: 'string', id: 3 },
                  },
                },
                FindLinksResponse: {
                  fields: { links: { rule: 'repeated', type: 'string', id: 1 } },
                },
                Memberships: {
                  methods: {
                    FindMemberships: {
                      requestType: 'FindMembershipsRequest',
                      responseType: 'FindMembershipsResponse',
                    },
                  },
                },
                FindMembershipsRequest: {
                  fields: {
                    brandId: { type: 'string', id: 1 },
                    affiliateId: { type: 'string', id: 2 },
                  },
                },
                FindMembershipsResponse: {
                  fields: {
                    memberships: { rule: 'repeated', type: 'Membership', id: 1 },
                    affiliateName: { type: 'string', id: 2 },
                  },
                },
                Membership: {
                  fields: {
                    campaignId: { type: 'string', id: 1 },
                    joinedAt: { type: 'string', id: 2 },
                  },
                },
              },
            },
          },
        },
        commission: {
          nested: {
            v1: {
              nested: {
                Commissions: {
                  methods: {
                    CreateForConversions: {
                      requestType: 'CreateForConversionsRequest',
                      responseType: 'CreateForConversionsResponse',
                    },
                    ApplyAdjustment: {
                      requestType: 'ApplyAdjustmentRequest',
                      responseType: 'ApplyAdjustmentResponse',
                    },
                    PreviewAttributionChange: {
                      requestType: 'AttributionChangeRequest',
                      responseType: 'AttributionChangeResponse',
                    },
                    ApplyAttributionChange: {
                      requestType: 'AttributionChangeRequest',
                      responseType: 'AttributionChangeResponse',
                    },
                    UndoAttributionChange: {
                      requestType: 'UndoAttributionChangeRequest',
                      responseType: 'AttributionChangeResponse',
                    },
                  },
                },
                CreateForConversionsRequest: {
                  fields: {
                    conversions: { rule: 'repeated', type: 'string', id: 1 },
                    correlationIds: { rule: 'repeated', type: 'string', id: 2 },
                    traceparents: { rule: 'repeated', type: 'string', id: 3 },
                  },
                },
                CreateForConversionsResponse: {
                  fields: { results: { rule: 'repeated', type: 'CreatedForConversion', id: 1 } },
                },
                CreatedForConversion: {
                  fields: {
                    conversionId: { type: 'string', id: 1 },
                    commissionCreated: { type: 'bool', id: 2 },
                    commissionIds: { rule: 'repeated', type: 'string', id: 3 },
                  },
                },
                ApplyAdjustmentRequest: { fields: { conversion: { type: 'string', id: 1 } } },
                ApplyAdjustmentResponse: {
                  fields: {
                    reversedCommissions: { type: 'int32', id: 1 },
                    adjustedCommissions: { type: 'int32', id: 2 },
                  },
                },
                AttributionChangeRequest: {
                  fields: {
                    changeId: { type: 'string', id: 1 },
                    campaignId: { type: 'string', id: 2 },
                    conversions: { rule: 'repeated', type: 'RecreditedConversion', id: 3 },
                  },
                },
                RecreditedConversion: {
                  fields: {
                    conversionId: { type: 'string', id: 1 },
                    shares: { rule: 'repeated', type: 'CreditShare', id: 2 },
                  },
                },
                CreditShare: {
                  fields: {
                    affiliateId: { type: 'string', id: 1 },
                    clickId: { type: 'string', id: 2 },
                    linkId: { type: 'string', id: 3 },
                    weight: { type: 'int64', id: 4 },
                  },
                },
                AttributionChangeResponse: {
                  fields: {
                    results: { rule: 'repeated', type: 'ChangedConversion', id: 1 },
                    terms: { type: 'string', id: 2 },
                    campaignName: { type: 'string', id: 3 },
                  },
                },
                ChangedConversion: {
                  fields: {
                    conversionId: { type: 'string', id: 1 },
                    currency: { type: 'string', id: 2 },
                    skipped: { type: 'string', id: 3 },
                    moves: { rule: 'repeated', type: 'CreditMove', id: 4 },
                  },
                },
                CreditMove: {
                  fields: {
                    affiliateId: { type: 'string', id: 1 },
                    beforeMinor: { type: 'int64', id: 2 },
                    afterMinor: { type: 'int64', id: 3 },
                    clawedBackMinor: { type: 'int64', id: 4 },
                  },
                },
                UndoAttributionChangeRequest: {
                  fields: {
                    changeId: { type: 'string', id: 1 },
                    undoId: { type: 'string', id: 2 },
                    campaignId: { type: 'string', id: 3 },
                    conversionIds: { rule: 'repeated', type: 'string', id: 4 },
                  },
                },
                Ledger: {
                  methods: {
                    Balance: { requestType: 'BalanceRequest', responseType: 'BalanceResponse' },
                    Reserve: { requestType: 'ReserveRequest', responseType: 'ReserveResponse' },
                    Settle: { requestType: 'SettleRequest', responseType: 'SettleResponse' },
                    Release: { requestType: 'ReleaseRequest', responseType: 'ReleaseResponse' },
                    Restore: { requestType: 'RestoreRequest', responseType: 'RestoreResponse' },
                  },
                },
                BalanceRequest: {
                  fields: {
                    affiliateId: { type: 'string', id: 1 },
                    currency: { type: 'string', id: 2 },
                  },
                },
                BalanceResponse: {
                  fields: {
                    currency: { type: 'string', id: 1 },
                    availableMinor: { type: 'int64', id: 2 },
                    pendingMinor: { type: 'int64', id: 3 },
                    reservedMinor: { type: 'int64', id: 4 },
                    paidMinor: { type: 'int64', id: 5 },
                    lastUpdated: { type: 'string', id: 6 },
                  },
                },
                ReserveRequest: {
                  fields: {
                    payoutId: { type: 'string', id: 1 },
                    affiliateId: { type: 'string', id: 2 },
                    amountMinor: { type: 'int64', id: 3 },
                    currency: { type: 'string', id: 4 },
                    commissionIds: { rule: 'repeated', type: 'string', id: 5 },
                    attempt: { type: 'int64', id: 6 },
                  },
                },
                ReserveResponse: {
                  fields: { items: { rule: 'repeated', type: 'ReservedItem', id: 1 } },
                },
                ReservedItem: {
                  fields: {
                    commissionId: { type: 'string', id: 1 },
                    amountMinor: { type: 'int64', id: 2 },
                  },
                },
                SettleRequest: {
                  fields: {
                    payoutId: { type: 'string', id: 1 },
                    transactionId: { type: 'string', id: 2 },
                    settledAt: { type: 'string', id: 3 },
                  },
                },
                SettleResponse: { fields: { paidCommissions: { type: 'int32', id: 1 } } },
                ReleaseRequest: {
                  fields: {
                    payoutId: { type: 'string', id: 1 },
                    attempt: { type: 'int64', id: 2 },
                  },
                },
                ReleaseResponse: { fields: {} },
                RestoreRequest: { fields: { payoutId: { type: 'string', id: 1 } } },
                RestoreResponse: { fields: {} },
              },
            },
          },
        },
        identity: {
          nested: {
            v1: {
              nested: {
                Users: {
                  methods: {
                    GetMany: { requestType: 'GetManyRequest', responseType: 'GetManyResponse' },
                    ExchangeApiKey: {
                      requestType: 'ExchangeApiKeyRequest',
                      responseType: 'ExchangeApiKeyResponse',
                    },
                    ExchangeSessionCookie: {
                      requestType: 'ExchangeSessionCookieRequest',
                      responseType: 'ExchangeSessionCookieResponse',
                    },
                    NoteUsage: {
                      requestType: 'NoteUsageRequest',
                      responseType: 'NoteUsageResponse',
                    },
                    NoteRequests: {
                      requestType: 'NoteRequestsRequest',
                      responseType: 'NoteRequestsResponse',
                    },
                  },
                },
                GetManyRequest: {
                  fields: { userIds: { rule: 'repeated', type: 'string', id: 1 } },
                },
                GetManyResponse: { fields: { users: { rule: 'repeated', type: 'User', id: 1 } } },
                User: {
                  fields: {
                    userId: { type: 'string', id: 1 },
                    role: { type: 'string', id: 2 },
                    plan: { type: 'string', id: 3 },
                    status: { type: 'string', id: 4 },
                    email: { type: 'string', id: 5 },
                    name: { type: 'string', id: 6 },
                    company: { type: 'string', id: 7 },
                    country: { type: 'string', id: 8 },
                    phone: { type: 'string', id: 9 },
                    emailVerified: { type: 'bool', id: 10 },
                    marketingChannels: { type: 'MarketingChannels', id: 11 },
                  },
                },
                MarketingChannels: {
                  fields: { names: { rule: 'repeated', type: 'string', id: 1 } },
                },
                ExchangeApiKeyRequest: {
                  fields: {
                    apiKey: { type: 'string', id: 1 },
                    clientIp: { type: 'string', id: 2 },
                  },
                },
                ExchangeApiKeyResponse: {
                  fields: {
                    accessToken: { type: 'string', id: 1 },
                    expiresIn: { type: 'int32', id: 2 },
                  },
                },
                ExchangeSessionCookieRequest: { fields: { cookie: { type: 'string', id: 1 } } },
                ExchangeSessionCookieResponse: {
                  fields: {
                    accessToken: { type: 'string', id: 1 },
                    expiresIn: { type: 'int32', id: 2 },
                    successor: { type: 'string', id: 3 },
                  },
                },
                NoteUsageRequest: {
                  fields: {
                    userId: { type: 'string', id: 1 },
                    plan: { type: 'string', id: 2 },
                    period: { type: 'string', id: 3 },
                    used: { type: 'int64', id: 4 },
                    limit: { type: 'int64', id: 5 },
                    level: { type: 'string', id: 6 },
                  },
                },
                NoteUsageResponse: { fields: {} },
                NoteRequestsRequest: {
                  fields: { requests: { rule: 'repeated', type: 'LoggedRequest', id: 1 } },
                },
                LoggedRequest: {
                  fields: {
                    id: { type: 'string', id: 1 },
                    accountId: { type: 'string', id: 2 },
                    apiKeyId: { type: 'string', id: 3 },
                    requestId: { type: 'string', id: 4 },
                    atMs: { type: 'int64', id: 5 },
                    method: { type: 'string', id: 6 },
                    path: { type: 'string', id: 7 },
                    operation: { type: 'string', id: 8 },
                    status: { type: 'int32', id: 9 },
                    durationMs: { type: 'int32', id: 10 },
                    errorCode: { type: 'string', id: 11 },
                    leftOut: { type: 'int32', id: 12 },
                  },
                },
                NoteRequestsResponse: { fields: {} },
              },
            },
          },
        },
        tracking: {
          nested: {
            v1: {
              nested: {
                Clicks: {
                  methods: {
                    FindJourneys: {
                      requestType: 'FindJourneysRequest',
                      responseType: 'FindJourneysResponse',
                    },
                    ListVisits: {
                      requestType: 'ListVisitsRequest',
                      responseType: 'ListVisitsResponse',
                    },
                    ListVisitors: {
                      requestType: 'ListVisitorsRequest',
                      responseType: 'ListVisitorsResponse',
                    },
                  },
                },
                Orders: {
                  methods: {
                    ListMetadata: {
                      requestType: 'ListMetadataRequest',
                      responseType: 'ListMetadataResponse',
                    },
                  },
                },
                ListMetadataRequest: {
                  fields: { conversionIds: { rule: 'repeated', type: 'string', id: 1 } },
                },
                ListMetadataResponse: {
                  fields: { orders: { rule: 'repeated', type: 'OrderMetadata', id: 1 } },
                },
                OrderMetadata: {
                  fields: {
                    conversionId: { type: 'string', id: 1 },
                    metadata: { type: 'string', id: 2 },
                  },
                },
                FindJourneysRequest: {
                  fields: {
                    queries: { rule: 'repeated', type: 'JourneyQuery', id: 1 },
                    sharesTouches: { type: 'bool', id: 2 },
                  },
                },
                JourneyQuery: {
                  fields: {
                    clickId: { type: 'string', id: 1 },
                    campaignId: { type: 'string', id: 2 },
                    visitorIds: { rule: 'repeated', type: 'string', id: 3 },
                    byDevice: { type: 'bool', id: 4 },
                    from: { type: 'string', id: 5 },
                    to: { type: 'string', id: 6 },
                    ownClickSuffices: { type: 'bool', id: 7 },
                  },
                },
                FindJourneysResponse: {
                  fields: {
                    journeys: { rule: 'repeated', type: 'Journey', id: 1 },
                    touchpoints: { rule: 'repeated', type: 'Touchpoint', id: 2 },
                  },
                },
                Journey: {
                  fields: {
                    hasOwn: { type: 'bool', id: 1 },
                    own: { type: 'Touchpoint', id: 2 },
                    touches: { rule: 'repeated', type: 'Touchpoint', id: 3 },
                    isIncomplete: { type: 'bool', id: 4 },
                    places: { rule: 'repeated', type: 'uint32', id: 5 },
                  },
                },
                Touchpoint: {
                  fields: {
                    clickId: { type: 'string', id: 1 },
                    visitorId: { type: 'string', id: 2 },
                    affiliateId: { type: 'string', id: 3 },
                    linkId: { type: 'string', id: 4 },
                    occurredAt: { type: 'string', id: 5 },
                    navigated: { type: 'string', id: 6 },
                  },
                },
                ListVisitsRequest: {
                  fields: {
                    campaignId: { type: 'string', id: 1 },
                    since: { type: 'string', id: 2 },
                    after: { type: 'string', id: 3 },
                    withHeldOut: { type: 'bool', id: 4 },
                  },
                },
                ListVisitsResponse: {
                  fields: {
                    visits: { rule: 'repeated', type: 'Visit', id: 1 },
                    next: { type: 'string', id: 2 },
                  },
                },
                Visit: {
                  fields: {
                    visitorId: { type: 'string', id: 1 },
                    affiliateId: { type: 'string', id: 2 },
                    isHeldOut: { type: 'bool', id: 3 },
                    occurredAt: { type: 'string', id: 4 },
                  },
                },
                ListVisitorsRequest: {
                  fields: { since: { type: 'string', id: 1 }, after: { type: 'string', id: 2 } },
                },
                ListVisitorsResponse: {
                  fields: {
                    visitors: { rule: 'repeated', type: 'Visitor', id: 1 },
                    next: { type: 'string', id: 2 },
                  },
                },
                Visitor: {
                  fields: {
                    campaignId: { type: 'string', id: 1 },
                    affiliateId: { type: 'string', id: 2 },
                    occurredAt: { type: 'string', id: 3 },
                    visitor: { type: 'string', id: 4 },
                    address: { type: 'string', id: 5 },
                  },
                },
                Conversions: {
                  methods: {
                    GetConversion: {
                      requestType: 'GetConversionRequest',
                      responseType: 'GetConversionResponse',
                    },
                  },
                },
                GetConversionRequest: { fields: { conversionId: { type: 'string', id: 1 } } },
                GetConversionResponse: { fields: { conversion: { type: 'string', id: 1 } } },
              },
            },
          },
        },
        webhook: {
          nested: {
            v1: {
              nested: {
                Endpoints: {
                  methods: {
                    ListSubscribers: {
                      requestType: 'ListSubscribersRequest',
                      responseType: 'ListSubscribersResponse',
                    },
                  },
                },
                ListSubscribersRequest: { fields: { event: { type: 'string', id: 1 } } },
                ListSubscribersResponse: {
                  fields: {
                    ownerIds: { rule: 'repeated', type: 'string', id: 1 },
                    all: { type: 'bool', id: 2 },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
};
