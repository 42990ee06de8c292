export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AcceptTeamInvitationRequest: {
            /** @description A token that was mailed or made for this purpose */
            token: string;
        };
        /** @description What the affiliate’s account shares with others (owner, address, customers, coupon codes), and what became of those. It is checked when the affiliate applies, when its mailbox, payout destination or address changes, and each night */
        AccountCheck: {
            /** @description 0 to 1: how likely the account is a fraudster’s */
            score: number;
            /** @description Whether the score is above 0.5. Nothing is held and nobody rejected for it */
            requires_review: boolean;
            /** @description What the score is made of */
            factors: components["schemas"]["AccountFactor"][];
            /**
             * Format: date-time
             * @description When this was found first; later checks found the same
             */
            checked_at: string;
        };
        /** @description What one comparison with other accounts found */
        AccountFactor: {
            /** @description `owner_record`, `account_group`, `same_owner` or `anonymous_sign_in` */
            factor: string;
            /** @description 0 to 1; null when nothing is known */
            value: number | null;
            /** @description The weight of the signal in the score */
            weight: number;
            /** @description The contributions add up to the score */
            contribution: number;
            /** @description What was found, in a sentence */
            evidence: string;
        };
        /**
         * @description What an account is
         * @enum {string}
         */
        AccountRole: "affiliate" | "brand" | "admin";
        /**
         * @description The state of an account
         * @enum {string}
         */
        AccountStatus: "active" | "verified" | "suspended";
        AdjustConversionRequest: {
            /** @description The shop’s id of the order that is adjusted */
            original_order_id: string;
            /**
             * @description Whether the whole order or a part of it was paid back, or charged back by the bank
             * @enum {string}
             */
            adjustment_type: "refund" | "chargeback" | "partial_refund";
            /** @description Of a partial refund, in the order’s currency */
            adjustment_amount?: number | string;
            /** @description The same id is applied once */
            refund_id?: string;
            /** @description Further fields */
            metadata?: {
                [key: string]: unknown;
            };
            currency?: components["schemas"]["OrderCurrency"];
            /**
             * Format: uuid
             * @description Which order, where several brands have this id
             */
            campaign_id?: string;
            /**
             * Format: uuid
             * @description Which order, where several brands have this id
             */
            brand_id?: string;
            /** @description The signature */
            signature?: string;
            /** @description `granted` or `denied`; without any signal the campaign’s `consent_default` counts. Of contradicting signals the most restrictive counts, and what cannot be read counts as absent */
            consent?: string;
            /** @description Google consent mode: `G1`, ad_storage, analytics_storage; ad_storage counts */
            gcs?: string;
            /** @description Google consent mode in its longer form; ad_storage counts */
            gcd?: string;
            /** @description IAB TCF: `1` where the GDPR applies, else `0` */
            gdpr?: string;
            /** @description IAB TCF string, version 2: purposes 1 and 7 and the vendor of TCF_VENDOR_ID count */
            gdpr_consent?: string;
        };
        AdjustConversionResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["Adjustment"];
            /** @description A text for people */
            message: string;
        };
        /** @description What a refund led to */
        Adjustment: {
            /**
             * @description The state of the adjustment
             * @enum {string}
             */
            status: "reversed" | "adjusted";
            /** @description The shop’s id of the order */
            order_id: string;
            /** @description Commissions that were taken back whole */
            reversed_commissions: number;
            /** @description Commissions that were reduced */
            adjusted_commissions: number;
        };
        /** @description The data of `affiliate.activated` */
        AffiliateActivatedData: {
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /** @description The affiliate’s name */
            name: string;
            /** @description The company’s name */
            company: string | null;
            /** @description ISO 3166 code of the country, two letters */
            country: string | null;
            /** @description The state of the affiliate */
            status: string;
            /**
             * Format: date-time
             * @description When the account was made
             */
            registered_at: string;
        };
        /** @description A suspended or verified affiliate was set active. */
        AffiliateActivatedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "affiliate.activated";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["AffiliateActivatedData"];
        };
        /** @description A claim to a missing order, as its affiliate sees it */
        AffiliateClaim: {
            /**
             * Format: uuid
             * @description The affiliate claim’s id
             */
            id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description The shop’s id of the order */
            order_id: string;
            /**
             * Format: date-time
             * @description When the customer ordered
             */
            ordered_at: string;
            /** @description With the decimals of `currency`; null where the affiliate does not know it */
            order_value: number | null;
            /** @description ISO 4217 code; null without an `order_value` */
            currency: string | null;
            /**
             * @description What shows that the customer came from the affiliate
             * @enum {string}
             */
            referred_by: "link" | "click" | "coupon";
            /** @description The code of the link; null for a click or coupon */
            tracking_code: string | null;
            /** @description The click’s id, as the landing page gets it */
            click_id: string | null;
            /** @description The coupon code; null for a link or click */
            coupon_code: string | null;
            /** @description The affiliate’s note to the brand; deleted after 90 days */
            note: string | null;
            /**
             * @description `open` waits for the brand · `accepted`: the order is credited · `refused` by the brand · `answered` by the order’s own conversion · `expired`: the brand did not decide in time
             * @enum {string}
             */
            status: "open" | "accepted" | "refused" | "answered" | "expired";
            /** @description Null while open, and where accepted. Of a known order: `already_credited` to you · `credited_elsewhere`: attribution credited somebody else · `conversion_rejected` by the brand · `conversion_reversed`: refunded · `closed_without_credit`: decided, and nobody’s. Of the brand: `unknown_order`, `not_referred`, `order_cancelled`, `outside_terms`, `other`. `not_decided_in_time` where it expired */
            reason: ("already_credited" | "credited_elsewhere" | "conversion_rejected" | "conversion_reversed" | "closed_without_credit" | "unknown_order" | "not_referred" | "order_cancelled" | "outside_terms" | "other" | "not_decided_in_time") | null;
            /** @description The brand’s words to the affiliate */
            notes: string | null;
            /**
             * Format: date-time
             * @description When the affiliate claim was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it expires unless the brand decides
             */
            expires_at: string;
            /** @description When it was decided; null while open */
            decided_at: string | null;
            /** @description The conversion of the order, where it is credited to you; otherwise null */
            conversion_id: string | null;
        };
        /** @description An order as its affiliate sees it */
        AffiliateConversion: {
            /**
             * Format: uuid
             * @description The affiliate conversion’s id
             */
            id: string;
            /** @description The shop’s id of the order */
            order_id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description The click’s id, as the landing page gets it */
            click_id: string | null;
            /** @description With the decimals of `currency` */
            order_amount: number;
            /** @description Expected while pending, booked once approved */
            commission_amount: number;
            /** @description Percent, or the amount of a fixed commission */
            commission_rate: number;
            /**
             * @description Whether the commission is a percentage or a fixed amount
             * @enum {string}
             */
            commission_type: "percentage" | "fixed";
            /** @description The state of the affiliate conversion */
            status: components["schemas"]["ConversionStatus"];
            /**
             * Format: date-time
             * @description When the order was placed
             */
            converted_at: string;
            /**
             * Format: date-time
             * @description When the affiliate conversion was created
             */
            created_at: string;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description The reason why it earns only if approved manually; null where it earns */
            unpayable_reason: components["schemas"]["UnpayableReason"] | null;
            /** @description The effect of the order’s coupon codes; null where it named none */
            coupon: {
                /** @description The code that counts; null where none is known, and for the affiliate of the click */
                code: string | null;
                /**
                 * @description What the code was worth at the order’s time
                 * @enum {string}
                 */
                status: "valid" | "unknown" | "not_started" | "expired" | "deactivated" | "campaign_ended" | "affiliate_suspended";
                /**
                 * @description The campaign’s rule when the order was recorded
                 * @enum {string}
                 */
                rule: "code" | "click" | "split" | "first";
                /**
                 * @description Why: only one of them is valid, both are one affiliate’s, or the rule
                 * @enum {string}
                 */
                decision: "only_code" | "only_click" | "nothing_valid" | "same_affiliate" | "rule" | "other_campaign";
                /** @description The code’s part of the credit, percent */
                code_share: number;
            } | null;
            /** @description Who reported the order */
            source: components["schemas"]["ConversionSource"];
        };
        /** @description A conversion as its affiliate reads it alone */
        AffiliateConversionDetail: {
            /**
             * Format: uuid
             * @description The affiliate conversion detail’s id
             */
            id: string;
            /** @description The shop’s id of the order */
            order_id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description The click’s id, as the landing page gets it */
            click_id: string | null;
            /** @description With the decimals of `currency` */
            order_amount: number;
            /** @description Expected while pending, booked once approved */
            commission_amount: number;
            /** @description Percent, or the amount of a fixed commission */
            commission_rate: number;
            /**
             * @description Whether the commission is a percentage or a fixed amount
             * @enum {string}
             */
            commission_type: "percentage" | "fixed";
            /** @description The state of the affiliate conversion detail */
            status: components["schemas"]["ConversionStatus"];
            /**
             * Format: date-time
             * @description When the order was placed
             */
            converted_at: string;
            /**
             * Format: date-time
             * @description When the affiliate conversion detail was created
             */
            created_at: string;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description The reason why it earns only if approved manually; null where it earns */
            unpayable_reason: components["schemas"]["UnpayableReason"] | null;
            /** @description The effect of the order’s coupon codes; null where it named none */
            coupon: {
                /** @description The code that counts; null where none is known, and for the affiliate of the click */
                code: string | null;
                /**
                 * @description What the code was worth at the order’s time
                 * @enum {string}
                 */
                status: "valid" | "unknown" | "not_started" | "expired" | "deactivated" | "campaign_ended" | "affiliate_suspended";
                /**
                 * @description The campaign’s rule when the order was recorded
                 * @enum {string}
                 */
                rule: "code" | "click" | "split" | "first";
                /**
                 * @description Why: only one of them is valid, both are one affiliate’s, or the rule
                 * @enum {string}
                 */
                decision: "only_code" | "only_click" | "nothing_valid" | "same_affiliate" | "rule" | "other_campaign";
                /** @description The code’s part of the credit, percent */
                code_share: number;
            } | null;
            /** @description Who reported the order */
            source: components["schemas"]["ConversionSource"];
            /** @description What refunds have taken off the order’s amount */
            refunded_amount: number;
            /** @description What the shop reported of the order, without the fields of the buyer and the browser */
            metadata: {
                [key: string]: unknown;
            };
        };
        /** @description What an affiliate’s clicks bring */
        AffiliateIncrementality: {
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /** @description Visitors who were not held out */
            visitors: number;
            /** @description Visitors who were held out */
            held_out_visitors: number;
            orders: components["schemas"]["Lift"];
            /** @description In `currency` */
            value: components["schemas"]["Lift"];
            /** @description Whether the clicks bring orders: `always_low` of the orders is above 0 */
            is_proved: boolean;
        };
        /** @description The figures of one affiliate */
        AffiliateMetrics: {
            /** @description All clicks */
            gross_clicks: number;
            /** @description Clicks without repeated and invalid ones */
            unique_clicks: number;
            /** @description Repeated clicks of a visitor */
            duplicate_clicks: number;
            /** @description Clicks of programs and other invalid ones */
            invalid_clicks: number;
            /** @description Clicks, without repeated and invalid ones */
            clicks: number;
            /** @description Orders and leads */
            conversions: number;
            /** @description conversions by unique clicks, a ratio */
            conversion_rate: number;
            /** @description The value of the orders */
            revenue: number;
            /** @description earnings by clicks */
            epc: number;
            /** @description Those of the invalid clicks whose visitors refused to be recognised */
            clicks_without_consent: number;
            /** @description What it earns */
            commission: number;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
        };
        /** @description A payout in the affiliate’s list */
        AffiliatePayout: {
            /**
             * Format: uuid
             * @description The affiliate payout’s id
             */
            id: string;
            /** @description The affiliate payout’s amount, with the decimals of its currency */
            amount: number;
            /** @description ISO 4217 code of the currency */
            currency: string;
            status: components["schemas"]["PayoutStatus"];
            /** @description The kind of payment */
            payment_method: string;
            payment_details: components["schemas"]["PaymentDetails"];
            /**
             * Format: date-time
             * @description When it was requested
             */
            requested_at: string;
            /** @description When the provider got it; null until then */
            processed_at: string | null;
            /** @description When the provider had paid it; null until then */
            completed_at: string | null;
            /** @description How many commissions it pays */
            commission_count: number;
            /** @description The number of the payout, for people */
            reference_number: string;
        };
        /** @description An affiliate as brands see it */
        AffiliateProfile: {
            /**
             * Format: uuid
             * @description The affiliate profile’s id
             */
            id: string;
            /** @description The affiliate profile’s name */
            name: string;
            /** @description The company’s name */
            company: string | null;
            /** @description ISO 3166 code of the country, two letters */
            country: string | null;
            /** @description Whether the account is verified */
            verified: boolean;
            /** @description The channels by which the affiliate reaches customers */
            marketing_channels: string[];
        };
        /** @description The data of `affiliate.profile.updated` */
        AffiliateProfileUpdatedData: {
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /** @description The affiliate profile’s name */
            name: string;
            /** @description The company’s name */
            company: string | null;
            /** @description ISO 3166 code of the country, two letters */
            country: string | null;
            /** @description The state of the affiliate profile */
            status: components["schemas"]["AccountStatus"];
            /**
             * Format: date-time
             * @description When the account was made
             */
            registered_at: string;
        };
        /** @description An affiliate’s profile changed. */
        AffiliateProfileUpdatedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "affiliate.profile.updated";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["AffiliateProfileUpdatedData"];
        };
        /** @description The data of `affiliate.registered` */
        AffiliateRegisteredData: {
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /** @description The affiliate’s name */
            name: string;
            /** @description The company’s name */
            company: string | null;
            /** @description ISO 3166 code of the country, two letters */
            country: string | null;
            /** @description The state of the affiliate */
            status: components["schemas"]["AccountStatus"];
            /**
             * Format: date-time
             * @description When the account was made
             */
            registered_at: string;
        };
        /** @description An affiliate opened an account. */
        AffiliateRegisteredEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "affiliate.registered";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["AffiliateRegisteredData"];
        };
        /** @description The data of `affiliate.suspended` */
        AffiliateSuspendedData: {
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /** @description The affiliate’s name */
            name: string;
            /** @description The company’s name */
            company: string | null;
            /** @description ISO 3166 code of the country, two letters */
            country: string | null;
            /** @description The state of the affiliate */
            status: string;
            /**
             * Format: date-time
             * @description When the account was made
             */
            registered_at: string;
        };
        /** @description An administrator suspended an affiliate. */
        AffiliateSuspendedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "affiliate.suspended";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["AffiliateSuspendedData"];
        };
        /** @description The data of `affiliate.tier.changed` */
        AffiliateTierChangedData: {
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string | null;
            /** @description The value before, or where a signal begins */
            from: string;
            /** @description The value now, or where a signal is full */
            to: string;
            /** @description The place of the tier, from 1 */
            tier_level: number;
            /** @description What the tier offers */
            benefits: {
                /** @description Whether commissions are paid before the end of their hold */
                early_payout: boolean;
                /** @description Whether support answers first */
                priority_support: boolean;
                /** @description Whether campaigns of invited affiliates are open */
                exclusive_campaigns: boolean;
                /** @description Whether the tier’s bonus counts */
                higher_commissions: boolean;
                /** @description Whether a person looks after the affiliate */
                dedicated_manager?: boolean;
            };
            /** @description Orders and leads */
            conversions: number;
            /** @description The value of the orders */
            revenue: string;
            /** @description ISO 4217 code of the currency */
            currency: string;
        };
        /** @description An affiliate moved to another commission tier. */
        AffiliateTierChangedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "affiliate.tier.changed";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["AffiliateTierChangedData"];
        };
        /** @description The data of `affiliate.verified` */
        AffiliateVerifiedData: {
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /** @description The affiliate’s name */
            name: string;
            /** @description The company’s name */
            company: string | null;
            /** @description ISO 3166 code of the country, two letters */
            country: string | null;
            /** @description The state of the affiliate */
            status: string;
            /**
             * Format: date-time
             * @description When the account was made
             */
            registered_at: string;
        };
        /** @description An administrator verified an affiliate. */
        AffiliateVerifiedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "affiliate.verified";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["AffiliateVerifiedData"];
        };
        /** @description The most that is paid in each period */
        AmountLimits: {
            /** @description The most per day (UTC); null without limit */
            daily: number | null;
            /** @description The most per week (UTC); null without limit */
            weekly: number | null;
            /** @description The most per month (UTC); null without limit */
            monthly: number | null;
            /** @description How many there are in all */
            total: number | null;
        };
        /** @description The data of `analytics.report.ready` */
        AnalyticsReportReadyData: {
            /**
             * Format: uuid
             * @description The report’s id
             */
            report_id: string;
            /** @description The kind of analytics report */
            kind: string;
            /**
             * @description The format of the file
             * @enum {string}
             */
            format: "csv" | "pdf" | "excel";
            /** @description The rows of the table, or how many there are */
            rows: number;
            /** @description Where the file can be downloaded; null until it is ready */
            download_url: string;
            /**
             * Format: date-time
             * @description When the analytics report expires
             */
            expires_at: string;
        };
        /** @description A requested report can be downloaded. */
        AnalyticsReportReadyEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "analytics.report.ready";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["AnalyticsReportReadyData"];
        };
        /** @description An API key, without the key itself */
        ApiKey: {
            /**
             * Format: uuid
             * @description The api key’s id
             */
            id: string;
            /** @description The api key’s name */
            name: string;
            /** @description The last characters of the key, which tell keys apart */
            last_characters: string;
            /** @description The permissions of the key */
            scopes: string[];
            /** @description Addresses and networks (CIDR) from which the key works; empty: from everywhere */
            allowed_addresses: string[];
            /**
             * Format: uuid
             * @description The member who made it
             */
            created_by: string;
            /**
             * Format: date-time
             * @description When the api key was created
             */
            created_at: string;
            /** @description When the api key expires */
            expires_at: string | null;
            /** @description When it was last used; null where never */
            last_used_at: string | null;
        };
        /** @description The data of `api.limit.exceeded` */
        ApiLimitExceededData: {
            /**
             * Format: uuid
             * @description The account’s id
             */
            user_id: string;
            /** @description What the account pays for */
            plan: components["schemas"]["Plan"];
            /** @description The period that the figures are of */
            period: string;
            /** @description Calls of the month so far */
            used: number;
            /** @description The largest number of records in the answer */
            limit: number;
            /**
             * Format: date-time
             * @description When it happened
             */
            occurred_at: string;
        };
        /** @description All of a plan’s monthly calls are used. */
        ApiLimitExceededEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "api.limit.exceeded";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["ApiLimitExceededData"];
        };
        /** @description The data of `api.limit.warning` */
        ApiLimitWarningData: {
            /**
             * Format: uuid
             * @description The account’s id
             */
            user_id: string;
            /** @description What the account pays for */
            plan: components["schemas"]["Plan"];
            /** @description The period that the figures are of */
            period: string;
            /** @description Calls of the month so far */
            used: number;
            /** @description The largest number of records in the answer */
            limit: number;
            /**
             * Format: date-time
             * @description When it happened
             */
            occurred_at: string;
        };
        /** @description 80 % of a plan’s monthly calls are used. */
        ApiLimitWarningEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "api.limit.warning";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["ApiLimitWarningData"];
        };
        /** @description A request that was made with an API key */
        ApiRequest: {
            /**
             * Format: uuid
             * @description The record’s id
             */
            id: string;
            /**
             * Format: date-time
             * @description When the request arrived
             */
            at: string;
            /** @description The HTTP method */
            method: string;
            /** @description The pattern of the path, without ids and query; its first part where no operation answered */
            path: string;
            /** @description The operationId; null where no operation answered, as above a limit */
            operation: string | null;
            /** @description The HTTP status; null where the caller left before the answer */
            status: number | null;
            /** @description From the first byte of the request to the last one of the answer, ms */
            duration_ms: number;
            /** @description The code of the error; null where it succeeded */
            error_code: string | null;
            /** @description The `X-Request-Id` of the answer, which events carry on */
            request_id: string;
            /** @description Requests of the account just before this one that the log leaves out, because too many came at once */
            left_out: number;
            api_key: components["schemas"]["UsedApiKey"];
        };
        /** @description An application with its affiliate, for the brand */
        Applicant: {
            /**
             * Format: uuid
             * @description The applicant’s id
             */
            id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description The campaign’s name */
            campaign_name: string;
            /**
             * Format: uuid
             * @description The brand’s id
             */
            brand_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /**
             * @description The state of the applicant
             * @enum {string}
             */
            status: "pending" | "approved" | "rejected" | "left";
            /** @description A text for people */
            message: string | null;
            /** @description The reviewer’s notes; null without any */
            notes: string | null;
            /** @description The criteria that the affiliate does not meet */
            failed_criteria: string[];
            /**
             * Format: date-time
             * @description When the applicant was created
             */
            created_at: string;
            /** @description When it was decided; null until then */
            reviewed_at: string | null;
            /** @description The affiliate */
            affiliate: components["schemas"]["ApplicantProfile"] | null;
            /** @description Null until the account is checked, some seconds after the application */
            account_check: components["schemas"]["AccountCheck"] | null;
        };
        /** @description The affiliate who applies */
        ApplicantProfile: {
            /** @description The applicant profile’s name */
            name: string;
            /** @description The company’s name */
            company: string | null;
            /** @description ISO 3166 code of the country, two letters */
            country: string | null;
            /** @description Whether the account is verified */
            verified: boolean;
            /** @description The channels by which the affiliate reaches customers */
            marketing_channels: string[];
        };
        /** @description An affiliate’s application to a campaign */
        Application: {
            /**
             * Format: uuid
             * @description The application’s id
             */
            id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description The campaign’s name */
            campaign_name: string;
            /**
             * Format: uuid
             * @description The brand’s id
             */
            brand_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /**
             * @description The state of the application
             * @enum {string}
             */
            status: "pending" | "approved" | "rejected" | "left";
            /** @description A text for people */
            message: string | null;
            /** @description The reviewer’s notes; null without any */
            notes: string | null;
            /** @description The criteria that the affiliate does not meet */
            failed_criteria: string[];
            /**
             * Format: date-time
             * @description When the application was created
             */
            created_at: string;
            /** @description When it was decided; null until then */
            reviewed_at: string | null;
        };
        /** @description The data of `application.approved` */
        ApplicationApprovedData: {
            /**
             * Format: uuid
             * @description The application’s id
             */
            application_id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description The campaign’s name */
            campaign_name: string;
            /**
             * Format: uuid
             * @description The brand’s id
             */
            brand_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /**
             * @description The state of the application
             * @enum {string}
             */
            status: "pending" | "approved" | "rejected" | "left";
            /** @description The reviewer’s notes; null without any */
            notes: string | null;
        };
        /** @description An affiliate was accepted into a campaign. */
        ApplicationApprovedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "application.approved";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["ApplicationApprovedData"];
        };
        /** @description The data of `application.rejected` */
        ApplicationRejectedData: {
            /**
             * Format: uuid
             * @description The application’s id
             */
            application_id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description The campaign’s name */
            campaign_name: string;
            /**
             * Format: uuid
             * @description The brand’s id
             */
            brand_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /**
             * @description The state of the application
             * @enum {string}
             */
            status: "pending" | "approved" | "rejected" | "left";
            /** @description The reviewer’s notes; null without any */
            notes: string | null;
        };
        /** @description An affiliate was declined for a campaign. */
        ApplicationRejectedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "application.rejected";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["ApplicationRejectedData"];
        };
        /** @description The data of `application.submitted` */
        ApplicationSubmittedData: {
            /**
             * Format: uuid
             * @description The application’s id
             */
            application_id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description The campaign’s name */
            campaign_name: string;
            /**
             * Format: uuid
             * @description The brand’s id
             */
            brand_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /**
             * @description The state of the application
             * @enum {string}
             */
            status: "pending" | "approved" | "rejected" | "left";
            /** @description The reviewer’s notes; null without any */
            notes: string | null;
        };
        /** @description An affiliate applied to a campaign. */
        ApplicationSubmittedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "application.submitted";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["ApplicationSubmittedData"];
        };
        /** @description The weights that score orders now */
        AppliedFraudWeights: {
            /** @description From 1; assessments state it in `weights_version`, as `fraud.9.w1` */
            version: number;
            /** @description The version of the rules that score orders */
            rules_version: string;
            /**
             * Format: date-time
             * @description When the weights were fitted to reviews
             */
            fitted_at: string;
            /** @description Reviewed orders that it was fitted to */
            orders: number;
            /** @description Those of them that were fraud */
            frauds: number;
            /** @description Since when orders are scored with it */
            applied_at: string | null;
        };
        /** @description An exchange rate that was used */
        AppliedRate: {
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description Plain decimal text */
            rate: string;
            /** @description From when on it applies */
            effective_from: string;
        };
        /** @description The tier that applied */
        AppliedTier: {
            /** @description The applied tier’s id */
            id: string;
            /** @description The applied tier’s name */
            name: string;
            /** @description The place of the tier, from 1 */
            tier_level: number;
            /** @description Plain decimal text */
            bonus_percent: string;
            /** @description Whether commissions are paid before the end of their hold */
            early_payout: boolean;
            /** @description The campaign’s id */
            campaign_id: string | null;
            /** @description Which version it is */
            version: number;
        };
        ApplyAttributionChangeRequest: {
            /** @description Of the preview that is to be applied */
            fingerprint: string;
        };
        ApplyAttributionChangeResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["AttributionChange"];
        };
        ApplyFraudWeightsResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["AppliedFraudWeights"];
        };
        ApplyToCampaignRequest: {
            /** @description A text for people */
            message?: string | null;
            /** @description The token of an invitation */
            invitation?: string;
        };
        /** @description What an affiliate must meet to be approved automatically */
        ApprovalCriteria: {
            /** @description The least that the affiliate has earned; null: anything */
            min_lifetime_earnings: number | null;
            /** @description The least share of the affiliate’s clicks that led to an order, 0 to 1; null: any */
            min_conversion_rate: number | null;
            /** @description The least number of campaigns of the affiliate; null: any */
            min_active_campaigns: number | null;
            /** @description Whether the affiliate’s account must be verified */
            verified_required: boolean;
            /** @description Channels of which the affiliate must have one */
            required_channels: string[];
            /** @description Countries whose affiliates are not approved */
            excluded_countries: string[];
        };
        /** @description The proof of a credential, as `PublicKeyCredential.toJSON()` gives it */
        AssertionCredential: {
            /** @description The assertion credential’s id */
            id: string;
            /** @description The credential’s id, base64url */
            rawId: string;
            /**
             * @description The type of the assertion credential
             * @constant
             */
            type: "public-key";
            /** @description Whether the authenticator is part of the device */
            authenticatorAttachment?: ("platform" | "cross-platform") | null;
            /** @description Results of WebAuthn extensions; ignored */
            clientExtensionResults?: {
                [key: string]: unknown;
            };
            /** @description What the authenticator signed */
            response: {
                /** @description As WebAuthn gives it, base64url */
                clientDataJSON: string;
                /** @description As WebAuthn gives it, base64url */
                authenticatorData: string;
                /** @description The signature */
                signature: string;
                /** @description The login’s handle, base64url */
                userHandle: string;
            };
        };
        /** @description A change of the model of a past period */
        AttributionChange: {
            /**
             * Format: uuid
             * @description The attribution change’s id
             */
            id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description The rule that shares the credit */
            model: components["schemas"]["AttributionModel"];
            /** @description The version of the model */
            model_version: string;
            /** @description Set where data_driven was not trained, and credit is split evenly */
            falls_back_to: "linear" | null;
            period: components["schemas"]["Period"];
            /**
             * @description The preview is complete from `ready` on; the books from `applied` and `undone` on
             * @enum {string}
             */
            status: "preparing" | "ready" | "applying" | "applied" | "undoing" | "undone";
            /** @description Of the settings, terms and changes that the preview depends on; `apply` requires it */
            fingerprint: string;
            /** @description A ratio of the work that the status names */
            progress: number;
            preview: components["schemas"]["AttributionChangeCounts"];
            applied: components["schemas"]["AttributionChangeCounts"];
            undone: components["schemas"]["AttributionChangeCounts"];
            /**
             * Format: date-time
             * @description When the attribution change was created
             */
            created_at: string;
            /** @description The member who made it */
            created_by: string;
            /** @description When it was applied; null until then */
            applied_at: string | null;
            /** @description The member who applied it; null until then */
            applied_by: string | null;
            /** @description The id of the undo in the ledger and its events */
            undo_id: string | null;
            /** @description When it was undone; null until then */
            undone_at: string | null;
            /** @description The member who undid it; null until then */
            undone_by: string | null;
        };
        /** @description What a change moves for one affiliate */
        AttributionChangeAffiliate: {
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description What the change would do */
            preview: components["schemas"]["AttributionChangeSums"] | null;
            /** @description What was done */
            applied: components["schemas"]["AttributionChangeSums"] | null;
            /** @description What was undone */
            undone: components["schemas"]["AttributionChangeSums"] | null;
        };
        /** @description How many conversions a step handled and changed */
        AttributionChangeCounts: {
            /** @description Handled so far */
            conversions: number;
            /** @description How many change */
            changed: number;
            /** @description Conversions that keep their commissions, by reason */
            skipped: {
                [key: string]: number;
            };
        };
        /** @description A change of attribution with what it moves for each affiliate */
        AttributionChangeDetail: {
            /**
             * Format: uuid
             * @description The attribution change detail’s id
             */
            id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description The rule that shares the credit */
            model: components["schemas"]["AttributionModel"];
            /** @description The version of the model */
            model_version: string;
            /** @description Set where data_driven was not trained, and credit is split evenly */
            falls_back_to: "linear" | null;
            period: components["schemas"]["Period"];
            /**
             * @description The preview is complete from `ready` on; the books from `applied` and `undone` on
             * @enum {string}
             */
            status: "preparing" | "ready" | "applying" | "applied" | "undoing" | "undone";
            /** @description Of the settings, terms and changes that the preview depends on; `apply` requires it */
            fingerprint: string;
            /** @description A ratio of the work that the status names */
            progress: number;
            preview: components["schemas"]["AttributionChangeCounts"];
            applied: components["schemas"]["AttributionChangeCounts"];
            undone: components["schemas"]["AttributionChangeCounts"];
            /**
             * Format: date-time
             * @description When the attribution change detail was created
             */
            created_at: string;
            /** @description The member who made it */
            created_by: string;
            /** @description When it was applied; null until then */
            applied_at: string | null;
            /** @description The member who applied it; null until then */
            applied_by: string | null;
            /** @description The id of the undo in the ledger and its events */
            undo_id: string | null;
            /** @description When it was undone; null until then */
            undone_at: string | null;
            /** @description The member who undid it; null until then */
            undone_by: string | null;
            /** @description At most 1,000; the conversions of the change name all */
            affiliates: components["schemas"]["AttributionChangeAffiliate"][];
        };
        /** @description What a step moves of one conversion */
        AttributionChangeOutcome: {
            /** @description Why it keeps its commissions; null where they move */
            skipped: ("rejected" | "no_path" | "not_replayable" | "not_approved" | "no_commission" | "reversed" | "commission_cancelled" | "unchanged") | null;
            /** @description The affiliates whose amount differs; the differences sum to 0 */
            affiliates: {
                /**
                 * Format: uuid
                 * @description The affiliate’s id
                 */
                affiliate_id: string;
                /** @description What it was before */
                before: number;
                /** @description What it is now */
                after: number;
                /** @description `commission` less `current_commission` */
                difference: number;
                /** @description What of the difference is paid or reserved and becomes a debt; negative where it ends one */
                owed_back: number;
            }[];
        };
        /** @description What a step moves of one affiliate */
        AttributionChangeSums: {
            /** @description Orders and leads */
            conversions: number;
            /** @description What it was before */
            before: number;
            /** @description What it is now */
            after: number;
            /** @description `commission` less `current_commission` */
            difference: number;
            /** @description What of the difference is paid or reserved and becomes a debt; negative where it ends one */
            owed_back: number;
        };
        /** @description How the credit for a conversion was shared */
        AttributionExplanation: {
            /** @description The rule that shares the credit */
            model: components["schemas"]["AttributionModel"];
            /** @description The version of the model */
            model_version: string;
            /** @description The model that stands in while `data_driven` is not trained; null where none does */
            falls_back_to: "linear" | null;
            /** @description Null in the oldest assessments, which do not contain their inputs */
            settings: components["schemas"]["AttributionSettings"] | null;
            /** @description Oldest first; the order’s own click is the last of the clicks, a coupon code comes after it */
            path: components["schemas"]["AttributionTouch"][];
            /** @description The effect of the order’s coupon codes, frozen when it was recorded; null where it named none */
            coupon: {
                /** @description All codes that the order named */
                codes: string[];
                /** @description The code that counts; null where none is known */
                code: string | null;
                /** @description Whose code it is */
                affiliate_id: string | null;
                /**
                 * @description What the code was worth at the order’s time
                 * @enum {string}
                 */
                status: "valid" | "unknown" | "not_started" | "expired" | "deactivated" | "campaign_ended" | "affiliate_suspended";
                /** @description Since when the code is valid */
                starts_at: string | null;
                /** @description Whose click the order named */
                click_affiliate_id: string | null;
                /**
                 * @description The campaign’s rule when the order was recorded
                 * @enum {string}
                 */
                rule: "code" | "click" | "split" | "first";
                /**
                 * @description Why the code has its part: only one is valid, both are one affiliate’s, or the rule
                 * @enum {string}
                 */
                decision: "only_code" | "only_click" | "nothing_valid" | "same_affiliate" | "rule" | "other_campaign";
                /** @description The code’s part of the credit, percent */
                code_share: number;
                /** @description The rule and its effect, in a sentence */
                effect: string;
            } | null;
            /** @description Largest first; they sum to the whole order */
            shares: components["schemas"]["AttributionShare"][];
            /** @description The change of attribution that the credit follows; null where none did */
            attribution_change_id: string | null;
        };
        /**
         * @description A rule that shares the credit for an order
         * @enum {string}
         */
        AttributionModel: "last_click" | "first_click" | "linear" | "time_decay" | "position_based" | "data_driven";
        /** @description What one affiliate would get under a model */
        AttributionPart: {
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /** @description With a share of the credit */
            conversions: number;
            /** @description Shares of the credit, in whole conversions */
            credit: number;
            /** @description The value of the attribution part */
            value: number;
            /** @description The currency of `value` */
            value_currency: string;
            /** @description What it earns */
            commission: number;
            /** @description By the shares that were in fact given */
            current_commission: number;
            /** @description `commission` less `current_commission` */
            difference: number;
            /** @description ISO 4217 code of the currency */
            currency: string;
        };
        /** @description What affiliates would get under a model */
        AttributionPreview: {
            /** @description The rule that shares the credit */
            model: components["schemas"]["AttributionModel"];
            /** @description The version of the model */
            model_version: string;
            /** @description Set while data_driven is not trained, and credit is split evenly */
            falls_back_to: "linear" | null;
            /** @description The largest commission first */
            affiliates: components["schemas"]["AttributionPart"][];
        };
        /** @description How a campaign shares the credit for orders */
        AttributionSettings: {
            /** @description The rule that shares the credit */
            model: components["schemas"]["AttributionModel"];
            /** @description Days before the order whose clicks count */
            lookback_window_days: number;
            /** @description Hours after which a click counts half, under `time_decay` */
            time_decay_half_life_hours: number;
            /** @description Percent of the credit by position, under `position_based`; they sum to 100 */
            position_based_weights: {
                /** @description Percent for the first click */
                first: number;
                /** @description Percent for all clicks between */
                middle: number;
                /** @description Percent for the last click */
                last: number;
            };
            /** @description Whether a customer’s clicks on other devices count */
            enable_cross_device: boolean;
            /** @description Whether devices may be recognised without a cookie */
            fingerprinting_enabled: boolean;
            /**
             * @description Who earns an order with a valid coupon code of one affiliate and a valid click of another: `code`, `click`, both (`split`), or `first`: the code where it began to be valid before the click, else the click
             * @enum {string}
             */
            coupon_rule: "code" | "click" | "split" | "first";
            /** @description The code’s part of the credit where the rule is `split`, percent; the model divides the rest */
            coupon_code_share: number;
        };
        /** @description One affiliate’s share of an order */
        AttributionShare: {
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /** @description The click’s id, as the landing page gets it */
            click_id: string | null;
            /** @description The link’s id */
            link_id: string | null;
            /** @description 0 to 1 */
            share: number;
            /** @description The part of the order value */
            value: number | null;
        };
        /** @description A click on the path to an order */
        AttributionTouch: {
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /** @description The click’s id, as the landing page gets it */
            click_id: string | null;
            /** @description The link’s id */
            link_id: string | null;
            /** @description When the click happened; null where the conversion has none */
            clicked_at: string | null;
            /** @description Hours between the click and the order; null where unknown */
            hours_before: number | null;
            /** @description The code where the touch is one: it has no click, no link and no time */
            coupon_code: string | null;
        };
        /** @description Who did it */
        AuditActor: {
            /** @description What the account, or the person in it, may do */
            role: components["schemas"]["AccountRole"];
            /** @description What the person may do in the account */
            member_role: components["schemas"]["MemberRole"];
            /** @description The account’s id */
            account_id: string | null;
            /** @description The member’s id */
            member_id: string | null;
            /** @description The API key’s id */
            api_key_id: string | null;
        };
        /** @description A record that changed; the fields of `before` and `after` are those of its kind */
        AuditChange: {
            /** @description The kind of audit change */
            kind: string;
            /** @description The audit change’s id */
            id: string;
            /** @description What it was before */
            before: {
                [key: string]: unknown;
            } | null;
            /** @description What it is now */
            after: {
                [key: string]: unknown;
            } | null;
        };
        /** @description An entry of the audit log */
        AuditEntry: {
            /**
             * Format: uuid
             * @description The entry’s id
             */
            entry_id: string;
            /** @description The chain of entries: an account’s id, or `platform` for administrators */
            chain: string;
            /** @description The place in the chain, without gaps */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened
             */
            occurred_at: string;
            /** @description The operationId */
            operation: string;
            /** @description The service that did it */
            service: string;
            /**
             * @description Whether it was done or refused
             * @enum {string}
             */
            outcome: "done" | "refused";
            /** @description The code of what is wrong; null where nothing is */
            error: string | null;
            actor: components["schemas"]["AuditActor"];
            /** @description The caller’s address */
            ip: string | null;
            /** @description The caller’s program */
            user_agent: string | null;
            /** @description The id of the call, as in `X-Request-Id` */
            request_id: string;
            /** @description The records that were changed */
            target_ids: string[];
            /** @description What changed */
            changes: components["schemas"]["AuditChange"][];
            /** @description The hash of the entry before */
            previous_hash: string;
            /** @description The hash of this entry with that of the entry before */
            hash: string;
        };
        /** @description A page of the audit log */
        AuditPage: {
            /** @description The entries, or how many were checked */
            entries: components["schemas"]["AuditEntry"][];
            /** @description The `before` of the next page; null at the end */
            next_before: string | null;
        };
        /** @description What an affiliate has earned and not been paid */
        Balance: {
            /**
             * Format: uuid
             * @description The account’s id
             */
            user_id: string;
            /** @description What can be paid now */
            available_balance: number;
            /** @description What waits for approval or the end of its hold */
            pending_balance: number;
            /** @description What was paid out in all */
            total_paid_out: number;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description The last booking; the creation of the account where there is none */
            last_updated: string | null;
        };
        /** @description An affiliate’s data on invoices */
        BillingProfile: {
            /** @description The name on invoices; null: the account’s */
            legal_name: string | null;
            /** @description The address on invoices */
            address_lines: string[];
            /** @description The tax number on invoices; null without one */
            tax_id: string | null;
        };
        /** @description A fact on which two books disagree */
        BookDifference: {
            /** @description `payout <id>`, or `payment <id>` of one that names no payout */
            at: string;
            /** @description What they disagree on */
            what: string;
            /** @description By the payouts */
            ours: string;
            /** @description By the provider */
            theirs: string;
        };
        /** @description The figures of a period, as a brand sees them */
        BrandMetrics: {
            /** @description All clicks */
            gross_clicks: number;
            /** @description Clicks without repeated and invalid ones */
            unique_clicks: number;
            /** @description Repeated clicks of a visitor */
            duplicate_clicks: number;
            /** @description Clicks of programs and other invalid ones */
            invalid_clicks: number;
            /** @description Clicks, without repeated and invalid ones */
            clicks: number;
            /** @description Orders and leads */
            conversions: number;
            /** @description conversions by unique clicks, a ratio */
            conversion_rate: number;
            /** @description The value of the orders */
            revenue: number;
            /** @description earnings by clicks */
            epc: number;
            /** @description Those of the invalid clicks whose visitors refused to be recognised */
            clicks_without_consent: number;
            /** @description What it earns */
            commission: number;
        };
        /** @description The figures of another period */
        BrandMetricsPeriod: {
            /**
             * Format: date-time
             * @description The start: a date (its first moment, UTC) or a time
             */
            start_date: string;
            /**
             * Format: date-time
             * @description The end: a date (that whole day, UTC) or a time
             */
            end_date: string;
            metrics: components["schemas"]["BrandMetrics"];
        };
        /** @description The figures of one interval, as a brand sees them */
        BrandMetricsPoint: {
            /** @description All clicks */
            gross_clicks: number;
            /** @description Clicks without repeated and invalid ones */
            unique_clicks: number;
            /** @description Repeated clicks of a visitor */
            duplicate_clicks: number;
            /** @description Clicks of programs and other invalid ones */
            invalid_clicks: number;
            /** @description Clicks, without repeated and invalid ones */
            clicks: number;
            /** @description Orders and leads */
            conversions: number;
            /** @description conversions by unique clicks, a ratio */
            conversion_rate: number;
            /** @description The value of the orders */
            revenue: number;
            /** @description earnings by clicks */
            epc: number;
            /** @description Those of the invalid clicks whose visitors refused to be recognised */
            clicks_without_consent: number;
            /** @description What it earns */
            commission: number;
            /**
             * Format: date-time
             * @description The period that the figures are of
             */
            period: string;
        };
        /** @description The data of `brand.product.added` */
        BrandProductAddedData: {
            /**
             * Format: uuid
             * @description The product’s id
             */
            product_id: string;
            /** @description The brand’s number of the product */
            sku: string;
            /** @description The brand product’s name */
            name: string;
            /** @description The price of one, with the decimals of `currency` */
            price: string;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description The category */
            category: string | null;
            /** @description The brand product’s address */
            url: string | null;
            /**
             * Format: date-time
             * @description When the brand product was last changed
             */
            updated_at: string;
        };
        /** @description A brand added a product. */
        BrandProductAddedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "brand.product.added";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["BrandProductAddedData"];
        };
        /** @description The data of `brand.product.updated` */
        BrandProductUpdatedData: {
            /**
             * Format: uuid
             * @description The product’s id
             */
            product_id: string;
            /** @description The brand’s number of the product */
            sku: string;
            /** @description The brand product’s name */
            name: string;
            /** @description The price of one, with the decimals of `currency` */
            price: string;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description The category */
            category: string | null;
            /** @description The brand product’s address */
            url: string | null;
            /**
             * Format: date-time
             * @description When the brand product was last changed
             */
            updated_at: string;
        };
        /** @description A brand changed a product. */
        BrandProductUpdatedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "brand.product.updated";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["BrandProductUpdatedData"];
        };
        /** @description The data of `brand.registered` */
        BrandRegisteredData: {
            /**
             * Format: uuid
             * @description The brand’s id
             */
            brand_id: string;
            /** @description The brand’s name */
            name: string;
            /** @description The company’s name */
            company: string | null;
            /** @description ISO 3166 code of the country, two letters */
            country: string | null;
            /** @description The state of the brand */
            status: components["schemas"]["AccountStatus"];
            /**
             * Format: date-time
             * @description When the account was made
             */
            registered_at: string;
        };
        /** @description A brand opened an account. */
        BrandRegisteredEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "brand.registered";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["BrandRegisteredData"];
        };
        /** @description An order, a commission or an affiliate */
        BrandReportRow: {
            /** @description The conversion’s id */
            conversion_id?: string | null;
            /** @description The commission’s id */
            commission_id?: string | null;
            /** @description Null for orders that were stored before reports showed it */
            order_id?: string | null;
            /** @description When the order was placed */
            converted_at?: string | null;
            /** @description The campaign’s id */
            campaign_id?: string | null;
            /** @description The campaign’s name */
            campaign_name?: string | null;
            /** @description The affiliate’s id */
            affiliate_id?: string | null;
            /** @description The affiliate’s name; null where it is not known yet */
            affiliate_name?: string | null;
            /** @description The state of the brand report row */
            status?: string | null;
            /** @description All clicks */
            gross_clicks?: number;
            /** @description Clicks without repeated and invalid ones */
            unique_clicks?: number;
            /** @description Repeated clicks of a visitor */
            duplicate_clicks?: number;
            /** @description Clicks of programs and other invalid ones */
            invalid_clicks?: number;
            /** @description Clicks, without repeated and invalid ones */
            clicks?: number;
            /** @description Orders and leads */
            conversions?: number;
            /** @description conversions by unique clicks, a ratio */
            conversion_rate?: number;
            /** @description The value of the orders */
            revenue?: number;
            /** @description earnings by clicks */
            epc?: number;
            /** @description Those of the invalid clicks whose visitors refused to be recognised */
            clicks_without_consent?: number;
            /** @description What it earns */
            commission?: number;
            /** @description Commissions with something due */
            commissions?: number;
            /** @description As reported */
            order_value?: number;
            /** @description What refunds have taken off the orders’ value */
            refunded?: number;
            /** @description What is owed now; 0 once rejected or cancelled */
            amount?: number;
            /** @description Paid to affiliates */
            paid?: number;
            /** @description Approved, and not paid yet */
            due?: number;
            /** @description Pending until the hold of the commission ends */
            on_hold?: number;
            /** @description Paid, and cancelled since: later earnings offset it */
            owed_back?: number;
        };
        /** @description A report of a brand that comes by itself */
        BrandReportSchedule: {
            /**
             * Format: uuid
             * @description The brand report schedule’s id
             */
            id: string;
            /**
             * @description The format of the file
             * @enum {string}
             */
            format: "csv" | "pdf" | "excel";
            /**
             * @description How often it comes
             * @enum {string}
             */
            frequency: "daily" | "weekly" | "monthly";
            /** @description The time zone (IANA) */
            timezone: string;
            /** @description The hour of the day */
            hour: number;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description The campaign’s id */
            campaign_id: string | null;
            /**
             * Format: date-time
             * @description When it comes next
             */
            next_at: string;
            /**
             * Format: date-time
             * @description When the brand report schedule was created
             */
            created_at: string;
            /**
             * @description The kind of brand report schedule
             * @enum {string}
             */
            kind: "conversions" | "commissions" | "payouts_due" | "affiliates";
            /** @description The affiliate’s id */
            affiliate_id: string | null;
        };
        /** @description The sums of all rows, also of other pages */
        BrandReportTotals: {
            /** @description All clicks */
            gross_clicks?: number;
            /** @description Clicks without repeated and invalid ones */
            unique_clicks?: number;
            /** @description Repeated clicks of a visitor */
            duplicate_clicks?: number;
            /** @description Clicks of programs and other invalid ones */
            invalid_clicks?: number;
            /** @description Clicks, without repeated and invalid ones */
            clicks?: number;
            /** @description Orders and leads */
            conversions?: number;
            /** @description conversions by unique clicks, a ratio */
            conversion_rate?: number;
            /** @description The value of the orders */
            revenue?: number;
            /** @description earnings by clicks */
            epc?: number;
            /** @description Those of the invalid clicks whose visitors refused to be recognised */
            clicks_without_consent?: number;
            /** @description What it earns */
            commission?: number;
            /** @description Commissions with something due */
            commissions?: number;
            /** @description As reported */
            order_value?: number;
            /** @description What refunds have taken off the orders’ value */
            refunded?: number;
            /** @description What is owed now; 0 once rejected or cancelled */
            amount?: number;
            /** @description Paid to affiliates */
            paid?: number;
            /** @description Approved, and not paid yet */
            due?: number;
            /** @description Pending until the hold of the commission ends */
            on_hold?: number;
            /** @description Paid, and cancelled since: later earnings offset it */
            owed_back?: number;
        };
        /** @description The data of `brand.suspended` */
        BrandSuspendedData: {
            /**
             * Format: uuid
             * @description The brand’s id
             */
            brand_id: string;
            /** @description The brand’s name */
            name: string;
            /** @description The company’s name */
            company: string | null;
            /** @description ISO 3166 code of the country, two letters */
            country: string | null;
            /** @description The state of the brand */
            status: string;
            /**
             * Format: date-time
             * @description When the account was made
             */
            registered_at: string;
        };
        /** @description An administrator suspended a brand. */
        BrandSuspendedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "brand.suspended";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["BrandSuspendedData"];
        };
        /** @description The data of `brand.verified` */
        BrandVerifiedData: {
            /**
             * Format: uuid
             * @description The brand’s id
             */
            brand_id: string;
            /** @description The brand’s name */
            name: string;
            /** @description The company’s name */
            company: string | null;
            /** @description ISO 3166 code of the country, two letters */
            country: string | null;
            /** @description The state of the brand */
            status: string;
            /**
             * Format: date-time
             * @description When the account was made
             */
            registered_at: string;
        };
        /** @description An administrator verified a brand. */
        BrandVerifiedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "brand.verified";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["BrandVerifiedData"];
        };
        /** @description The orders of one browser on a day */
        BrowserOrders: {
            /**
             * @description The visitor’s browser; null where unknown
             * @enum {string}
             */
            browser: "Chrome" | "Safari" | "Firefox" | "Edge" | "Other";
            /** @description Orders that were reported, or that a connected shop has */
            orders: number;
            /** @description Of these, orders that carry a click */
            orders_with_click: number;
        };
        /** @description What a campaign may spend, and spent */
        BudgetUse: {
            /** @description How many there are in all */
            total: number | null;
            /** @description commissions of all time that stand */
            spent: number;
            /** @description What is left; null without limit */
            left: number | null;
            /** @description ISO 4217 code of the currency */
            currency: string;
        };
        BulkCreateCouponsRequest: {
            /** @description The coupon codes */
            coupons: components["schemas"]["NewCoupon"][];
        };
        BulkCreateCouponsResponse: {
            /** @description The coupon codes */
            coupons: components["schemas"]["Coupon"][];
        };
        BulkReviewConversionsRequest: {
            /** @description The conversions’ ids */
            conversion_ids: string[];
            /**
             * @description What is decided
             * @enum {string}
             */
            decision: "approved" | "rejected";
            /** @description The reviewer’s notes; null without any */
            notes?: string;
            /**
             * @description Why it is rejected: only kinds of fraud teach the fraud score; `returned`, `wrong_order` and `other` say nothing about fraud
             * @enum {string}
             */
            reason?: "bot_traffic" | "fake_customer" | "self_referral" | "stolen_payment" | "cookie_stuffing" | "click_injection" | "coupon_abuse" | "return_abuse" | "other_fraud" | "returned" | "wrong_order" | "other";
        };
        BulkReviewConversionsResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description The result of the call */
            data: {
                /** @description How many were done */
                processed: number;
                /** @description How many failed */
                failed: number;
                /** @description What became of each */
                results: components["schemas"]["ReviewedConversion"][];
                /** @description What failed, and why */
                errors: components["schemas"]["FailedReview"][];
            };
        };
        /** @description How telephone calls are paid */
        CallTerms: {
            /**
             * @description Whether a call earns once or per minute
             * @enum {string}
             */
            payout_type: "per_call" | "per_minute";
            /** @description What a call or minute earns, in the campaign’s currency */
            payout_amount: number;
            /** @description The shortest call that earns */
            min_duration_seconds: number;
            /** @description Whether calls are recorded */
            recording_enabled: boolean;
            /** @description The announcement that the shop receives before a call is connected; null: none */
            whisper_message: string | null;
        };
        /** @description A campaign as its brand sees it */
        Campaign: {
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            id: string;
            /**
             * Format: uuid
             * @description The brand’s id
             */
            brand_id: string;
            /** @description The brand’s name */
            brand_name: string;
            /** @description The campaign’s name */
            name: string;
            /** @description What people read of the campaign */
            description: string;
            /** @description The type of the campaign */
            type: components["schemas"]["CampaignType"];
            /** @description Where visitors of its links arrive */
            landing_page_url: string;
            /** @description Whether orders may be reported by the pixel, unsigned and for review */
            pixel_enabled: boolean;
            /**
             * @description What counts where a click or report states no consent
             * @enum {string}
             */
            consent_default: "granted" | "denied";
            /** @description The part of visitors, drawn at random, whose orders are credited to nobody, so that it is known how many orders clicks bring; their redirects work, and state `holdout=1` to the shop */
            holdout_percent: number;
            /** @description Whether it is shown to invited affiliates alone */
            exclusive: boolean;
            /** @description When it begins; null: at once */
            starts_at: (string) | null;
            /** @description When it ends; null: never */
            ends_at: (string) | null;
            commission: components["schemas"]["CampaignCommission"];
            caps: components["schemas"]["CampaignCaps"];
            budget: components["schemas"]["CampaignBudget"];
            approval: components["schemas"]["CampaignApproval"];
            targeting: components["schemas"]["CampaignTargeting"];
            /** @description How telephone calls are paid; null for other campaigns */
            call: components["schemas"]["CallTerms"] | null;
            attribution: components["schemas"]["CampaignAttribution"];
            /** @description The state of the campaign */
            status: components["schemas"]["CampaignStatus"];
            /**
             * @description Only where the suspension of the brand pauses the campaign
             * @constant
             */
            paused_reason?: "brand_suspended";
            /**
             * Format: date-time
             * @description When the campaign was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the campaign was last changed
             */
            updated_at: string;
        };
        /** @description The data of `campaign.activated` */
        CampaignActivatedData: {
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /**
             * Format: uuid
             * @description The brand’s id
             */
            brand_id: string;
            /** @description The campaign’s name */
            name: string;
            /** @description The type of the campaign */
            type: components["schemas"]["CampaignType"];
            /** @description The state of the campaign */
            status: components["schemas"]["CampaignStatus"];
            /** @description Where visitors of its links arrive */
            landing_page_url: string;
            /** @description What it earns */
            commission: {
                /**
                 * @description The type of the campaign
                 * @enum {string}
                 */
                type: "percentage" | "fixed";
                /** @description The value of the campaign */
                value: string;
                /** @description ISO 4217 code of the currency */
                currency: string;
                /** @description Days that a commission waits before it can be paid */
                hold_days: number;
            };
            /**
             * Format: date-time
             * @description When the campaign was last changed
             */
            updated_at: string;
        };
        /** @description A campaign went live, for the first time or again. */
        CampaignActivatedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "campaign.activated";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["CampaignActivatedData"];
        };
        /** @description The data of `campaign.affiliate.joined` */
        CampaignAffiliateJoinedData: {
            /**
             * Format: uuid
             * @description The application’s id
             */
            application_id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description The campaign’s name */
            campaign_name: string;
            /**
             * Format: uuid
             * @description The brand’s id
             */
            brand_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /**
             * @description The state of the campaign affiliate
             * @enum {string}
             */
            status: "pending" | "approved" | "rejected" | "left";
            /** @description The reviewer’s notes; null without any */
            notes: string | null;
        };
        /** @description An affiliate became a member of a campaign. */
        CampaignAffiliateJoinedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "campaign.affiliate.joined";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["CampaignAffiliateJoinedData"];
        };
        /** @description The data of `campaign.affiliate.left` */
        CampaignAffiliateLeftData: {
            /**
             * Format: uuid
             * @description The application’s id
             */
            application_id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description The campaign’s name */
            campaign_name: string;
            /**
             * Format: uuid
             * @description The brand’s id
             */
            brand_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /**
             * @description The state of the campaign affiliate
             * @enum {string}
             */
            status: "pending" | "approved" | "rejected" | "left";
            /** @description The reviewer’s notes; null without any */
            notes: string | null;
        };
        /** @description An affiliate’s membership of a campaign ended. */
        CampaignAffiliateLeftEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "campaign.affiliate.left";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["CampaignAffiliateLeftData"];
        };
        /** @description Who may join the campaign */
        CampaignApproval: {
            /**
             * @description Whether applications are approved automatically, by the brand, or only by invitation
             * @enum {string}
             */
            mode: "auto" | "manual" | "invite_only";
            criteria: components["schemas"]["ApprovalCriteria"];
        };
        /** @description How the campaign shares the credit for orders */
        CampaignAttribution: {
            /** @description The rule that shares the credit */
            model: components["schemas"]["AttributionModel"];
            /** @description Days before the order whose clicks count */
            lookback_window_days: number;
            /** @description Hours after which a click counts half, under `time_decay` */
            time_decay_half_life_hours: number;
            position_based_weights: components["schemas"]["PositionWeights"];
            /** @description Whether a customer’s clicks on other devices count */
            enable_cross_device: boolean;
            /** @description Whether devices may be recognised without a cookie */
            fingerprinting_enabled: boolean;
            /**
             * @description Who earns an order with a valid coupon code of one affiliate and a valid click of another: `code`, `click`, both (`split`), or `first`: the code where it began to be valid before the click, else the click
             * @enum {string}
             */
            coupon_rule: "code" | "click" | "split" | "first";
            /** @description The code’s part of the credit where the rule is `split`, percent */
            coupon_code_share: number;
        };
        /** @description The most that a campaign spends, and what it spent */
        CampaignBudget: {
            /** @description How many there are in all */
            total: number | null;
            /** @description The most per day (UTC); null without limit */
            daily: number | null;
            /** @description Commissions that stand; an approval is in it a moment after its answer */
            spent: number;
        };
        /** @description The most that the campaign pays for */
        CampaignCaps: {
            clicks: components["schemas"]["CountLimits"];
            conversions: components["schemas"]["CountLimits"];
            commission: components["schemas"]["AmountLimits"];
        };
        /** @description What an order of the campaign earns */
        CampaignCommission: {
            /**
             * @description The type of the campaign commission
             * @enum {string}
             */
            type: "percentage" | "fixed";
            /** @description Percent, or of a fixed commission the amount in `currency` */
            value: number;
            /** @description ISO 4217 currency code */
            currency: string;
            /** @description Days that a commission waits before it can be paid */
            hold_days: number;
            /** @description Months for which renewals of a subscription earn; null without end */
            recurring_months: number | null;
        };
        /** @description The data of `campaign.created` */
        CampaignCreatedData: {
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /**
             * Format: uuid
             * @description The brand’s id
             */
            brand_id: string;
            /** @description The campaign’s name */
            name: string;
            /** @description The type of the campaign */
            type: components["schemas"]["CampaignType"];
            /** @description The state of the campaign */
            status: components["schemas"]["CampaignStatus"];
            /** @description Where visitors of its links arrive */
            landing_page_url: string;
            /** @description What it earns */
            commission: {
                /**
                 * @description The type of the campaign
                 * @enum {string}
                 */
                type: "percentage" | "fixed";
                /** @description The value of the campaign */
                value: string;
                /** @description ISO 4217 code of the currency */
                currency: string;
                /** @description Days that a commission waits before it can be paid */
                hold_days: number;
            };
            /**
             * Format: date-time
             * @description When the campaign was last changed
             */
            updated_at: string;
        };
        /** @description A brand drafted a campaign. */
        CampaignCreatedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "campaign.created";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["CampaignCreatedData"];
        };
        /** @description The data of `campaign.ended` */
        CampaignEndedData: {
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /**
             * Format: uuid
             * @description The brand’s id
             */
            brand_id: string;
            /** @description The campaign’s name */
            name: string;
            /** @description The type of the campaign */
            type: components["schemas"]["CampaignType"];
            /** @description The state of the campaign */
            status: components["schemas"]["CampaignStatus"];
            /** @description Where visitors of its links arrive */
            landing_page_url: string;
            /** @description What it earns */
            commission: {
                /**
                 * @description The type of the campaign
                 * @enum {string}
                 */
                type: "percentage" | "fixed";
                /** @description The value of the campaign */
                value: string;
                /** @description ISO 4217 code of the currency */
                currency: string;
                /** @description Days that a commission waits before it can be paid */
                hold_days: number;
            };
            /**
             * Format: date-time
             * @description When the campaign was last changed
             */
            updated_at: string;
        };
        /** @description A campaign is completed or archived. */
        CampaignEndedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "campaign.ended";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["CampaignEndedData"];
        };
        /** @description The caller’s relation to a campaign */
        CampaignMembership: {
            /**
             * @description The state of the campaign membership
             * @enum {string}
             */
            status: "none" | "invited" | "pending" | "approved" | "rejected" | "left";
            /** @description The application’s id */
            application_id: string | null;
        };
        /** @description The figures of a campaign in a period */
        CampaignMetrics: {
            /** @description All clicks */
            gross_clicks: number;
            /** @description Clicks without repeated and invalid ones */
            unique_clicks: number;
            /** @description Repeated clicks of a visitor */
            duplicate_clicks: number;
            /** @description Clicks of programs and other invalid ones */
            invalid_clicks: number;
            /** @description Clicks, without repeated and invalid ones */
            clicks: number;
            /** @description Orders and leads */
            conversions: number;
            /** @description conversions by unique clicks, a ratio */
            conversion_rate: number;
            /** @description The value of the orders */
            revenue: number;
            /** @description earnings by clicks */
            epc: number;
            /** @description Those of the invalid clicks whose visitors refused to be recognised */
            clicks_without_consent: number;
            /** @description What it earns */
            commission: number;
            /** @description How often it was shown */
            impressions: number;
        };
        /** @description The data of `campaign.paused` */
        CampaignPausedData: {
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /**
             * Format: uuid
             * @description The brand’s id
             */
            brand_id: string;
            /** @description The campaign’s name */
            name: string;
            /** @description The type of the campaign */
            type: components["schemas"]["CampaignType"];
            /** @description The state of the campaign */
            status: components["schemas"]["CampaignStatus"];
            /** @description Where visitors of its links arrive */
            landing_page_url: string;
            /** @description What it earns */
            commission: {
                /**
                 * @description The type of the campaign
                 * @enum {string}
                 */
                type: "percentage" | "fixed";
                /** @description The value of the campaign */
                value: string;
                /** @description ISO 4217 code of the currency */
                currency: string;
                /** @description Days that a commission waits before it can be paid */
                hold_days: number;
            };
            /**
             * Format: date-time
             * @description When the campaign was last changed
             */
            updated_at: string;
        };
        /** @description A campaign was paused; its links still redirect. */
        CampaignPausedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "campaign.paused";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["CampaignPausedData"];
        };
        /**
         * @description The state of a campaign
         * @enum {string}
         */
        CampaignStatus: "draft" | "active" | "paused" | "completed" | "archived";
        /** @description Whose visits count */
        CampaignTargeting: {
            /** @description ISO 3166 codes of the visitors’ countries; empty: all */
            countries: string[];
            /** @description The visitors’ languages; empty: all */
            languages: string[];
            /** @description Words and phrases: a visit whose referrer or `utm_term` contains a search for one is recorded as filtered */
            excluded_keywords: string[];
            /** @description Product categories: an order of these categories only is recorded and earns only if approved manually */
            excluded_categories: string[];
            /** @description The visitors’ devices; empty: all */
            devices: ("mobile" | "desktop" | "tablet")[];
        };
        /**
         * @description What a campaign pays for
         * @enum {string}
         */
        CampaignType: "sale" | "lead" | "click" | "impression" | "subscription" | "app_install" | "call" | "direct_messaging" | "custom";
        /** @description The data of `campaign.updated` */
        CampaignUpdatedData: {
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /**
             * Format: uuid
             * @description The brand’s id
             */
            brand_id: string;
            /** @description The campaign’s name */
            name: string;
            /** @description The type of the campaign */
            type: components["schemas"]["CampaignType"];
            /** @description The state of the campaign */
            status: components["schemas"]["CampaignStatus"];
            /** @description Where visitors of its links arrive */
            landing_page_url: string;
            /** @description What it earns */
            commission: {
                /**
                 * @description The type of the campaign
                 * @enum {string}
                 */
                type: "percentage" | "fixed";
                /** @description The value of the campaign */
                value: string;
                /** @description ISO 4217 code of the currency */
                currency: string;
                /** @description Days that a commission waits before it can be paid */
                hold_days: number;
            };
            /**
             * Format: date-time
             * @description When the campaign was last changed
             */
            updated_at: string;
        };
        /** @description A campaign’s record changed, its status apart. */
        CampaignUpdatedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "campaign.updated";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["CampaignUpdatedData"];
        };
        CancelCommissionRequest: {
            /** @description Why, in words or as a code */
            reason: string;
            /**
             * @description Whether the commission was earned by fraud
             * @default false
             */
            fraud_confirmed?: boolean;
        };
        /** @description The channels of one category */
        CategoryChannels: {
            /** @description Whether the channel is used */
            email: boolean;
            /** @description Whether the channel is used */
            push: boolean;
            /** @description Whether the channel is used */
            sms: boolean;
            /** @description Whether the channel is used */
            in_app: boolean;
        };
        /** @description A conversion of a change of attribution */
        ChangedConversion: {
            /**
             * Format: uuid
             * @description The conversion’s id
             */
            conversion_id: string;
            /** @description The shop’s id of the order */
            order_id: string | null;
            /**
             * Format: date-time
             * @description When the order was placed
             */
            converted_at: string;
            /** @description Of the commissions; null where there are none */
            currency: string | null;
            preview: components["schemas"]["AttributionChangeOutcome"];
            /** @description What the change moved; null before it */
            applied: components["schemas"]["AttributionChangeOutcome"] | null;
            /** @description What the undo moved; null before it */
            undone: components["schemas"]["AttributionChangeOutcome"] | null;
        };
        CheckInstallRequest: {
            /**
             * Format: uuid
             * @description Of one campaign alone; default: of all
             */
            campaign_id?: string;
            /**
             * Format: date-time
             * @description When the set-up began, so that earlier clicks and orders do not count
             */
            since?: string;
        };
        CheckInstallResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["InstallCheck"];
            /** @description A text for people */
            message: string;
        };
        /** @description An affiliate’s claim to a missing order, as the brand sees it */
        Claim: {
            /**
             * Format: uuid
             * @description The claim’s id
             */
            id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description The shop’s id of the order */
            order_id: string;
            /**
             * Format: date-time
             * @description When the customer ordered
             */
            ordered_at: string;
            /** @description With the decimals of `currency`; null where the affiliate does not know it */
            order_value: number | null;
            /** @description ISO 4217 code; null without an `order_value` */
            currency: string | null;
            /**
             * @description What shows that the customer came from the affiliate
             * @enum {string}
             */
            referred_by: "link" | "click" | "coupon";
            /** @description The code of the link; null for a click or coupon */
            tracking_code: string | null;
            /** @description The click’s id, as the landing page gets it */
            click_id: string | null;
            /** @description The coupon code; null for a link or click */
            coupon_code: string | null;
            /** @description The affiliate’s note to the brand; deleted after 90 days */
            note: string | null;
            /**
             * @description `open` waits for the brand · `accepted`: the order is credited · `refused` by the brand · `answered` by the order’s own conversion · `expired`: the brand did not decide in time
             * @enum {string}
             */
            status: "open" | "accepted" | "refused" | "answered" | "expired";
            /** @description Null while open, and where accepted. Of a known order: `already_credited` to you · `credited_elsewhere`: attribution credited somebody else · `conversion_rejected` by the brand · `conversion_reversed`: refunded · `closed_without_credit`: decided, and nobody’s. Of the brand: `unknown_order`, `not_referred`, `order_cancelled`, `outside_terms`, `other`. `not_decided_in_time` where it expired */
            reason: ("already_credited" | "credited_elsewhere" | "conversion_rejected" | "conversion_reversed" | "closed_without_credit" | "unknown_order" | "not_referred" | "order_cancelled" | "outside_terms" | "other" | "not_decided_in_time") | null;
            /** @description The brand’s words to the affiliate */
            notes: string | null;
            /**
             * Format: date-time
             * @description When the claim was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it expires unless the brand decides
             */
            expires_at: string;
            /** @description When it was decided; null while open */
            decided_at: string | null;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /** @description The conversion of the order; null where there is none */
            conversion_id: string | null;
        };
        /** @description The data of `claim.decided` */
        ClaimDecidedData: {
            /**
             * Format: uuid
             * @description The id of a claim to a missing order
             */
            claim_id: string;
            /**
             * Format: uuid
             * @description The brand’s id
             */
            brand_id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /** @description The shop’s id of the order */
            order_id: string;
            /**
             * Format: date-time
             * @description When the customer ordered
             */
            ordered_at: string;
            /** @description The claim’s amount, with the decimals of its currency */
            amount: string | null;
            /** @description ISO 4217 code of the currency */
            currency: string | null;
            /** @description The state of the claim */
            status: string;
            /**
             * Format: date-time
             * @description When the claim expires
             */
            expires_at: string;
            /** @description Why, in words or as a code */
            reason: string | null;
            /** @description The reviewer’s notes; null without any */
            notes: string | null;
            /**
             * Format: date-time
             * @description When it was decided; null while it is open
             */
            decided_at: string | null;
            /**
             * Format: uuid
             * @description The conversion’s id
             */
            conversion_id: string | null;
        };
        /** @description A claim to a missing order was accepted, refused, answered by the order itself, or expired. */
        ClaimDecidedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "claim.decided";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["ClaimDecidedData"];
        };
        /** @description The data of `claim.received` */
        ClaimReceivedData: {
            /**
             * Format: uuid
             * @description The id of a claim to a missing order
             */
            claim_id: string;
            /**
             * Format: uuid
             * @description The brand’s id
             */
            brand_id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /** @description The shop’s id of the order */
            order_id: string;
            /**
             * Format: date-time
             * @description When the customer ordered
             */
            ordered_at: string;
            /** @description The claim’s amount, with the decimals of its currency */
            amount: string | null;
            /** @description ISO 4217 code of the currency */
            currency: string | null;
            /** @description The state of the claim */
            status: string;
            /**
             * Format: date-time
             * @description When the claim expires
             */
            expires_at: string;
        };
        /** @description An affiliate claims an order that no conversion shows. */
        ClaimReceivedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "claim.received";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["ClaimReceivedData"];
        };
        /** @description How a brand handles claims to missing orders */
        ClaimSettings: {
            /** @description How long you take at most to decide a claim, days; null for the platform’s time */
            decision_days: number | null;
            /** @description After how many days a new claim expires: yours, or the platform’s */
            expires_after_days: number;
        };
        /** @description A click as its affiliate sees it */
        Click: {
            /**
             * Format: uuid
             * @description The click’s id
             */
            id: string;
            /**
             * Format: date-time
             * @description When it happened
             */
            timestamp: string;
            /**
             * Format: uuid
             * @description The link’s id
             */
            link_id: string;
            /** @description The code in the link’s address */
            tracking_code: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            utm: components["schemas"]["Utm"];
            /** @description The page that the visitor came from; null where unknown */
            referrer: string | null;
            /** @description The kind of device, or its browser and system */
            device: string;
            /** @description The visitor’s browser; null where unknown */
            browser: string | null;
            /** @description The visitor’s system; null where unknown */
            os: string | null;
            /** @description ISO 3166 code of the country, two letters */
            country: string | null;
            /** @description The visitor’s region; null where unknown */
            region: string | null;
            /** @description The visitor’s city; null where unknown */
            city: string | null;
            /** @description Whether it counts, being no repeated or invalid click */
            is_unique: boolean;
            /** @description Whether a program made it */
            is_bot: boolean;
            /** @description null: nothing was stated. A click without consent identifies nobody and states its link and minute */
            consent: ("granted" | "denied") | null;
            /** @description Whether it led to an order */
            converted: boolean;
        };
        /** @description What a campaign owes an affiliate for clicks or impressions of a day */
        ClickStatement: {
            /** @description The day (UTC) */
            date: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description The campaign’s name */
            campaign_name: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /**
             * @description The kind of click statement
             * @enum {string}
             */
            kind: "click" | "impression";
            /** @description How many earn */
            payable: number;
            /** @description How many wait for a review */
            held: number;
            /** @description How many earn nothing */
            refused: number;
            /** @description How many wait for which reason */
            held_reasons: {
                [key: string]: number;
            };
            /** @description How many earn nothing for which reason */
            refused_reasons: {
                [key: string]: number;
            };
        };
        /** @description What an affiliate earns by an order */
        Commission: {
            /**
             * Format: uuid
             * @description The commission’s id
             */
            id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description The shop’s id of the order */
            order_id: string;
            /** @description The commission’s amount, with the decimals of its currency */
            amount: number;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description The state of the commission */
            status: components["schemas"]["CommissionStatus"];
            /** @description Percent, or the amount of a fixed commission */
            commission_rate: number;
            /** @description The value of the order, with the decimals of its currency */
            sale_amount: number;
            /** @description The value of the order, with the decimals of its currency */
            order_amount: number;
            /** @description The click that earned it; null where none did */
            attributed_click_id: string | null;
            /** @description When the commission was created */
            created_at: string;
            /** @description When it was approved; null until then */
            approved_at: string | null;
            /** @description When it was paid; null until then */
            paid_at: string | null;
            /** @description The payout’s id; null where none contains it */
            payout_id: string | null;
            /** @description Why an administrator cancelled it; null where none did */
            cancel_reason: string | null;
            /** @description Why it cannot be paid now; null where it can */
            hold_reason: string | null;
            /** @description The change of attribution that made it or last moved it, applied or undone; null where none did */
            attribution_change_id: string | null;
        };
        /** @description The data of `commission.adjusted` */
        CommissionAdjustedData: {
            /**
             * Format: uuid
             * @description The commission’s id
             */
            commission_id: string;
            /**
             * Format: uuid
             * @description The conversion’s id
             */
            conversion_id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /** @description The shop’s id of the order */
            order_id: string;
            /** @description The state of the commission */
            status: components["schemas"]["CommissionStatus"];
            /** @description The commission’s amount, with the decimals of its currency */
            amount: string;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /**
             * @description Whether the commission is a percentage or a fixed amount
             * @enum {string}
             */
            commission_type: "percentage" | "fixed";
            /** @description Percent, or the amount of a fixed commission */
            commission_rate: string;
            /** @description The value of the order, with the decimals of its currency */
            sale_amount: string;
            /**
             * Format: date-time
             * @description When the commission was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was approved; null until then
             */
            approved_at: string | null;
            /**
             * Format: date-time
             * @description When it was paid; null until then
             */
            paid_at: string | null;
            /**
             * Format: uuid
             * @description The payout’s id; null where none contains it
             */
            payout_id: string | null;
            /**
             * Format: uuid
             * @description The change of attribution that it belongs to; null for none
             */
            attribution_change_id: string | null;
            /** @description Why, in words or as a code */
            reason: string;
            /** @description What changed */
            change: string;
            /** @description What is taken from later payouts */
            clawed_back: string;
        };
        /** @description A refund, a chargeback or a change of attribution moved a commission. */
        CommissionAdjustedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "commission.adjusted";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["CommissionAdjustedData"];
        };
        /** @description A refund of the order */
        CommissionAdjustment: {
            /** @description The commission adjustment’s id */
            id: string;
            /**
             * @description The type of the commission adjustment
             * @enum {string}
             */
            type: "refund" | "chargeback" | "partial_refund";
            /** @description What was refunded until then, in all */
            refunded_in_all: number;
        };
        /** @description The data of `commission.approved` */
        CommissionApprovedData: {
            /**
             * Format: uuid
             * @description The commission’s id
             */
            commission_id: string;
            /**
             * Format: uuid
             * @description The conversion’s id
             */
            conversion_id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /** @description The shop’s id of the order */
            order_id: string;
            /** @description The state of the commission */
            status: components["schemas"]["CommissionStatus"];
            /** @description The commission’s amount, with the decimals of its currency */
            amount: string;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /**
             * @description Whether the commission is a percentage or a fixed amount
             * @enum {string}
             */
            commission_type: "percentage" | "fixed";
            /** @description Percent, or the amount of a fixed commission */
            commission_rate: string;
            /** @description The value of the order, with the decimals of its currency */
            sale_amount: string;
            /**
             * Format: date-time
             * @description When the commission was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was approved; null until then
             */
            approved_at: string | null;
            /**
             * Format: date-time
             * @description When it was paid; null until then
             */
            paid_at: string | null;
            /**
             * Format: uuid
             * @description The payout’s id; null where none contains it
             */
            payout_id: string | null;
            /**
             * Format: uuid
             * @description The change of attribution that it belongs to; null for none
             */
            attribution_change_id: string | null;
        };
        /** @description A commission can be paid out: its hold ended, or it had none. */
        CommissionApprovedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "commission.approved";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["CommissionApprovedData"];
        };
        /** @description The data of `commission.bulk_updated` */
        CommissionBulkUpdatedData: {
            /**
             * Format: uuid
             * @description The id of the call
             */
            bulk_review_id: string;
            /**
             * Format: uuid
             * @description The brand’s id
             */
            brand_id: string;
            /**
             * @description What is decided
             * @enum {string}
             */
            decision: "approved" | "rejected";
            /** @description How many were done */
            processed: number;
            /** @description How many failed */
            failed: number;
        };
        /** @description A brand decided many conversions in one call. */
        CommissionBulkUpdatedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "commission.bulk_updated";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["CommissionBulkUpdatedData"];
        };
        /** @description How the amount was computed */
        CommissionCalculation: {
            /** @description The order’s value less what was refunded before the approval */
            earned_on: number;
            /** @description The parts of all affiliates */
            parts: components["schemas"]["CommissionPart"][];
            /**
             * @description How amounts are rounded
             * @constant
             */
            rounding: "half_even_once_then_largest_remainder";
            /** @description How many there are in all */
            total: number;
            /** @description What was earned, before refunds */
            earned: number;
        };
        /** @description By whom and why it was cancelled */
        CommissionCancellation: {
            /** @description Why, in words or as a code */
            reason: string | null;
            /** @description The administrator who did; for admins alone */
            cancelled_by: string | null;
            /** @description When it was cancelled */
            cancelled_at: string;
        };
        /** @description The data of `commission.created` */
        CommissionCreatedData: {
            /**
             * Format: uuid
             * @description The commission’s id
             */
            commission_id: string;
            /**
             * Format: uuid
             * @description The conversion’s id
             */
            conversion_id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /** @description The shop’s id of the order */
            order_id: string;
            /** @description The state of the commission */
            status: components["schemas"]["CommissionStatus"];
            /** @description The commission’s amount, with the decimals of its currency */
            amount: string;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /**
             * @description Whether the commission is a percentage or a fixed amount
             * @enum {string}
             */
            commission_type: "percentage" | "fixed";
            /** @description Percent, or the amount of a fixed commission */
            commission_rate: string;
            /** @description The value of the order, with the decimals of its currency */
            sale_amount: string;
            /**
             * Format: date-time
             * @description When the commission was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was approved; null until then
             */
            approved_at: string | null;
            /**
             * Format: date-time
             * @description When it was paid; null until then
             */
            paid_at: string | null;
            /**
             * Format: uuid
             * @description The payout’s id; null where none contains it
             */
            payout_id: string | null;
            /**
             * Format: uuid
             * @description The change of attribution that it belongs to; null for none
             */
            attribution_change_id: string | null;
        };
        /** @description An approved conversion made a commission. */
        CommissionCreatedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "commission.created";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["CommissionCreatedData"];
        };
        /** @description The data of `commission.earned` */
        CommissionEarnedData: {
            /**
             * Format: uuid
             * @description The commission’s id
             */
            commission_id: string;
            /**
             * Format: uuid
             * @description The conversion’s id
             */
            conversion_id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /** @description The shop’s id of the order */
            order_id: string;
            /** @description The state of the commission */
            status: components["schemas"]["CommissionStatus"];
            /** @description The commission’s amount, with the decimals of its currency */
            amount: string;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /**
             * @description Whether the commission is a percentage or a fixed amount
             * @enum {string}
             */
            commission_type: "percentage" | "fixed";
            /** @description Percent, or the amount of a fixed commission */
            commission_rate: string;
            /** @description The value of the order, with the decimals of its currency */
            sale_amount: string;
            /**
             * Format: date-time
             * @description When the commission was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was approved; null until then
             */
            approved_at: string | null;
            /**
             * Format: date-time
             * @description When it was paid; null until then
             */
            paid_at: string | null;
            /**
             * Format: uuid
             * @description The payout’s id; null where none contains it
             */
            payout_id: string | null;
            /**
             * Format: uuid
             * @description The change of attribution that it belongs to; null for none
             */
            attribution_change_id: string | null;
        };
        /** @description An affiliate earned a commission (the affiliate’s view of its creation). */
        CommissionEarnedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "commission.earned";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["CommissionEarnedData"];
        };
        /** @description What one affiliate earns by a conversion */
        CommissionExplanation: {
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /** @description The commission explanation’s amount, with the decimals of its currency */
            amount: number;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /**
             * @description Whether the commission is a percentage or a fixed amount
             * @enum {string}
             */
            commission_type: "percentage" | "fixed" | "named_by_the_shop";
            /** @description Percent, or an amount per conversion */
            commission_rate: string | null;
            /** @description The affiliate’s tier */
            tier: string | null;
            /** @description `expected` until the conversion is approved, `expected_if_approved` where it has an unpayable_reason */
            status: string;
            /** @description The change of attribution that last moved it; null where none did */
            attribution_change_id: string | null;
        };
        /** @description How long it waits */
        CommissionHold: {
            /** @description The length of the hold in days */
            days: number;
            /** @description Until when; null without end */
            until: string;
            /** @description When it ended; null until then */
            ended_at: string | null;
        };
        /** @description A commission in its affiliate’s list */
        CommissionItem: {
            /**
             * Format: uuid
             * @description The commission item’s id
             */
            id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description The campaign’s name */
            campaign_name: string;
            /** @description The brand’s name */
            brand_name: string;
            /** @description The commission item’s amount, with the decimals of its currency */
            amount: number;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description The state of the commission item */
            status: components["schemas"]["CommissionStatus"];
            /** @description Percent, or the amount of a fixed commission */
            commission_rate: number;
            /** @description The value of the order, with the decimals of its currency */
            sale_amount: number;
            /** @description The shop’s id of the order */
            order_id: string;
            /** @description When the commission item was created */
            created_at: string;
            /** @description When it was approved; null until then */
            approved_at: string | null;
            /** @description When it was paid; null until then */
            paid_at: string | null;
            /** @description The payout’s id; null where none contains it */
            payout_id: string | null;
            /** @description The change of attribution that last moved it; null where none did */
            attribution_change_id: string | null;
        };
        /** @description The data of `commission.paid` */
        CommissionPaidData: {
            /**
             * Format: uuid
             * @description The commission’s id
             */
            commission_id: string;
            /**
             * Format: uuid
             * @description The conversion’s id
             */
            conversion_id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /** @description The shop’s id of the order */
            order_id: string;
            /** @description The state of the commission */
            status: components["schemas"]["CommissionStatus"];
            /** @description The commission’s amount, with the decimals of its currency */
            amount: string;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /**
             * @description Whether the commission is a percentage or a fixed amount
             * @enum {string}
             */
            commission_type: "percentage" | "fixed";
            /** @description Percent, or the amount of a fixed commission */
            commission_rate: string;
            /** @description The value of the order, with the decimals of its currency */
            sale_amount: string;
            /**
             * Format: date-time
             * @description When the commission was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was approved; null until then
             */
            approved_at: string | null;
            /**
             * Format: date-time
             * @description When it was paid; null until then
             */
            paid_at: string | null;
            /**
             * Format: uuid
             * @description The payout’s id; null where none contains it
             */
            payout_id: string | null;
            /**
             * Format: uuid
             * @description The change of attribution that it belongs to; null for none
             */
            attribution_change_id: string | null;
        };
        /** @description All of a commission was paid out. */
        CommissionPaidEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "commission.paid";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["CommissionPaidData"];
        };
        /** @description One affiliate’s part; an affiliate sees the others without their ids */
        CommissionPart: {
            /** @description The affiliate’s id */
            affiliate_id: string | null;
            /** @description Whether the part is this commission */
            is_this_commission: boolean;
            /** @description The click’s id, as the landing page gets it */
            click_id: string | null;
            /** @description In proportion to the other parts */
            weight: number;
            /** @description Plain decimal text */
            rate: string;
            /** @description An exact number of minor units, numerator/denominator, before rounding */
            exact: string;
            /** @description The commission part’s amount, with the decimals of its currency */
            amount: number;
        };
        /** @description A payout that contains the commission */
        CommissionPayout: {
            /** @description The payout’s id; null where none contains it */
            payout_id: string;
            /** @description What it took of this commission */
            amount: number;
            /**
             * @description What became of it there
             * @enum {string}
             */
            state: "reserved" | "settled" | "released" | "restored";
            /** @description When the payout took it up */
            reserved_at: string;
            /** @description When the provider had paid it; null until then */
            settled_at: string | null;
            /** @description When it ended; null until then */
            ended_at: string | null;
            /** @description The provider’s id of the payment; null until there is one */
            provider_transaction_id: string | null;
        };
        /** @description The data of `commission.pending` */
        CommissionPendingData: {
            /**
             * Format: uuid
             * @description The commission’s id
             */
            commission_id: string;
            /**
             * Format: uuid
             * @description The conversion’s id
             */
            conversion_id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /** @description The shop’s id of the order */
            order_id: string;
            /** @description The state of the commission */
            status: string;
            /** @description The commission’s amount, with the decimals of its currency */
            amount: string;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /**
             * @description Whether the commission is a percentage or a fixed amount
             * @enum {string}
             */
            commission_type: "percentage" | "fixed";
            /** @description Percent, or the amount of a fixed commission */
            commission_rate: string;
            /** @description The value of the order, with the decimals of its currency */
            sale_amount: string;
            /**
             * Format: date-time
             * @description When the commission was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was approved; null until then
             */
            approved_at: string | null;
            /**
             * Format: date-time
             * @description When it was paid; null until then
             */
            paid_at: string | null;
            /**
             * Format: uuid
             * @description The payout’s id; null where none contains it
             */
            payout_id: string | null;
            /**
             * Format: uuid
             * @description The change of attribution that it belongs to; null for none
             */
            attribution_change_id: string | null;
        };
        /** @description A commission was created on hold. */
        CommissionPendingEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "commission.pending";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["CommissionPendingData"];
        };
        /** @description The figures of one period */
        CommissionPeriod: {
            /** @description The period that the figures are of */
            period: string;
            /** @description Orders and leads */
            conversions: number;
            /** @description The value of the orders */
            revenue: number;
            /** @description What it earns */
            commission: number;
        };
        /** @description The terms of the campaign, as they were at the order */
        CommissionRule: {
            /**
             * @description The type of the commission rule
             * @enum {string}
             */
            type: "percentage" | "fixed";
            /** @description Plain decimal text */
            base_rate: string;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description Days that a commission waits before it can be paid */
            hold_days: number;
            /** @description How many of what the rule pays for */
            units: number;
            /** @description For how many of them the rate is: 1,000 impressions, else 1 */
            units_per: number;
            /** @description The amount that the shop named itself; null where the terms decide */
            named_commission: number | null;
        };
        /**
         * @description The state of a commission
         * @enum {string}
         */
        CommissionStatus: "pending" | "approved" | "paid" | "rejected" | "cancelled";
        /** @description The query of compareAttributionModels */
        CompareAttributionModelsQuery: {
            /** @description The start: a date (its first moment, UTC) or a time */
            start_date: string;
            /** @description The end: a date (that whole day, UTC) or a time */
            end_date: string;
        };
        CompareAttributionModelsResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description The result of the call */
            data: {
                /**
                 * Format: uuid
                 * @description The campaign’s id
                 */
                campaign_id: string;
                period: components["schemas"]["Period"];
                /** @description Orders and leads */
                conversions: number;
                /** @description The models, one by one */
                models: components["schemas"]["AttributionPreview"][];
            };
        };
        ConfirmSecondFactorRequest: {
            /** @description A code of digits, or the code of a reason */
            code: string;
        };
        ConfirmSecondFactorResponse: {
            /** @description Proves the caller in `Authorization: Bearer …` */
            access_token: string;
            /**
             * @description How the token is sent
             * @constant
             */
            token_type: "Bearer";
            /** @description Seconds until the access token expires */
            expires_in: number;
            /** @description Codes of one use, for a login whose device is lost; shown only once */
            recovery_codes: string[];
        } | {
            /**
             * @description How the session is stored
             * @constant
             */
            session: "cookie";
            /** @description Codes of one use, for a login whose device is lost; shown only once */
            recovery_codes: string[];
        };
        /** @description How far a consumer group is behind */
        ConsumerLag: {
            /** @description The consumer group. */
            group: string;
            /** @description For how long the oldest event waits that the group has not handled, seconds; 0 where none waits for a second, null while Kafka does not answer. */
            lag_seconds: number | null;
        };
        /** @description An order as its brand sees it */
        Conversion: {
            /**
             * Format: uuid
             * @description The conversion’s id
             */
            id: string;
            /** @description The shop’s id of the order */
            order_id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description The affiliate’s id */
            affiliate_id: string | null;
            /** @description With the decimals of `currency` */
            order_amount: number;
            /** @description Expected while pending, booked once approved */
            commission_amount: number;
            /** @description The state of the conversion */
            status: components["schemas"]["ConversionStatus"];
            /** @description Null until assessed */
            fraud_score: number | null;
            /** @description Whether a person must decide */
            requires_review: boolean;
            /**
             * Format: date-time
             * @description When the order was placed
             */
            converted_at: string;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description The reason why it earns only if approved manually; null where it earns */
            unpayable_reason: components["schemas"]["UnpayableReason"] | null;
            /** @description The effect of the order’s coupon codes; null where it named none */
            coupon: {
                /** @description The code that counts; null where none is known, and for the affiliate of the click */
                code: string | null;
                /**
                 * @description What the code was worth at the order’s time
                 * @enum {string}
                 */
                status: "valid" | "unknown" | "not_started" | "expired" | "deactivated" | "campaign_ended" | "affiliate_suspended";
                /**
                 * @description The campaign’s rule when the order was recorded
                 * @enum {string}
                 */
                rule: "code" | "click" | "split" | "first";
                /**
                 * @description Why: only one of them is valid, both are one affiliate’s, or the rule
                 * @enum {string}
                 */
                decision: "only_code" | "only_click" | "nothing_valid" | "same_affiliate" | "rule" | "other_campaign";
                /** @description The code’s part of the credit, percent */
                code_share: number;
            } | null;
            /** @description Who reported the order */
            source: components["schemas"]["ConversionSource"];
            /** @description The click’s id, as the landing page gets it */
            click_id: string | null;
            /** @description Percent, or the amount of a fixed commission */
            commission_rate: number;
            /** @description What the customer did */
            conversion_type: components["schemas"]["ConversionType"];
            /**
             * Format: date-time
             * @description When the conversion was created
             */
            created_at: string;
        };
        /** @description The figures of a brand’s orders */
        ConversionAnalytics: {
            period: components["schemas"]["Period"];
            /** @description The currency of all amounts; other currencies are excluded */
            currency: string;
            totals: components["schemas"]["ConversionTotals"];
            /** @description The products with the largest value of orders */
            top_products: components["schemas"]["ProductFigures"][];
            /** @description The figures of each day */
            trends: components["schemas"]["DailyFigures"][];
        };
        /** @description The data of `conversion.approved` */
        ConversionApprovedData: {
            /**
             * Format: uuid
             * @description The conversion’s id
             */
            conversion_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description The conversion’s amount, with the decimals of its currency */
            amount: string;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description The product’s id */
            product_id: string | null;
            /** @description The shop’s id of the order */
            order_id: string;
            /** @description The state of the conversion */
            status: components["schemas"]["ConversionStatus"];
            /**
             * Format: date-time
             * @description When the order was placed
             */
            converted_at: string;
            /**
             * Format: date-time
             * @description When it was decided; null until then
             */
            reviewed_at: string;
            /** @description The reviewer’s notes; null without any */
            notes: string | null;
        };
        /** @description The brand accepted a conversion. */
        ConversionApprovedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "conversion.approved";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["ConversionApprovedData"];
        };
        /** @description A conversion as its brand reads it alone */
        ConversionDetail: {
            /**
             * Format: uuid
             * @description The conversion detail’s id
             */
            id: string;
            /** @description The shop’s id of the order */
            order_id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description The affiliate’s id */
            affiliate_id: string | null;
            /** @description With the decimals of `currency` */
            order_amount: number;
            /** @description Expected while pending, booked once approved */
            commission_amount: number;
            /** @description The state of the conversion detail */
            status: components["schemas"]["ConversionStatus"];
            /** @description Null until assessed */
            fraud_score: number | null;
            /** @description Whether a person must decide */
            requires_review: boolean;
            /**
             * Format: date-time
             * @description When the order was placed
             */
            converted_at: string;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description The reason why it earns only if approved manually; null where it earns */
            unpayable_reason: components["schemas"]["UnpayableReason"] | null;
            /** @description The effect of the order’s coupon codes; null where it named none */
            coupon: {
                /** @description The code that counts; null where none is known, and for the affiliate of the click */
                code: string | null;
                /**
                 * @description What the code was worth at the order’s time
                 * @enum {string}
                 */
                status: "valid" | "unknown" | "not_started" | "expired" | "deactivated" | "campaign_ended" | "affiliate_suspended";
                /**
                 * @description The campaign’s rule when the order was recorded
                 * @enum {string}
                 */
                rule: "code" | "click" | "split" | "first";
                /**
                 * @description Why: only one of them is valid, both are one affiliate’s, or the rule
                 * @enum {string}
                 */
                decision: "only_code" | "only_click" | "nothing_valid" | "same_affiliate" | "rule" | "other_campaign";
                /** @description The code’s part of the credit, percent */
                code_share: number;
            } | null;
            /** @description Who reported the order */
            source: components["schemas"]["ConversionSource"];
            /** @description The click’s id, as the landing page gets it */
            click_id: string | null;
            /** @description Percent, or the amount of a fixed commission */
            commission_rate: number;
            /** @description What the customer did */
            conversion_type: components["schemas"]["ConversionType"];
            /**
             * Format: date-time
             * @description When the conversion detail was created
             */
            created_at: string;
            /** @description What refunds have taken off the order’s amount */
            refunded_amount: number;
            /** @description What the shop reported of the order */
            metadata: {
                [key: string]: unknown;
            };
            /** @description The affiliate’s claim that you accepted; null where the order was reported */
            claim_id: string | null;
        };
        /** @description The data of `conversion.disputed` */
        ConversionDisputedData: {
            /**
             * Format: uuid
             * @description The conversion’s id
             */
            conversion_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string | null;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description The conversion’s amount, with the decimals of its currency */
            amount: string;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description The product’s id */
            product_id: string | null;
            /** @description The shop’s id of the order */
            order_id: string;
            /** @description The state of the conversion */
            status: components["schemas"]["ConversionStatus"];
            /**
             * Format: date-time
             * @description When the order was placed
             */
            converted_at: string;
            /** @description Why, in words or as a code */
            reason: string;
        };
        /** @description An affiliate contests how a conversion was decided. */
        ConversionDisputedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "conversion.disputed";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["ConversionDisputedData"];
        };
        /** @description Why a conversion is as it is: its score, its credit, its commissions */
        ConversionExplanation: {
            /**
             * Format: uuid
             * @description The conversion’s id
             */
            conversion_id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description Null in the oldest assessments, like all fields of the order */
            order_id: string | null;
            /** @description The value of the order, with the decimals of its currency */
            order_value: number | null;
            /** @description ISO 4217 code of the currency */
            currency: string | null;
            /** @description Where it came from */
            source: components["schemas"]["ConversionSource"] | null;
            /** @description When the order was placed */
            converted_at: string | null;
            /** @description Why it earns only if the brand approves it by hand; null where it earns */
            unpayable_reason: components["schemas"]["UnpayableReason"] | null;
            /**
             * Format: date-time
             * @description When it was assessed
             */
            assessed_at: string;
            fraud: components["schemas"]["FraudExplanation"];
            attribution: components["schemas"]["AttributionExplanation"];
            /** @description What it earns */
            commission: {
                /** @description None when the conversion was rejected or reversed */
                commissions: components["schemas"]["CommissionExplanation"][];
                /** @description How amounts are rounded */
                rounding: string;
            };
        };
        /** @description The data of `conversion.rejected` */
        ConversionRejectedData: {
            /**
             * Format: uuid
             * @description The conversion’s id
             */
            conversion_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description The conversion’s amount, with the decimals of its currency */
            amount: string;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description The product’s id */
            product_id: string | null;
            /** @description The shop’s id of the order */
            order_id: string;
            /** @description The state of the conversion */
            status: components["schemas"]["ConversionStatus"];
            /**
             * Format: date-time
             * @description When the order was placed
             */
            converted_at: string;
            /**
             * Format: date-time
             * @description When it was decided; null until then
             */
            reviewed_at: string;
            /** @description The reviewer’s notes; null without any */
            notes: string | null;
        };
        /** @description The brand declined a conversion. */
        ConversionRejectedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "conversion.rejected";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["ConversionRejectedData"];
        };
        /** @description The data of `conversion.replaced` */
        ConversionReplacedData: {
            /**
             * Format: uuid
             * @description The conversion’s id
             */
            conversion_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string | null;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id?: string;
            /** @description The conversion’s amount, with the decimals of its currency */
            amount?: string;
            /** @description ISO 4217 code of the currency */
            currency?: string;
            /** @description The product’s id */
            product_id?: string | null;
            /** @description The shop’s id of the order */
            order_id: string;
            /** @description The state of the conversion */
            status?: components["schemas"]["ConversionStatus"];
            /**
             * Format: date-time
             * @description When the order was placed
             */
            converted_at?: string;
            /** @description Where it came from */
            source?: components["schemas"]["ConversionSource"];
            /** @description Whether the affiliate gets a part of the commission */
            is_credited: boolean;
        };
        /** @description The shop’s own report replaced what the pixel had reported of an order, or an accepted claim credited an order of nobody. */
        ConversionReplacedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "conversion.replaced";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["ConversionReplacedData"];
        };
        /**
         * @description Who reported an order
         * @enum {string}
         */
        ConversionSource: "direct" | "source_a" | "source_b" | "source_c" | "source_d" | "source_e" | "custom" | "plugin" | "pixel" | "integration" | "call" | "message";
        /**
         * @description The state of a conversion
         * @enum {string}
         */
        ConversionStatus: "pending" | "approved" | "rejected" | "reversed";
        /** @description The figures of a period */
        ConversionTotals: {
            /** @description Orders and leads */
            conversions: number;
            /** @description The value of the orders */
            revenue: number;
            /** @description Approved ones */
            approved: number;
            /** @description Ones that wait for a review */
            pending: number;
            /** @description Rejected ones */
            rejected: number;
            /** @description Ones that were refunded or charged back */
            reversed: number;
            /** @description What it earns */
            commission: number;
            /** @description Orders per click, 0 to 1 */
            conversion_rate: number;
            /** @description The mean value of an order */
            average_order_value: number;
        };
        /** @description The data of `conversion.tracked` */
        ConversionTrackedData: {
            /**
             * Format: uuid
             * @description The conversion’s id
             */
            conversion_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string | null;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description The conversion’s amount, with the decimals of its currency */
            amount: string;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description The product’s id */
            product_id: string | null;
        };
        /** @description An order or lead was recorded. */
        ConversionTrackedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "conversion.tracked";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["ConversionTrackedData"];
        };
        /**
         * @description What a customer did
         * @enum {string}
         */
        ConversionType: "sale" | "lead" | "signup" | "download" | "subscription" | "custom";
        /** @description The session of a browser that requested a cookie (`X-Session-Transport: cookie`) */
        CookieSession: {
            /**
             * @description How the session is stored
             * @constant
             */
            session: "cookie";
            user: components["schemas"]["User"];
            member?: components["schemas"]["TeamMember"];
        };
        /** @description The most that counts in each period */
        CountLimits: {
            /** @description The most per day (UTC); null without limit */
            daily: number | null;
            /** @description The most per week (UTC); null without limit */
            weekly: number | null;
            /** @description The most per month (UTC); null without limit */
            monthly: number | null;
            /** @description How many there are in all */
            total: number | null;
        };
        /** @description A coupon code as its brand sees it */
        Coupon: {
            /**
             * Format: uuid
             * @description The code’s id in the API
             */
            id: string;
            /** @description As the brand writes it */
            code: string;
            /**
             * Format: uuid
             * @description The campaign whose terms the code’s orders earn by
             */
            campaign_id: string;
            /**
             * Format: date-time
             * @description The first moment of its validity
             */
            starts_at: string;
            /** @description The moment from which it is no longer valid; null for no end */
            ends_at: string | null;
            /**
             * @description What the code is now; only `active` codes are valid
             * @enum {string}
             */
            status: "scheduled" | "active" | "expired" | "deactivated";
            /**
             * Format: date-time
             * @description When the brand created it
             */
            created_at: string;
            /**
             * Format: uuid
             * @description Whose code it is
             */
            affiliate_id: string;
            /** @description Since when it is switched off; null while it is active */
            deactivated_at: string | null;
            /** @description The latest order that named it, known some seconds later; null where none has */
            last_used_at: string | null;
            /**
             * Format: date-time
             * @description The latest change of window or activity
             */
            updated_at: string;
        };
        CreateAnnouncementRequest: {
            /**
             * @description The kind of announcement
             * @enum {string}
             */
            kind: "maintenance" | "update";
            /** @description The title */
            title: string;
            /** @description A text for people */
            message: string;
        };
        CreateAnnouncementResponse: {
            /**
             * Format: uuid
             * @description The record’s id
             */
            id: string;
            /**
             * @description The kind of record
             * @enum {string}
             */
            kind: "maintenance" | "update";
            /** @description The title */
            title: string;
            /** @description A text for people */
            message: string;
            /**
             * Format: date-time
             * @description When the record was created
             */
            created_at: string;
        };
        CreateApiKeyRequest: {
            /** @description The api key’s name */
            name: string;
            /** @description The permissions of the key */
            scopes: ("campaigns:read" | "campaigns:write" | "conversions:read" | "conversions:write" | "tracking:read" | "tracking:write" | "commissions:read" | "commissions:write" | "payouts:read" | "payouts:write" | "analytics:read" | "analytics:write" | "webhooks:read" | "webhooks:write" | "notifications:read" | "notifications:write")[];
            /** @description Addresses and networks (CIDR) from which the key works; empty: from everywhere */
            allowed_addresses?: string[];
            /** @description When the api key expires */
            expires_at?: string | null;
        };
        CreateApiKeyResponse: {
            /**
             * Format: uuid
             * @description The record’s id
             */
            id: string;
            /** @description The record’s name */
            name: string;
            /** @description The last characters of the key, which tell keys apart */
            last_characters: string;
            /** @description The permissions of the key */
            scopes: string[];
            /** @description Addresses and networks (CIDR) from which the key works; empty: from everywhere */
            allowed_addresses: string[];
            /**
             * Format: uuid
             * @description The member who made it
             */
            created_by: string;
            /**
             * Format: date-time
             * @description When the record was created
             */
            created_at: string;
            /** @description When the record expires */
            expires_at: string | null;
            /** @description When it was last used; null where never */
            last_used_at: string | null;
            /** @description The key in full; shown only once */
            key: string;
        };
        CreateAttributionChangeRequest: {
            /** @description The rule that shares the credit */
            model: components["schemas"]["AttributionModel"];
            /** @description The start: a date (its first moment, UTC) or a time */
            start_date: string;
            /** @description The end: a date (that whole day, UTC) or a time */
            end_date: string;
        };
        CreateAttributionChangeResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["AttributionChange"];
        };
        CreateBrandReportScheduleRequest: {
            /**
             * @description The kind of brand report schedule
             * @enum {string}
             */
            kind: "conversions" | "commissions" | "payouts_due" | "affiliates";
            /**
             * @description The format of the file
             * @enum {string}
             */
            format: "csv" | "pdf" | "excel";
            /**
             * @description How often it comes
             * @enum {string}
             */
            frequency: "daily" | "weekly" | "monthly";
            /**
             * @description The time zone (IANA)
             * @default UTC
             */
            timezone?: string;
            /**
             * @description Of the day in that zone
             * @default 8
             */
            hour?: number;
            /**
             * @description ISO 4217 currency code
             * @default USD
             */
            currency?: string;
            /**
             * @description The campaign’s id
             * @default null
             */
            campaign_id?: string | null;
            /**
             * @description The only affiliate that the report covers
             * @default null
             */
            affiliate_id?: string | null;
        };
        CreateCampaignRequest: {
            /** @description The campaign’s name */
            name: string;
            /** @description What people read of the campaign */
            description?: string;
            /** @description The type of the campaign */
            type: components["schemas"]["CampaignType"];
            /** @description Where visitors of its links arrive */
            landing_page_url: string;
            /** @description Whether orders may be reported by the pixel, unsigned and for review */
            pixel_enabled?: boolean;
            /**
             * @description What counts where a click or report states no consent
             * @enum {string}
             */
            consent_default?: "granted" | "denied";
            /** @description The part of visitors, drawn at random, whose orders are credited to nobody, so that it is known how many orders clicks bring; their redirects work, and state `holdout=1` to the shop */
            holdout_percent?: number;
            /** @description Whether it is shown to invited affiliates alone */
            exclusive?: boolean;
            /** @description When it begins; null: at once */
            starts_at?: (string) | null;
            /** @description When it ends; null: never */
            ends_at?: (string) | null;
            commission: components["schemas"]["NewCampaignCommission"];
            /** @description The most that is paid for */
            caps?: components["schemas"]["SomeCampaignCaps"] | null;
            /** @description The most that the campaign spends on commissions */
            budget?: components["schemas"]["SomeCampaignBudget"] | null;
            /** @description Who may join */
            approval?: components["schemas"]["SomeCampaignApproval"] | null;
            /** @description Whose visits count */
            targeting?: components["schemas"]["SomeCampaignTargeting"] | null;
            /** @description How telephone calls are paid; null for other campaigns */
            call?: components["schemas"]["SomeCallTerms"] | null;
            /** @description How the credit for an order is shared */
            attribution?: components["schemas"]["SomeCampaignAttribution"] | null;
            /**
             * @description The state of the campaign
             * @default draft
             * @enum {string}
             */
            status?: "draft" | "active";
        };
        CreateClaimRequest: {
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description The shop’s id of the order, as the customer’s confirmation names it */
            order_id: string;
            /** @description When the customer ordered: a date or a datetime, at most 90 days ago */
            ordered_at: string;
            /** @description The order’s value, where you know it */
            order_value?: number | string;
            /** @description Of `order_value`; default: the campaign’s */
            currency?: components["schemas"]["OrderCurrency"];
            /** @description Your link that the customer followed */
            tracking_code?: string;
            /**
             * Format: uuid
             * @description Your click that the customer made
             */
            click_id?: string;
            /** @description Your coupon code that the customer entered */
            coupon_code?: string;
            /** @description What helps the brand to find the order; name no customer */
            note?: string;
        };
        CreateClaimResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["AffiliateClaim"];
        };
        CreateCreativeRequest: {
            /**
             * Format: binary
             * @description The bytes
             */
            file: string;
            /** @description The creative’s name */
            name: string;
            /**
             * @description The kind of creative
             * @enum {string}
             */
            kind: "image" | "html" | "text";
        };
        CreateIntegrationRequest: {
            /**
             * @description The shop’s platform
             * @enum {string}
             */
            platform: "shopify" | "woocommerce" | "stripe";
            /** @description The shop’s address */
            shop_url: string;
            /** @description The secret that the platform signs its webhooks with */
            secret: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description Shopify: read access to orders, for fetching missed ones */
            access_token?: string;
            /** @description WooCommerce: the same, with consumer_secret */
            consumer_key?: string;
            /** @description The platform’s API secret */
            consumer_secret?: string;
        };
        CreateLinkRequest: {
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description The path on the landing page’s site; null: the landing page itself */
            destination_path?: string | null;
            /** @description The UTM parameters that the link adds */
            utm?: components["schemas"]["NewUtm"] | null;
            /** @description Names and values of the affiliate’s own */
            sub_ids?: {
                [key: string]: string;
            } | null;
        };
        CreateOidcLinkRequest: {
            /** @description A code of digits, or the code of a reason */
            code: string;
        };
        CreatePasskeyRequest: {
            /** @description Continues a sign-in or a passkey’s challenge; of one use */
            challenge_token: string;
            /** @description The passkey’s name */
            name?: string;
            credential: components["schemas"]["RegistrationCredential"];
        };
        CreatePayoutAccountRequest: {
            /** @description The provider */
            provider: components["schemas"]["PayoutProvider"];
            /** @description The account at the card processor */
            cardproc_account_id?: string;
            /**
             * Format: email
             * @description The e-mail address of the wallet
             */
            walletco_email?: string;
            /** @description The least amount of a payout, USD */
            minimum_payout_amount?: number;
            /**
             * @description How often scheduled payouts are made
             * @default monthly
             * @enum {string}
             */
            payout_frequency?: "daily" | "weekly" | "biweekly" | "monthly" | "manual";
            /**
             * @description Whether payouts are made by schedule
             * @default true
             */
            auto_payout_enabled?: boolean;
        };
        CreatePayoutAccountResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            account: components["schemas"]["PayoutAccount"];
            /** @description Only where payouts to the account are held for review because of this change */
            hold_reasons?: components["schemas"]["HoldReason"][];
        };
        CreatePayoutRequest: {
            /** @description The payout’s amount, with the decimals of its currency */
            amount: number;
            /** @description The commissions that it pays */
            commission_ids: string[];
            /** @description What people read of the payout */
            description?: string;
        };
        CreatePayoutResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            payout: components["schemas"]["NewPayout"];
        };
        CreatePostbackRequest: {
            /**
             * @description How the address is called
             * @default GET
             * @enum {string}
             */
            method?: "GET" | "POST";
            /** @description May contain {click_id}, {sub1}, {sub2}, {sub3}, {sub4}, {sub5}, {coupon_code}, {amount}, {currency}, {status}, {event_id} in its path and query */
            url: string;
            /** @description The events that are sent there */
            events?: ("conversion.tracked" | "conversion.approved" | "conversion.rejected")[];
            /**
             * @description What people read of the postback
             * @default null
             */
            description?: string | null;
            /**
             * @description Whether the postback is active
             * @default true
             */
            active?: boolean;
        };
        CreatePostbackResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["Postback"];
        };
        CreateProductRequest: {
            /** @description The brand’s number of the product */
            sku: string;
            /** @description The product’s name */
            name: string;
            /** @description The price of one, with the decimals of `currency` */
            price: number;
            /** @description ISO 4217 currency code */
            currency: string;
            /**
             * @description The category
             * @default null
             */
            category?: string | null;
            /**
             * @description The product’s address
             * @default null
             */
            url?: string | null;
        };
        CreatePushSubscriptionRequest: {
            /** @description The address to which the browser’s push service takes messages */
            endpoint: string;
            /** @description When the subscription expires, Unix time in ms; null: never */
            expirationTime?: number | null;
            keys: components["schemas"]["PushKeys"];
        };
        CreateReportScheduleRequest: {
            /**
             * @description The kind of report schedule
             * @enum {string}
             */
            kind: "campaign" | "link" | "utm" | "geo" | "device" | "time_of_day";
            /**
             * @description The format of the file
             * @enum {string}
             */
            format: "csv" | "pdf" | "excel";
            /**
             * @description How often it comes
             * @enum {string}
             */
            frequency: "daily" | "weekly" | "monthly";
            /**
             * @description The time zone (IANA)
             * @default UTC
             */
            timezone?: string;
            /**
             * @description Of the day in that zone
             * @default 8
             */
            hour?: number;
            /**
             * @description ISO 4217 currency code
             * @default USD
             */
            currency?: string;
            /**
             * @description The campaign’s id
             * @default null
             */
            campaign_id?: string | null;
            /**
             * @description The link’s id
             * @default null
             */
            link_id?: string | null;
        };
        CreateTeamInvitationRequest: {
            /**
             * Format: email
             * @description The e-mail address
             */
            email: string;
            /** @description What the account, or the person in it, may do */
            role: components["schemas"]["MemberRole"];
        };
        CreateTrackingNumbersRequest: {
            /** @description Telephone numbers in E.164 form */
            numbers: string[];
        };
        CreateTrackingNumbersResponse: {
            /** @description Telephone numbers in E.164 form */
            numbers: components["schemas"]["TrackingNumber"][];
        };
        CreateTrackingSecretRequest: {
            /** @description The tracking secret’s name */
            name?: string;
        };
        CreateWebhookEndpointRequest: {
            /** @description The webhook endpoint’s address */
            url: string;
            /** @description The events that are sent there */
            events: components["schemas"]["WebhookEventName"][];
            /**
             * @description What people read of the webhook endpoint
             * @default null
             */
            description?: string | null;
            /**
             * @description Whether the webhook endpoint is active
             * @default true
             */
            active?: boolean;
            /**
             * @description Further headers of every message
             * @default {}
             */
            headers?: {
                [key: string]: string;
            };
        };
        CreateWebhookEndpointResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["WebhookEndpoint"];
        };
        /** @description A banner or text of a campaign */
        Creative: {
            /**
             * Format: uuid
             * @description The creative’s id
             */
            id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description The creative’s name */
            name: string;
            /**
             * @description The kind of creative
             * @enum {string}
             */
            kind: "image" | "html" | "text";
            /**
             * @description The format of the bytes, whatever type was declared
             * @enum {string}
             */
            format: "png" | "jpg" | "gif" | "html" | "text";
            /** @description The media type of the file */
            content_type: string;
            /** @description The size in bytes */
            size_bytes: number;
            /** @description Pixels; null for creatives that are no image */
            width: number | null;
            /** @description Pixels; null for creatives that are no image */
            height: number | null;
            /**
             * Format: uri
             * @description The public address of the file; HTML is sandboxed there
             */
            url: string;
            /**
             * Format: date-time
             * @description When the creative was created
             */
            created_at: string;
        };
        /** @description A page of creatives */
        CreativePage: {
            /** @description The creatives */
            creatives: components["schemas"]["Creative"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description The receipt of an erasure of a customer’s data */
        CustomerErasure: {
            /**
             * Format: uuid
             * @description The customer erasure’s id
             */
            id: string;
            /**
             * @description `completed`: every service has erased what it had of the person
             * @enum {string}
             */
            status: "running" | "completed";
            /**
             * @description What the request named; `several` for more than one identifier
             * @enum {string}
             */
            by: "customer_email" | "customer_id" | "click_id" | "several";
            /** @description Whose orders; null for those of every brand */
            brand_id: string | null;
            /**
             * Format: date-time
             * @description When it was requested
             */
            requested_at: string;
            /** @description When the provider had paid it; null until then */
            completed_at: string | null;
            /** @description Orders of the person that were found */
            orders: number;
            /** @description Documents that were blanked or deleted, by collection */
            erased: components["schemas"]["ErasedRecords"][];
        };
        /** @description Messages of one day */
        DailyDeliveries: {
            /**
             * Format: date
             * @description The day (UTC)
             */
            date: string;
            /** @description How many were sent */
            sent: number;
            /** @description How many were received */
            successful: number;
            /** @description How many failed */
            failed: number;
        };
        /** @description The figures of one day */
        DailyFigures: {
            /**
             * Format: date
             * @description The day (UTC)
             */
            date: string;
            /** @description Orders and leads */
            conversions: number;
            /** @description The value of the orders */
            revenue: number;
            /** @description What it earns */
            commission: number;
        };
        DecideClaimRequest: {
            /**
             * @description What is decided
             * @enum {string}
             */
            decision: "accepted" | "refused";
            /**
             * @description Why it is refused; needed with `refused` only
             * @enum {string}
             */
            reason?: "unknown_order" | "not_referred" | "order_cancelled" | "outside_terms" | "other";
            /** @description Words to the affiliate */
            notes?: string;
            /** @description The order’s value, with `accepted`; needed where the claim names none */
            order_value?: number | string;
            /** @description Of `order_value`; default: the claim’s, or the campaign’s */
            currency?: components["schemas"]["OrderCurrency"];
        };
        DecideClaimResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["Claim"];
        };
        DeleteApiKeyResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description A text for people */
            message: string;
        };
        DeleteBrandReportScheduleResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description A text for people */
            message: string;
        };
        DeleteCouponResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description A text for people */
            message: string;
        };
        DeleteCreativeResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description A text for people */
            message: string;
        };
        DeleteIntegrationResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description A text for people */
            message: string;
        };
        DeleteNotificationResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description A text for people */
            message: string;
        };
        DeleteOidcLinkResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description A text for people */
            message: string;
        };
        DeletePasskeyResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description A text for people */
            message: string;
        };
        DeletePayoutAccountResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description A text for people */
            message: string;
            /** @description Only where payouts to the account are held for review because of this change */
            hold_reasons?: components["schemas"]["HoldReason"][];
        };
        DeletePostbackResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description A text for people */
            message: string;
        };
        DeleteProductResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description A text for people */
            message: string;
        };
        DeletePushSubscriptionResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description A text for people */
            message: string;
        };
        DeleteReportScheduleResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description A text for people */
            message: string;
        };
        DeleteTrackingNumberResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description A text for people */
            message: string;
        };
        DeleteTrackingSecretResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description A text for people */
            message: string;
        };
        DeleteWebhookEndpointResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description A text for people */
            message: string;
        };
        /** @description One attempt to send a message */
        DeliveryAttempt: {
            /**
             * Format: date-time
             * @description When it happened
             */
            at: string;
            /** @description How long the attempt took */
            duration_ms: number;
            /** @description The status of the answer; null without one */
            response_code: number | null;
            /** @description The beginning of the answer; null without one */
            response_body: string | null;
            /** @description What failed; null where nothing did */
            error_message: string | null;
        };
        DisableSecondFactorRequest: {
            /** @description A code of digits, or the code of a reason */
            code: string;
        };
        DisableSecondFactorResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
        };
        /** @description An affiliate’s objection to a decision */
        Dispute: {
            /**
             * Format: uuid
             * @description The dispute’s id
             */
            id: string;
            /**
             * @description The state of the dispute
             * @constant
             */
            status: "open";
        };
        DisputeConversionRequest: {
            /** @description Why, in words or as a code */
            reason: string;
        };
        DisputeConversionResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["Dispute"];
        };
        /** @description The query of downloadReportExport */
        DownloadReportExportQuery: {
            /** @description A token that was mailed or made for this purpose */
            token: string;
        };
        /** @description A conversion that was drawn at random for a closer look */
        DrawnConversion: {
            /**
             * Format: uuid
             * @description The conversion’s id
             */
            conversion_id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description The affiliate’s id */
            affiliate_id: string | null;
            /** @description The shop’s id of the order */
            order_id: string | null;
            /** @description 0 (not suspicious) to 1 */
            fraud_score: number;
            /**
             * Format: date-time
             * @description When the order was placed
             */
            converted_at: string;
        };
        DryRunPostbackRequest: {
            /**
             * @description How the address is called
             * @default GET
             * @enum {string}
             */
            method?: "GET" | "POST";
            /** @description May contain {click_id}, {sub1}, {sub2}, {sub3}, {sub4}, {sub5}, {coupon_code}, {amount}, {currency}, {status}, {event_id} in its path and query */
            url: string;
            /**
             * @description The name of the event
             * @default conversion.approved
             * @enum {string}
             */
            event?: "conversion.tracked" | "conversion.approved" | "conversion.rejected";
            /** @default {} */
            values?: components["schemas"]["MacroValues"];
        };
        DryRunPostbackResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description The result of the call */
            data: {
                /**
                 * @description How the address is called
                 * @enum {string}
                 */
                method: "GET" | "POST";
                /** @description With every macro replaced */
                url: string;
                /** @description The envelope of a POST; null with GET */
                body: {
                    [key: string]: unknown;
                } | null;
                /** @description The text that X-Webhook-Signature signs: the URL of a GET, the body of a POST */
                signed: string;
            };
        };
        /** @description An order with what the caller earns by it */
        EarningConversion: {
            /**
             * Format: uuid
             * @description The earning conversion’s id
             */
            id: string;
            /** @description The shop’s id of the order */
            order_id: string;
            /** @description The value of the order, with the decimals of its currency */
            order_value: number;
            /** @description Of the order */
            currency: string;
            /** @description The commission, with the decimals of its currency */
            commission_amount: number;
            /** @description The order’s for a percentage, the campaign’s for a fixed amount */
            commission_currency: string;
            /** @description Percent, or the amount of a fixed commission */
            commission_rate: number;
            /**
             * @description Whether the commission is a percentage or a fixed amount
             * @enum {string}
             */
            commission_type: "percentage" | "fixed";
            /** @description The state of the earning conversion */
            status: components["schemas"]["ConversionStatus"];
            /** @description When the order was placed */
            conversion_timestamp: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description The first product’s name; null where the shop named none */
            product_name: string | null;
            /** @description The shop’s id of the customer */
            customer_id: string | null;
            /** @description Whether it is the customer’s first order; null where unknown */
            is_new_customer: boolean | null;
        };
        /** @description An order with what the caller earns by it, and its products */
        EarningConversionDetail: {
            /**
             * Format: uuid
             * @description The earning conversion detail’s id
             */
            id: string;
            /** @description The shop’s id of the order */
            order_id: string;
            /** @description The value of the order, with the decimals of its currency */
            order_value: number;
            /** @description Of the order */
            currency: string;
            /** @description The commission, with the decimals of its currency */
            commission_amount: number;
            /** @description The order’s for a percentage, the campaign’s for a fixed amount */
            commission_currency: string;
            /** @description Percent, or the amount of a fixed commission */
            commission_rate: number;
            /**
             * @description Whether the commission is a percentage or a fixed amount
             * @enum {string}
             */
            commission_type: "percentage" | "fixed";
            /** @description The state of the earning conversion detail */
            status: components["schemas"]["ConversionStatus"];
            /** @description When the order was placed */
            conversion_timestamp: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description The first product’s name; null where the shop named none */
            product_name: string | null;
            /** @description The shop’s id of the customer */
            customer_id: string | null;
            /** @description Whether it is the customer’s first order; null where unknown */
            is_new_customer: boolean | null;
            /** @description The first product’s category; null where the shop named none */
            product_category: string | null;
            /** @description How many were ordered */
            quantity: number | null;
            /** @description Why it was rejected; null where it was not */
            rejection_reason: string | null;
            /** @description What refunds have taken off the order’s value */
            refunded_amount: number;
            /** @description What the shop reported of the order, without the fields of the buyer and the browser */
            metadata: {
                [key: string]: unknown;
            };
        };
        EndSessionResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description A text for people */
            message: string;
        };
        /** @description The query of endSessions */
        EndSessionsQuery: {
            /**
             * @description Whether the session of this call stays open
             * @default false
             */
            except_current?: boolean;
        };
        EndSessionsResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description How many sessions were ended */
            ended: number;
        };
        EnrolSecondFactorResponse: {
            /** @description Signs messages or proves a login; in full only when it is new */
            secret: string;
            /** @description For the QR code of an authenticator app */
            otpauth_uri: string;
        };
        EraseCustomerDataRequest: {
            /**
             * Format: email
             * @description The customer’s e-mail address; stored as a hash alone
             */
            customer_email?: string;
            /** @description Further e-mail addresses of the same person */
            customer_emails?: string[];
            /** @description The shop’s own id of the customer */
            customer_id?: string;
            /** @description Further ids of the same person */
            customer_ids?: string[];
            /**
             * Format: uuid
             * @description Also a click that led to no order
             */
            click_id?: string;
            /** @description Further clicks of the same person */
            click_ids?: string[];
            /**
             * Format: uuid
             * @description Administrators only: the orders of this brand; without it those of every brand
             */
            brand_id?: string;
        };
        /** @description How many records a service erased or changed */
        ErasedRecords: {
            /** @description The service that did it */
            service: string;
            /** @description The kind of record */
            collection: string;
            /** @description How many there are */
            count: number;
        };
        /** @description Messages on one event */
        EventCount: {
            /** @description The name of the event */
            event_type: string;
            /** @description How many there are */
            count: number;
        };
        /** @description An exchange rate */
        ExchangeRate: {
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description Units of the base currency for one unit */
            rate: string;
            /** @description From when on it applies */
            effective_from: string;
        };
        /** @description The exchange rates in force */
        ExchangeRates: {
            /** @description The currency that rates are in */
            base: string;
            /** @description Units of the base currency for one unit, by currency */
            rates: components["schemas"]["ExchangeRate"][];
        };
        /** @description The query of exportAllAuditEntries */
        ExportAllAuditEntriesQuery: {
            /** @description The chain of entries: an account’s id, or `platform` for administrators */
            chain?: string | "platform";
            /**
             * Format: uuid
             * @description The member’s id
             */
            member_id?: string;
            /** @description The operationId */
            operation?: string;
            /** @description The id of a record that was changed */
            target?: string;
            /** @description The start: a date (its first moment, UTC) or a time */
            start_date?: string;
            /** @description The end: a date (that whole day, UTC) or a time */
            end_date?: string;
            /**
             * Format: uuid
             * @description What it was before
             */
            before?: string;
            /**
             * @description The format of the file
             * @default csv
             * @enum {string}
             */
            format?: "csv" | "jsonl";
        };
        /** @description The query of exportAuditEntries */
        ExportAuditEntriesQuery: {
            /**
             * Format: uuid
             * @description The member’s id
             */
            member_id?: string;
            /** @description The operationId */
            operation?: string;
            /** @description The id of a record that was changed */
            target?: string;
            /** @description The start: a date (its first moment, UTC) or a time */
            start_date?: string;
            /** @description The end: a date (that whole day, UTC) or a time */
            end_date?: string;
            /**
             * Format: uuid
             * @description What it was before
             */
            before?: string;
            /**
             * @description The format of the file
             * @default csv
             * @enum {string}
             */
            format?: "csv" | "jsonl";
        };
        /** @description The query of exportBrandReport */
        ExportBrandReportQuery: {
            /**
             * @description The kind of record
             * @default affiliates
             * @enum {string}
             */
            kind?: "conversions" | "commissions" | "payouts_due" | "affiliates";
            /** @description By default 30 days before the end; not for payouts_due */
            start_date?: string;
            /** @description The end: a date (that whole day, UTC) or a time */
            end_date?: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id?: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id?: string;
            /**
             * @description ISO 4217 currency code
             * @default USD
             */
            currency?: string;
            /**
             * @description `xlsx` and `excel` are the same
             * @enum {string}
             */
            format: "csv" | "pdf" | "excel" | "xlsx";
        };
        /** @description The query of exportPayouts */
        ExportPayoutsQuery: {
            /** @description The start: a date (its first moment, UTC) or a time */
            start_date?: string;
            /** @description The end: a date (that whole day, UTC) or a time */
            end_date?: string;
            /**
             * @description The state of the record
             * @enum {string}
             */
            status?: "pending" | "in_transit" | "completed" | "failed";
        };
        /** @description The query of exportReport */
        ExportReportQuery: {
            /**
             * @description `xlsx` and `excel` are the same
             * @enum {string}
             */
            format: "csv" | "pdf" | "excel" | "xlsx";
            /**
             * @description The kind of record
             * @default campaign
             * @enum {string}
             */
            kind?: "campaign" | "link" | "utm" | "geo" | "device" | "time_of_day";
            /** @description The start: a date (its first moment, UTC) or a time */
            start_date?: string;
            /** @description The end: a date (that whole day, UTC) or a time */
            end_date?: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id?: string;
            /**
             * Format: uuid
             * @description The link’s id
             */
            link_id?: string;
            /**
             * @description ISO 4217 currency code
             * @default USD
             */
            currency?: string;
        };
        /** @description How often a factor is seen */
        FactorDrift: {
            /** @description The name of the signal */
            factor: string;
            /** @description Of the orders, 0 to 1 */
            share_before: number;
            /** @description The same share of the later orders */
            share_now: number;
            /** @description The population stability index of its share */
            index: number;
        };
        /** @description A conversion that could not be reviewed */
        FailedReview: {
            /**
             * Format: uuid
             * @description The failed review’s id
             */
            id: string;
            /** @description The code of what is wrong; null where nothing is */
            error: string;
            /** @description A text for people */
            message: string;
        };
        /** @description A field that changed */
        FieldChange: {
            /** @description The name of the field */
            field: string;
            /** @description The value before, or where a signal begins */
            from: string | number | boolean | null;
            /** @description The value now, or where a signal is full */
            to: string | number | boolean | null;
        };
        FinishLogInRequest: {
            /** @description Continues a sign-in or a passkey’s challenge; of one use */
            challenge_token: string;
            /** @description A code of digits, or the code of a reason */
            code: string;
        };
        /** @description What is suspicious in a period */
        FraudAnalysis: {
            /** @description 0 to 100 */
            average_fraud_score: number;
            /** @description With a score above 50 */
            high_risk_conversions: number;
            /** @description The signals that conversions of the period showed */
            fraud_patterns: components["schemas"]["FraudPattern"][];
            /** @description Above 50 on average over at least 5 conversions, the highest first */
            suspicious_affiliates: components["schemas"]["SuspiciousAffiliate"][];
            /** @description What the brand may do, in sentences */
            recommendations: string[];
            /** @description By the reviews of the period; null before drawn conversions were reviewed (`listReviewSample`) or fraud is known */
            recall: components["schemas"]["FraudRecall"] | null;
        };
        /** @description The data of `fraud.confirmed` */
        FraudConfirmedData: {
            /**
             * Format: uuid
             * @description The conversion’s id
             */
            conversion_id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string | null;
            /** @description 0 (not suspicious) to 1 */
            fraud_score?: number;
        };
        /** @description The brand rejected a flagged conversion. */
        FraudConfirmedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "fraud.confirmed";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["FraudConfirmedData"];
        };
        /** @description The data of `fraud.detected` */
        FraudDetectedData: {
            /**
             * Format: uuid
             * @description The conversion’s id
             */
            conversion_id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string | null;
            /** @description 0 (not suspicious) to 1 */
            fraud_score?: number;
            /** @description Whether a person must decide */
            requires_review?: boolean;
            /** @description What the score is made of */
            factors?: {
                /** @description The name of the signal */
                factor: string;
                /** @description The part of the score; the parts sum to it */
                contribution: number;
                /** @description What was found, in a sentence */
                evidence: string;
            }[];
        };
        /** @description A conversion scored above the review threshold. */
        FraudDetectedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "fraud.detected";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["FraudDetectedData"];
        };
        /** @description How the fraud scores of a week differ from before */
        FraudDrift: {
            /**
             * Format: date-time
             * @description The week before this day was compared with the four weeks before it
             */
            at: string;
            /** @description The version of the rules that score orders */
            rules_version: string;
            /** @description Orders of the earlier period */
            orders_before: number;
            /** @description Orders of the later period */
            orders_now: number;
            /** @description The population stability index of the scores */
            score_index: number;
            /** @description Whether the scores or a factor have an index above 0.25 */
            is_drift: boolean;
            /** @description The largest change first */
            factors: components["schemas"]["FactorDrift"][];
        };
        /** @description How a conversion’s fraud score came about */
        FraudExplanation: {
            /** @description 0 (not suspicious) to 1 */
            fraud_score: number;
            /** @description Whether a person must decide */
            requires_review: boolean;
            /** @description The strongest three, in sentences */
            reasons: string[];
            /** @description What the score is made of */
            factors: components["schemas"]["FraudSignal"][];
            /** @description The version of the weights */
            weights_version: string;
            /** @description Above it a conversion requires review */
            threshold: number;
            /** @description The last one beside the first; null until the conversion is judged again */
            second_verdict: components["schemas"]["SecondVerdict"] | null;
        };
        /** @description The settings of one signal */
        FraudFactor: {
            /** @description Whether it is used */
            enabled: boolean;
            /** @description The weight of the signal in the score */
            weight: number;
            /** @description Where the signal begins and where it is full */
            thresholds: {
                [key: string]: components["schemas"]["FraudRamp"];
            };
            /** @description What people read of the fraud factor */
            description: string;
        };
        /** @description A commission whose order was suspicious when it was judged again */
        FraudHold: {
            /**
             * Format: uuid
             * @description The commission’s id
             */
            commission_id: string;
            /**
             * Format: uuid
             * @description Its explanation shows both verdicts, with their reasons
             */
            conversion_id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /** @description The shop’s id of the order */
            order_id: string;
            /** @description The fraud hold’s amount, with the decimals of its currency */
            amount: number;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description `rejected` or `cancelled` once it is refused */
            status: string;
            /**
             * @description `order_not_known`: the order could not be judged for a week, because its assessment is missing
             * @enum {string}
             */
            reason: "suspicious" | "order_not_known";
            /** @description Whether it waits for the brand’s decision */
            is_held: boolean;
            /** @description 0 to 1, when the order was judged again */
            fraud_score: number;
            /**
             * Format: date-time
             * @description When it was judged again
             */
            judged_at: string;
            /** @description When the brand released it */
            released_at: string | null;
        };
        /** @description A signal that conversions of the period showed */
        FraudPattern: {
            /** @description The name of the signal */
            pattern: string;
            /** @description How many there are */
            count: number;
            /** @description What people read of the fraud pattern */
            description: string;
        };
        /** @description Where a signal begins and where it is full */
        FraudRamp: {
            /** @description The value before, or where a signal begins */
            from: number;
            /** @description The value now, or where a signal is full */
            to: number;
        };
        /** @description How much of the fraud is found */
        FraudRecall: {
            /** @description The share of fraud that is found, 0 to 1 */
            estimate: number;
            /** @description With a confidence of 95 % it is not less */
            low: number;
            /** @description With a confidence of 95 % it is not more */
            high: number;
            /** @description Conversions that were flagged or held, and rejected as fraud */
            found: number;
            /** @description Reviewed conversions that nobody suspected, drawn at random */
            drawn: number;
            /** @description Those of them that were fraud */
            drawn_fraud: number;
        };
        /** @description The data of `fraud.resolved` */
        FraudResolvedData: {
            /**
             * Format: uuid
             * @description The conversion’s id
             */
            conversion_id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string | null;
            /** @description 0 (not suspicious) to 1 */
            fraud_score?: number;
        };
        /** @description The brand approved a flagged conversion. */
        FraudResolvedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "fraud.resolved";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["FraudResolvedData"];
        };
        /** @description How the fraud score is computed and when it requires a review */
        FraudSettings: {
            /** @description The version that assessments state in `weights_version` */
            version: string;
            /** @description The score above which a conversion requires review, 0 to 1 */
            review_threshold: number;
            /** @description What the score is made of */
            factors: {
                [key: string]: components["schemas"]["FraudFactor"];
            };
        };
        /** @description One signal of a conversion’s fraud score */
        FraudSignal: {
            /** @description The name of the signal */
            factor: string;
            /** @description 0 to 1; null when the signal was not available */
            value: number | null;
            /** @description The weight of the signal in the score */
            weight: number;
            /** @description The contributions add up to the score */
            contribution: number;
            /** @description What was found, in a sentence */
            evidence: string;
        };
        /** @description What a review threshold would have held */
        FraudThresholdPreview: {
            /** @description The threshold that was passed */
            threshold: number;
            /**
             * Format: date-time
             * @description The value before, or where a signal begins
             */
            from: string;
            /**
             * Format: date-time
             * @description The value now, or where a signal is full
             */
            to: string;
            /** @description How many orders were found */
            orders: number;
            /** @description With a first or later score above the threshold */
            held: components["schemas"]["HeldOrders"];
            /** @description Those of them that the brand approved */
            held_found_good: components["schemas"]["HeldOrders"];
            /** @description Those of them that the brand rejected as fraud */
            held_found_fraud: components["schemas"]["HeldOrders"];
            /** @description Rejected as fraud, with a score below the threshold */
            missed_fraud: components["schemas"]["HeldOrders"];
        };
        /** @description Weights of the fraud score, fitted to reviews */
        FraudWeights: {
            /** @description From 1; assessments state it in `weights_version`, as `fraud.9.w1` */
            version: number;
            /** @description The version of the rules that score orders */
            rules_version: string;
            /**
             * Format: date-time
             * @description When the weights were fitted to reviews
             */
            fitted_at: string;
            /** @description Reviewed orders that it was fitted to */
            orders: number;
            /** @description Those of them that were fraud */
            frauds: number;
            /** @description Since when orders are scored with it */
            applied_at: string | null;
            /** @description The log-odds of fraud before any evidence counts */
            base: number;
            /** @description How much each factor’s evidence adds to the log-odds */
            slopes: {
                [key: string]: number;
            };
            /** @description Brands with an offset of their own */
            brands: number;
            run: components["schemas"]["ShadowRun"];
        };
        /** @description The newest weights, and what they would change for the brand */
        FraudWeightsPreview: {
            /** @description From 1; assessments state it in `weights_version`, as `fraud.9.w1` */
            version: number;
            /** @description The version of the rules that score orders */
            rules_version: string;
            /**
             * Format: date-time
             * @description When the weights were fitted to reviews
             */
            fitted_at: string;
            /** @description Reviewed orders that it was fitted to */
            orders: number;
            /** @description Those of them that were fraud */
            frauds: number;
            /** @description Since when orders are scored with it */
            applied_at: string | null;
            run: components["schemas"]["ShadowRun"];
        };
        /** @description The query of getAccountLinkPage */
        GetAccountLinkPageQuery: {
            /** @description A token that was mailed or made for this purpose */
            token: string;
        };
        GetAffiliateClaimResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["AffiliateClaim"];
        };
        GetAffiliateConversionResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["AffiliateConversionDetail"];
        };
        /** @description The query of getAffiliatePerformance */
        GetAffiliatePerformanceQuery: {
            /** @description The start: a date (its first moment, UTC) or a time */
            start_date?: string;
            /** @description The end: a date (that whole day, UTC) or a time */
            end_date?: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id?: string;
            /**
             * Format: uuid
             * @description The link’s id
             */
            link_id?: string;
            /**
             * @description The length of the periods
             * @default day
             * @enum {string}
             */
            interval?: "hour" | "day" | "week" | "month";
            /**
             * @description ISO 4217 currency code
             * @default USD
             */
            currency?: string;
        };
        GetAffiliatePerformanceResponse: {
            period: components["schemas"]["Period"];
            /** @description ISO 4217 code of the currency */
            currency: string;
            metrics: components["schemas"]["Metrics"];
            /** @description The figures of each interval */
            series: components["schemas"]["MetricsPoint"][];
            previous_period: components["schemas"]["MetricsPeriod"];
        };
        GetAttributionChangeResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["AttributionChangeDetail"];
        };
        GetBillingProfileResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            billing_profile: components["schemas"]["BillingProfile"];
        };
        /** @description The query of getBrandAffiliate */
        GetBrandAffiliateQuery: {
            /** @description The start: a date (its first moment, UTC) or a time */
            start_date?: string;
            /** @description The end: a date (that whole day, UTC) or a time */
            end_date?: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id?: string;
            /**
             * @description ISO 4217 currency code
             * @default USD
             */
            currency?: string;
        };
        GetBrandAffiliateResponse: {
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /** @description The record’s name */
            name: string | null;
            period: components["schemas"]["Period"];
            /** @description ISO 4217 code of the currency */
            currency: string;
            metrics: components["schemas"]["BrandMetrics"];
            /** @description Conversions by status, in all currencies */
            per_status: {
                [key: string]: number;
            };
            /** @description The first click or order of all time; clicks to the day */
            first_activity_at: string | null;
            /** @description The last click or order of all time; clicks to the day */
            last_activity_at: string | null;
            /** @description The campaigns */
            campaigns: {
                /**
                 * Format: uuid
                 * @description The campaign’s id
                 */
                campaign_id: string;
                /** @description The campaign’s name */
                campaign_name: string | null;
                /** @description When the person joined the account */
                joined_at: string | null;
                /** @description Null while the membership lasts */
                left_at: string | null;
            }[];
        };
        GetBrandClaimResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["Claim"];
        };
        GetBrandConversionResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["ConversionDetail"];
        };
        GetBrandReportExportResponse: {
            /**
             * Format: uuid
             * @description The report’s id
             */
            report_id: string;
            /**
             * @description The kind of record
             * @enum {string}
             */
            kind: "conversions" | "commissions" | "payouts_due" | "affiliates";
            /**
             * @description The format of the file
             * @enum {string}
             */
            format: "csv" | "pdf" | "excel";
            /**
             * @description The state of the record
             * @enum {string}
             */
            status: "queued" | "running" | "ready" | "failed";
            /** @description a ratio */
            progress: number;
            /** @description The rows of the table, or how many there are */
            rows: number;
            /** @description opens without signing in until expires_at */
            download_url: string | null;
            /**
             * Format: date-time
             * @description When the record was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record expires
             */
            expires_at: string;
        };
        /** @description The query of getBrandReport */
        GetBrandReportQuery: {
            /**
             * @description The kind of record
             * @default affiliates
             * @enum {string}
             */
            kind?: "conversions" | "commissions" | "payouts_due" | "affiliates";
            /** @description By default 30 days before the end; not for payouts_due */
            start_date?: string;
            /** @description The end: a date (that whole day, UTC) or a time */
            end_date?: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id?: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id?: string;
            /**
             * @description ISO 4217 currency code
             * @default USD
             */
            currency?: string;
            /**
             * @description The page of the list, from 1
             * @default 1
             */
            page?: number;
            /**
             * @description Records on one page
             * @default 50
             */
            per_page?: number;
        };
        GetBrandReportResponse: {
            /**
             * @description The kind of record
             * @enum {string}
             */
            kind: "conversions" | "commissions" | "payouts_due" | "affiliates";
            period: components["schemas"]["Period"];
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description The rows of the table, or how many there are */
            rows: components["schemas"]["BrandReportRow"][];
            totals: components["schemas"]["BrandReportTotals"];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description The query of getBrowserScript */
        GetBrowserScriptQuery: {
            /** @description `granted` or `denied`; without any signal the campaign’s `consent_default` counts. Of contradicting signals the most restrictive counts, and what cannot be read counts as absent */
            consent?: string;
            /** @description Google consent mode: `G1`, ad_storage, analytics_storage; ad_storage counts */
            gcs?: string;
            /** @description Google consent mode in its longer form; ad_storage counts */
            gcd?: string;
            /** @description IAB TCF: `1` where the GDPR applies, else `0` */
            gdpr?: string;
            /** @description IAB TCF string, version 2: purposes 1 and 7 and the vendor of TCF_VENDOR_ID count */
            gdpr_consent?: string;
        };
        GetCampaignAttributionResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description The result of the call */
            data: {
                /**
                 * Format: uuid
                 * @description The campaign’s id
                 */
                campaign_id: string;
                attribution_settings: components["schemas"]["AttributionSettings"];
                /** @description Newest first; the first of them holds now */
                history: {
                    /** @description The rule that shares the credit */
                    model: components["schemas"]["AttributionModel"];
                    /** @description Days before the order whose clicks count */
                    lookback_window_days: number;
                    /** @description Hours after which a click counts half, under `time_decay` */
                    time_decay_half_life_hours: number;
                    /** @description Percent of the credit by position, under `position_based`; they sum to 100 */
                    position_based_weights: {
                        /** @description Percent for the first click */
                        first: number;
                        /** @description Percent for all clicks between */
                        middle: number;
                        /** @description Percent for the last click */
                        last: number;
                    };
                    /** @description Whether a customer’s clicks on other devices count */
                    enable_cross_device: boolean;
                    /** @description Whether devices may be recognised without a cookie */
                    fingerprinting_enabled: boolean;
                    /**
                     * @description Who earns an order with a valid coupon code of one affiliate and a valid click of another: `code`, `click`, both (`split`), or `first`: the code where it began to be valid before the click, else the click
                     * @enum {string}
                     */
                    coupon_rule: "code" | "click" | "split" | "first";
                    /** @description The code’s part of the credit where the rule is `split`, percent; the model divides the rest */
                    coupon_code_share: number;
                    /**
                     * Format: date-time
                     * @description From when on it applies
                     */
                    effective_from: string;
                }[];
            };
        };
        /** @description The query of getCampaignPerformance */
        GetCampaignPerformanceQuery: {
            /** @description The start: a date (its first moment, UTC) or a time */
            start_date?: string;
            /** @description The end: a date (that whole day, UTC) or a time */
            end_date?: string;
            /**
             * @description The length of the periods
             * @default day
             * @enum {string}
             */
            interval?: "hour" | "day" | "week" | "month";
            /** @description The campaign’s own where it is left out */
            currency?: string;
        };
        GetCampaignPerformanceResponse: {
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            period: components["schemas"]["Period"];
            /** @description ISO 4217 code of the currency */
            currency: string;
            metrics: components["schemas"]["CampaignMetrics"];
            budget: components["schemas"]["BudgetUse"];
            /** @description How many conversions have each status */
            per_status: {
                [key: string]: number;
            };
            /** @description The figures of each interval */
            series: components["schemas"]["BrandMetricsPoint"][];
            /** @description The affiliates with the largest value of orders */
            top_affiliates: components["schemas"]["AffiliateMetrics"][];
            previous_period: components["schemas"]["BrandMetricsPeriod"];
        };
        GetClaimSettingsResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["ClaimSettings"];
        };
        /** @description The query of getCommissionBreakdown */
        GetCommissionBreakdownQuery: {
            /**
             * @description The period that the figures are of
             * @default month
             * @enum {string}
             */
            period?: "day" | "week" | "month" | "year";
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id?: string;
            /**
             * @description ISO 4217 currency code
             * @default USD
             */
            currency?: string;
        };
        GetCommissionBreakdownResponse: {
            /**
             * @description The length of the periods
             * @enum {string}
             */
            period_type: "day" | "week" | "month" | "year";
            /** @description The figures of each period */
            breakdown: components["schemas"]["CommissionPeriod"][];
            /** @description The campaign’s id */
            campaign_id: string | null;
            /** @description ISO 4217 code of the currency */
            currency: string;
        };
        /** @description The query of getCommissionSummary */
        GetCommissionSummaryQuery: {
            /** @description The start: a date (its first moment, UTC) or a time */
            start_date?: string;
            /** @description The end: a date (that whole day, UTC) or a time */
            end_date?: string;
            /**
             * @description ISO 4217 currency code
             * @default USD
             */
            currency?: string;
        };
        GetCommissionSummaryResponse: {
            /** @description What was earned in all */
            total_earnings: number;
            /** @description Commissions that cannot be paid yet */
            pending_commission: number;
            /** @description What can be paid now */
            available_balance: number;
            /** @description What was paid in all */
            total_paid: number;
            /** @description Conversions that earned */
            total_conversions: number;
            /** @description The conversions that wait for a review */
            pending_conversions: number;
            /** @description The value of the orders */
            total_revenue_generated: number;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description The period that the figures are of */
            period: {
                /** @description The start: a date (its first moment, UTC) or a time */
                start_date: string | null;
                /** @description The end: a date (that whole day, UTC) or a time */
                end_date: string | null;
            };
        };
        /** @description The query of getConversionAnalytics */
        GetConversionAnalyticsQuery: {
            /** @description The start: a date (its first moment, UTC) or a time */
            start_date?: string;
            /** @description The end: a date (that whole day, UTC) or a time */
            end_date?: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id?: string;
            currency?: components["schemas"]["OrderCurrency"];
        };
        GetConversionAnalyticsResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["ConversionAnalytics"];
        };
        GetConversionExplanationResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["ConversionExplanation"];
        };
        /** @description The query of getEarnings */
        GetEarningsQuery: {
            /**
             * @description ISO 4217 currency code
             * @default USD
             */
            currency?: string;
        };
        GetEarningsResponse: {
            /** @description What was earned in all */
            total_earnings: number;
            /** @description What was paid */
            paid_earnings: number;
            /** @description What waits for approval or the end of its hold */
            pending_earnings: number;
            /** @description What can be paid now */
            available_for_payout: number;
            /** @description What was earned in this month */
            this_month: number;
            /** @description What was earned in the month before */
            last_month: number;
            /** @description The mean of the months since the first commission */
            lifetime_average_monthly: number;
            /** @description ISO 4217 code of the currency */
            currency: string;
        };
        /** @description The query of getFraudAnalysis */
        GetFraudAnalysisQuery: {
            /** @description The start: a date (its first moment, UTC) or a time */
            start_date?: string;
            /** @description The end: a date (that whole day, UTC) or a time */
            end_date?: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id?: string;
        };
        GetFraudAnalysisResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["FraudAnalysis"];
        };
        GetFraudSettingsResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description The result of the call */
            data: {
                /** @description The version that assessments state in `weights_version` */
                version: string;
                /** @description The score above which a conversion requires review, 0 to 1 */
                review_threshold: number;
                /** @description What the score is made of */
                factors: {
                    [key: string]: components["schemas"]["FraudFactor"];
                };
                /** @description Newest first; before the first of them the defaults of fraud.9 applied */
                history: {
                    /** @description Which version it is */
                    version: string;
                    /**
                     * Format: date-time
                     * @description From when on it applies
                     */
                    effective_from: string;
                    /** @description The score above which a conversion requires review, 0 to 1 */
                    review_threshold: number;
                    /** @description What differed from the defaults */
                    factors: {
                        [key: string]: unknown;
                    };
                }[];
            };
        };
        GetFraudWeightsPreviewResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description The result of the call */
            data: {
                /** @description Null before reviews were enough to fit weights to */
                weights: components["schemas"]["FraudWeightsPreview"] | null;
            };
        };
        GetIncrementalityResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description The result of the call */
            data: {
                /**
                 * Format: uuid
                 * @description The campaign’s id
                 */
                campaign_id: string;
                /** @description Null before visitors were held out */
                measured_at: string | null;
                /** @description The first click of a held-out visitor */
                since: string | null;
                /** @description ISO 4217 code of the currency */
                currency: string | null;
                /** @description Those with at least 50 visitors in both arms, the largest lift first */
                affiliates: components["schemas"]["AffiliateIncrementality"][];
            };
        };
        GetJwksResponse: {
            /** @description The public keys */
            keys: components["schemas"]["JsonWebKey"][];
        };
        /** @description The query of getLinkPerformance */
        GetLinkPerformanceQuery: {
            /** @description The start: a date (its first moment, UTC) or a time */
            start_date?: string;
            /** @description The end: a date (that whole day, UTC) or a time */
            end_date?: string;
            /**
             * @description The length of the periods
             * @default day
             * @enum {string}
             */
            interval?: "hour" | "day" | "week" | "month";
            /**
             * @description ISO 4217 currency code
             * @default USD
             */
            currency?: string;
        };
        GetLinkPerformanceResponse: {
            /**
             * Format: uuid
             * @description The link’s id
             */
            link_id: string;
            /** @description The code in the link’s address */
            tracking_code: string;
            period: components["schemas"]["Period"];
            /** @description ISO 4217 code of the currency */
            currency: string;
            metrics: components["schemas"]["Metrics"];
            lifetime: components["schemas"]["Metrics"];
            /** @description The figures of each interval */
            series: components["schemas"]["MetricsPoint"][];
        };
        /** @description The query of getLinkQrCode */
        GetLinkQrCodeQuery: {
            /**
             * @description Width and height, pixels
             * @default 256
             */
            size?: number;
            /**
             * @description How much of the code may be damaged
             * @default medium
             * @enum {string}
             */
            error_correction?: "low" | "medium" | "quartile" | "high";
        };
        GetLivenessResponse: {
            /**
             * @description The state of the record
             * @constant
             */
            status?: "live";
        };
        GetPayoutAccountResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            account: components["schemas"]["PayoutAccount"];
        };
        /** @description The query of getPayoutBalance */
        GetPayoutBalanceQuery: {
            /**
             * @description ISO 4217 currency code
             * @default USD
             */
            currency?: string;
        };
        GetPayoutBalanceResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            balance: components["schemas"]["Balance"];
        };
        GetPayoutBatchResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            batch: components["schemas"]["PayoutBatch"];
        };
        /** @description The query of getPayoutCreditNote */
        GetPayoutCreditNoteQuery: {
            /** @description A token that was mailed or made for this purpose */
            token: string;
        };
        /** @description The query of getPayoutInvoice */
        GetPayoutInvoiceQuery: {
            /** @description A token that was mailed or made for this purpose */
            token: string;
        };
        GetPayoutResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            payout: components["schemas"]["Payout"];
        };
        /** @description The query of getPayoutSummary */
        GetPayoutSummaryQuery: {
            /**
             * @description ISO 4217 currency code
             * @default USD
             */
            currency?: string;
        };
        GetPayoutSummaryResponse: {
            /** @description When the next scheduled payout is due; null without one */
            next_payout_date: string | null;
            /** @description The least amount of a payout, USD */
            minimum_payout_amount: number | null;
            /** @description What can be paid now */
            available_balance: number;
            /** @description What is under way to the affiliate */
            pending_payouts: number;
            /** @description What was paid out in all */
            lifetime_payouts: number;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description The latest payout; null where there was none */
            last_payout: components["schemas"]["LastPayout"] | null;
        };
        /** @description The query of getPendingEarnings */
        GetPendingEarningsQuery: {
            /**
             * @description ISO 4217 currency code
             * @default USD
             */
            currency?: string;
        };
        GetPendingEarningsResponse: {
            /** @description The conversions that wait for a review */
            pending_conversions: components["schemas"]["PendingEarning"][];
            /** @description The sum of what waits */
            total_pending: number;
            /** @description Approved commissions that were not paid, by campaign */
            unpaid_approved_commissions: components["schemas"]["UnpaidCommissions"][];
            /** @description The sum of approved commissions that were not paid */
            total_unpaid_approved: number;
            /** @description When the next scheduled payout is due; null without one */
            next_payout_date: string | null;
            /** @description ISO 4217 code of the currency */
            currency: string;
        };
        GetPostbackResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["Postback"];
        };
        GetPushKeyResponse: {
            /** @description The public key, base64url */
            public_key: string;
        };
        GetReadinessResponse: {
            /**
             * @description The state of the record
             * @constant
             */
            status?: "ready";
            /** @description The state of each service */
            services?: {
                [key: string]: "ready" | "not_ready" | "unreachable";
            };
            /** @description Services that serve with less, and the parts that are away */
            degraded?: {
                [key: string]: string[];
            };
        };
        GetReconciliationResponse: {
            /** @description Whether no difference was found */
            agrees: boolean;
            /**
             * Format: date-time
             * @description The compared payments were made at or after this time
             */
            since: string;
            /** @description One for each payment provider */
            providers: components["schemas"]["ProviderBooks"][];
            /** @description How many differences there are */
            difference_count: number;
            /** @description The first 100 */
            differences: components["schemas"]["BookDifference"][];
        };
        GetReportExportResponse: {
            /**
             * Format: uuid
             * @description The report’s id
             */
            report_id: string;
            /**
             * @description The kind of record
             * @enum {string}
             */
            kind: "campaign" | "link" | "utm" | "geo" | "device" | "time_of_day";
            /**
             * @description The format of the file
             * @enum {string}
             */
            format: "csv" | "pdf" | "excel";
            /**
             * @description The state of the record
             * @enum {string}
             */
            status: "queued" | "running" | "ready" | "failed";
            /** @description a ratio */
            progress: number;
            /** @description The rows of the table, or how many there are */
            rows: number;
            /** @description opens without signing in until expires_at */
            download_url: string | null;
            /**
             * Format: date-time
             * @description When the record was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record expires
             */
            expires_at: string;
        };
        /** @description The query of getReport */
        GetReportQuery: {
            /**
             * @description The kind of record
             * @default campaign
             * @enum {string}
             */
            kind?: "campaign" | "link" | "utm" | "geo" | "device" | "time_of_day";
            /** @description The start: a date (its first moment, UTC) or a time */
            start_date?: string;
            /** @description The end: a date (that whole day, UTC) or a time */
            end_date?: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id?: string;
            /**
             * Format: uuid
             * @description The link’s id
             */
            link_id?: string;
            /**
             * @description ISO 4217 currency code
             * @default USD
             */
            currency?: string;
            /**
             * @description The page of the list, from 1
             * @default 1
             */
            page?: number;
            /**
             * @description Records on one page
             * @default 50
             */
            per_page?: number;
        };
        GetReportResponse: {
            /**
             * @description The kind of record
             * @enum {string}
             */
            kind: "campaign" | "link" | "utm" | "geo" | "device" | "time_of_day";
            period: components["schemas"]["Period"];
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description The rows of the table, or how many there are */
            rows: components["schemas"]["ReportRow"][];
            totals: components["schemas"]["Metrics"];
            pagination: components["schemas"]["Pagination"];
        };
        GetSecondFactorResponse: {
            /** @description Whether the login has a second factor */
            enrolled: boolean;
            /** @description When the second factor was confirmed; null without one */
            enrolled_at: string | null;
            /** @description Recovery codes that were not used yet */
            recovery_codes_left: number;
        };
        GetSystemStateResponse: {
            /** @description Every service with a database, by name. */
            services: components["schemas"]["SystemService"][];
        };
        /** @description The query of getTeamInvitationPage */
        GetTeamInvitationPageQuery: {
            /** @description A token that was mailed or made for this purpose */
            token: string;
        };
        GetTierStandingResponse: {
            /** @description The affiliate’s tier on the platform and in campaigns with tiers of their own */
            standings: components["schemas"]["TierStanding"][];
            /** @description The changes, newest first */
            history: components["schemas"]["TierChange"][];
        };
        /** @description The query of getTrackingHealth */
        GetTrackingHealthQuery: {
            /**
             * @description How many UTC days, today included
             * @default 14
             */
            days?: number;
        };
        GetTrackingHealthResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["TrackingHealth"];
        };
        /** @description The query of getTrackingSnippet */
        GetTrackingSnippetQuery: {
            /** @description `granted` or `denied`; without any signal the campaign’s `consent_default` counts. Of contradicting signals the most restrictive counts, and what cannot be read counts as absent */
            consent?: string;
            /** @description Google consent mode: `G1`, ad_storage, analytics_storage; ad_storage counts */
            gcs?: string;
            /** @description Google consent mode in its longer form; ad_storage counts */
            gcd?: string;
            /** @description IAB TCF: `1` where the GDPR applies, else `0` */
            gdpr?: string;
            /** @description IAB TCF string, version 2: purposes 1 and 7 and the vendor of TCF_VENDOR_ID count */
            gdpr_consent?: string;
        };
        /** @description The query of getUnreadNotificationCount */
        GetUnreadNotificationCountQuery: {
            /**
             * @description What notifications are about; `metadata.category` names it
             * @enum {string}
             */
            category?: "system" | "campaign" | "commission" | "payout" | "application" | "security" | "call_tracking" | "billing" | "general" | "webhook" | "report";
        };
        GetUnreadNotificationCountResponse: {
            /** @description How many are unread */
            unread_count: number;
        };
        /** @description The query of getUnsubscribePage */
        GetUnsubscribePageQuery: {
            /** @description A token that was mailed or made for this purpose */
            token: string;
        };
        /** @description The query of getWebhookAnalytics */
        GetWebhookAnalyticsQuery: {
            /**
             * @description The length of the hold in days
             * @default 30
             */
            days?: number;
        };
        GetWebhookAnalyticsResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["WebhookAnalytics"];
        };
        GetWebhookDeliveryResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["WebhookDelivery"];
        };
        /** @description A click that waits for the brand’s decision */
        HeldClick: {
            /**
             * Format: uuid
             * @description The held click’s id
             */
            id: string;
            /**
             * @description The kind of held click
             * @enum {string}
             */
            kind: "click" | "impression";
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /**
             * Format: uuid
             * @description The link’s id
             */
            link_id: string;
            /** @description When it happened */
            occurred_at: string;
            /** @description Why, in words or as a code */
            reason: string;
            /** @description Until when they can be decided; then they earn nothing */
            review_until: string;
        };
        /** @description How many orders, and what they were worth */
        HeldOrders: {
            /** @description How many orders were found */
            orders: number;
            /** @description The values of the orders, by currency */
            amounts: {
                /** @description ISO 4217 code of the currency */
                currency: string;
                /** @description The held orders’s amount, with the decimals of its currency */
                amount: number;
            }[];
        };
        /** @description A payout that is held for review */
        HeldPayout: {
            /**
             * Format: uuid
             * @description The held payout’s id
             */
            id: string;
            /** @description The held payout’s amount, with the decimals of its currency */
            amount: number;
            /** @description The provider’s fee */
            fee_amount: number;
            /** @description What arrives: the amount less the fee */
            net_amount: number;
            /** @description ISO 4217 code of the currency */
            currency: string;
            status: components["schemas"]["PayoutStatus"];
            /** @description The provider */
            provider: components["schemas"]["PayoutProvider"];
            /**
             * Format: date-time
             * @description When the held payout was created
             */
            created_at: string;
            /** @description When the provider had paid it; null until then */
            arrived_at: string | null;
            /** @description The kind of payment */
            payment_method: string;
            /** @description How many commissions it pays */
            commission_count: number;
            /** @description The commissions that it pays */
            commission_ids: string[];
            /**
             * Format: date-time
             * @description When it was requested
             */
            requested_at: string;
            /** @description When the provider got it; null until then */
            processed_at: string | null;
            /** @description When the provider had paid it; null until then */
            completed_at: string | null;
            /** @description The id of the payment */
            transaction_id: string | null;
            /** @description The number of the payout, for people */
            reference_number: string;
            /** @description The card processor’s id of the payment; null until there is one */
            cardproc_payout_id: string | null;
            /** @description The wallet’s id of the batch; null until there is one */
            walletco_payout_batch_id: string | null;
            /** @description The wallet’s id of the payment; null until there is one */
            walletco_payout_item_id: string | null;
            payment_details: components["schemas"]["PaymentDetails"];
            /** @description What people read of the held payout */
            description: string | null;
            /** @description The start of a scheduled payout’s period; null for others */
            period_start: string | null;
            /** @description The end of a scheduled payout’s period; null for others */
            period_end: string | null;
            /** @description Why it failed; null where it did not */
            failure_reason: string | null;
            /** @description Whether it can be retried */
            can_retry: boolean;
            /** @description How often it was retried */
            retry_count: number;
            /** @description The batch of a scheduled payout; null for others */
            batch_id: string | null;
            /** @description The checks for which it waits for an administrator */
            hold_reasons: components["schemas"]["HoldFinding"][];
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
        };
        /** @description A check that a payout failed */
        HoldFinding: {
            /** @description A code of digits, or the code of a reason */
            code: string;
            /** @description What the check found, in a sentence */
            explanation: string;
        };
        /** @description Why a payout waits for an administrator */
        HoldReason: {
            /** @description Why, in words or as a code */
            reason: string;
            /** @description Until when; null without end */
            until: string | null;
        };
        /** @description How far the set-up of a shop is */
        InstallCheck: {
            /** @description The first click that we saw; null for none yet */
            first_click: {
                /**
                 * Format: uuid
                 * @description The click’s id, as the landing page gets it
                 */
                click_id: string;
                /** @description The code in the link’s address */
                tracking_code: string;
                /**
                 * Format: date-time
                 * @description When the click happened; null where the conversion has none
                 */
                clicked_at: string;
            } | null;
            /** @description The first order that we saw; null for none yet */
            first_order: {
                /**
                 * Format: uuid
                 * @description The conversion’s id
                 */
                conversion_id: string;
                /** @description The shop’s id of the order */
                order_id: string;
                /** @description The way in which it was reported */
                source: components["schemas"]["ConversionSource"];
                /** @description Whether the order carries a click */
                has_click: boolean;
                /**
                 * Format: date-time
                 * @description When the order was reported
                 */
                reported_at: string;
            } | null;
            /** @description Whether both were seen, and the order carries a click */
            is_complete: boolean;
        };
        /** @description A connected shop */
        Integration: {
            /**
             * Format: uuid
             * @description The integration’s id
             */
            id: string;
            /**
             * @description The shop’s platform
             * @enum {string}
             */
            platform: "shopify" | "woocommerce" | "stripe";
            /** @description The shop’s address */
            shop_url: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /**
             * @description The state of the integration
             * @enum {string}
             */
            status: "connected" | "error";
            /**
             * Format: uri
             * @description Target of the platform’s order webhooks
             */
            webhook_url: string;
            /** @description Whether missed orders can be fetched */
            can_sync: boolean;
            /** @description What went wrong last; null where nothing did */
            last_error: components["schemas"]["IntegrationError"] | null;
            /** @description When the shop last sent an order; null where never */
            last_message_at: string | null;
            /**
             * Format: date-time
             * @description Orders until then were fetched
             */
            synced_until: string;
            /**
             * Format: date-time
             * @description When the integration was created
             */
            created_at: string;
        };
        /** @description The data of `integration.connected` */
        IntegrationConnectedData: {
            /**
             * Format: uuid
             * @description The integration’s id
             */
            integration_id: string;
            /** @description The shop’s platform */
            platform: string;
            /** @description The shop’s address */
            shop_url: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
        };
        /** @description A shop was connected. */
        IntegrationConnectedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "integration.connected";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["IntegrationConnectedData"];
        };
        /** @description The data of `integration.disconnected` */
        IntegrationDisconnectedData: {
            /**
             * Format: uuid
             * @description The integration’s id
             */
            integration_id: string;
            /** @description The shop’s platform */
            platform: string;
            /** @description The shop’s address */
            shop_url: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
        };
        /** @description A shop was disconnected. */
        IntegrationDisconnectedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "integration.disconnected";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["IntegrationDisconnectedData"];
        };
        /** @description What went wrong with a shop */
        IntegrationError: {
            /** @description The code of what is wrong; null where nothing is */
            error: string;
            /** @description A text for people */
            message: string;
            /**
             * Format: date-time
             * @description When it happened
             */
            at: string;
        };
        /** @description The data of `integration.error` */
        IntegrationErrorData: {
            /**
             * Format: uuid
             * @description The integration’s id
             */
            integration_id: string;
            /** @description The shop’s platform */
            platform: string;
            /** @description The shop’s address */
            shop_url: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description The code of what is wrong; null where nothing is */
            error: string;
            /** @description A text for people */
            message: string;
        };
        /** @description A shop’s webhook could not be processed. */
        IntegrationErrorEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "integration.error";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["IntegrationErrorData"];
        };
        /** @description The data of `integration.sync.completed` */
        IntegrationSyncCompletedData: {
            /**
             * Format: uuid
             * @description The integration’s id
             */
            integration_id: string;
            /** @description The shop’s platform */
            platform: string;
            /** @description The shop’s address */
            shop_url: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /**
             * Format: date-time
             * @description From when on
             */
            since: string;
            /** @description How many orders were found */
            orders: number;
            /** @description How many of them were new */
            recorded: number;
        };
        /** @description A shop’s orders are up to date. */
        IntegrationSyncCompletedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "integration.sync.completed";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["IntegrationSyncCompletedData"];
        };
        /** @description An invitation to a campaign */
        Invitation: {
            /**
             * Format: uuid
             * @description The invitation’s id
             */
            id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description The affiliate’s id */
            affiliate_id: string | null;
            /** @description The e-mail address */
            email: string | null;
            /** @description A text for people */
            message: string | null;
            /** @description Signed: its recipient may join once, as `invitation` of the application */
            token: string | null;
            /** @description When the invitation expires */
            expires_at: string | null;
            /** @description The affiliate who joined by it; null until then */
            accepted_by: string | null;
            /** @description True while the campaign is a draft: the invitation is mailed once the campaign starts */
            waits_for_start: boolean;
            /**
             * Format: date-time
             * @description When the invitation was created
             */
            created_at: string;
        };
        InviteAffiliateRequest: {
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id?: string;
            /**
             * Format: email
             * @description The e-mail address
             */
            email?: string;
            /** @description A text for people */
            message?: string | null;
        };
        /** @description A public key (RFC 7517) */
        JsonWebKey: {
            /**
             * @description The type of the key
             * @constant
             */
            kty: "RSA";
            /** @description The key’s id */
            kid: string;
            /**
             * @description The algorithm that the key signs with
             * @constant
             */
            alg: "RS256";
            /**
             * @description What the key is for
             * @constant
             */
            use: "sig";
            /** @description The modulus, base64url */
            n: string;
            /** @description The exponent, base64url */
            e: string;
        };
        /** @description The affiliate’s latest payout */
        LastPayout: {
            /**
             * Format: uuid
             * @description The last payout’s id
             */
            id: string;
            /** @description The last payout’s amount, with the decimals of its currency */
            amount: number;
            status: components["schemas"]["PayoutStatus"];
            /** @description The kind of payment */
            payment_method: string;
            /**
             * Format: date-time
             * @description When it was requested
             */
            requested_at: string;
            /** @description When the provider had paid it; null until then */
            completed_at: string | null;
            /** @description The number of the payout, for people */
            reference_number: string;
        };
        LeaveCampaignResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description A text for people */
            message: string;
        };
        LeaveTeamResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description A text for people */
            message: string;
        };
        /** @description A booking in the ledger */
        LedgerBooking: {
            /** @description The id of the payment */
            transaction_id: string;
            /** @description The kind of ledger booking */
            kind: string;
            /** @description When it happened */
            at: string;
            /** @description The adjustment’s id; null for other bookings */
            adjustment_id: string | null;
            /** @description The change of attribution that it belongs to; null for none */
            attribution_change_id: string | null;
            /** @description The payout’s id; null where none contains it */
            payout_id: string | null;
            /** @description The entries, or how many were checked */
            entries: components["schemas"]["LedgerEntry"][];
        };
        /** @description A check of the books that does not hold */
        LedgerDifference: {
            /** @description The name of the check */
            check: string;
            /** @description When it happened */
            at: string;
            /** @description The value that should be there */
            expected: string;
            /** @description The value that is there */
            found: string;
        };
        /** @description One entry of a booking */
        LedgerEntry: {
            /** @description The payout account, or the name of a ledger account */
            account: string;
            /** @description The ledger entry’s amount, with the decimals of its currency */
            amount: number;
            /** @description The place in the account, without gaps */
            seq: number;
            /** @description The account’s balance after the booking */
            balance_after: number;
            /** @description The hash of this entry with that of the entry before */
            hash: string;
        };
        /** @description What clicks bring, per visitor */
        Lift: {
            /** @description How much more visitors order who are not held out, per visitor */
            estimate: number;
            /** @description With `high`: holds the truth with 95 %, read once at a time chosen before */
            low: number;
            /** @description The upper end that goes with `low` */
            high: number;
            /** @description With `always_high`: holds the truth with 95 % at all times, so that it may be watched */
            always_low: number;
            /** @description The upper end that goes with `always_low` */
            always_high: number;
            /** @description What visitors order who are not held out */
            mean: number;
        };
        /** @description A tracking link of an affiliate */
        Link: {
            /**
             * Format: uuid
             * @description The link’s id
             */
            id: string;
            /** @description The code in the link’s address */
            tracking_code: string;
            /**
             * Format: uri
             * @description The link’s address
             */
            url: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description The path on the landing page’s site; null: the landing page itself */
            destination_path: string | null;
            /**
             * Format: uri
             * @description Where visitors arrive
             */
            destination_url: string;
            utm: components["schemas"]["Utm"];
            /** @description Names and values of the affiliate’s own */
            sub_ids: {
                [key: string]: string;
            };
            /** @description Whether the link is active */
            active: boolean;
            /** @description For call campaigns: the telephone number of this link (E.164) */
            tracking_number: string | null;
            /**
             * Format: date-time
             * @description When the link was created
             */
            created_at: string;
        };
        /** @description The data of `link.clicked` */
        LinkClickedData: {
            /**
             * Format: uuid
             * @description The click’s id, as the landing page gets it
             */
            click_id: string;
            /**
             * Format: uuid
             * @description The link’s id
             */
            link_id: string;
            /** @description The code in the link’s address */
            tracking_code: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /** @description ISO 3166 code of the country, two letters */
            country: string | null;
            /**
             * @description The kind of device, or its browser and system
             * @enum {string}
             */
            device: "desktop" | "mobile" | "tablet" | "unknown";
            /** @description The visitor’s browser; null where unknown */
            browser: string | null;
            /** @description Whether it counts, being no repeated or invalid click */
            is_unique: boolean;
            /** @description Whether a program made it */
            is_bot: boolean;
            /**
             * Format: date-time
             * @description When the click happened; null where the conversion has none
             */
            clicked_at: string;
        };
        /** @description A visitor followed a tracking link. */
        LinkClickedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "link.clicked";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["LinkClickedData"];
        };
        /** @description The data of `link.created` */
        LinkCreatedData: {
            /**
             * Format: uuid
             * @description The link’s id
             */
            link_id: string;
            /** @description The code in the link’s address */
            tracking_code: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /** @description Where visitors arrive */
            destination_url: string;
            /** @description Whether the link is active */
            active: boolean;
            /**
             * Format: date-time
             * @description When the link was created
             */
            created_at: string;
        };
        /** @description An affiliate made a tracking link. */
        LinkCreatedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "link.created";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["LinkCreatedData"];
        };
        /** @description The data of `link.deactivated` */
        LinkDeactivatedData: {
            /**
             * Format: uuid
             * @description The link’s id
             */
            link_id: string;
            /** @description The code in the link’s address */
            tracking_code: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /** @description Where visitors arrive */
            destination_url: string;
            /** @description Whether the link is active */
            active: boolean;
            /**
             * Format: date-time
             * @description When the link was created
             */
            created_at: string;
        };
        /** @description A tracking link was switched off. */
        LinkDeactivatedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "link.deactivated";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["LinkDeactivatedData"];
        };
        /** @description The data of `link.performance.threshold` */
        LinkPerformanceThresholdData: {
            /**
             * Format: uuid
             * @description The link’s id
             */
            link_id: string;
            /** @description The code in the link’s address */
            tracking_code: string | null;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /** @description The threshold that was passed */
            threshold: number;
            /** @description Clicks, without repeated and invalid ones */
            clicks: number;
            /**
             * Format: date-time
             * @description When the threshold was passed
             */
            passed_at: string;
        };
        /** @description A link passed 100, 1,000, 10,000 … clicks. */
        LinkPerformanceThresholdEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "link.performance.threshold";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["LinkPerformanceThresholdData"];
        };
        ListAccountsResponse: {
            /** @description The accounts, or how many were checked */
            accounts: components["schemas"]["Membership"][];
        };
        /** @description The query of listAffiliateClaims */
        ListAffiliateClaimsQuery: {
            /**
             * @description `open` waits for the brand · `accepted`: the order is credited · `refused` by the brand · `answered` by the order’s own conversion · `expired`: the brand did not decide in time
             * @enum {string}
             */
            status?: "open" | "accepted" | "refused" | "answered" | "expired";
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id?: string;
            /** @description The shop’s id of the order */
            order_id?: string;
            /**
             * Format: uuid
             * @description The `next_before` of the page before: claims that are older than that one
             */
            before?: string;
            /**
             * @description The largest number of records in the answer
             * @default 50
             */
            limit?: number;
        };
        ListAffiliateClaimsResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description The result of the call */
            data: {
                /** @description Claims to missing orders */
                claims: components["schemas"]["AffiliateClaim"][];
                /** @description The `before` of the next page; null on the last one */
                next_before: string | null;
            };
        };
        /** @description The query of listAffiliateConversions */
        ListAffiliateConversionsQuery: {
            /** @description The state of the record */
            status?: components["schemas"]["ConversionStatus"];
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id?: string;
            /** @description The start: a date (its first moment, UTC) or a time */
            date_from?: string;
            /** @description The end: a date (that whole day, UTC) or a time */
            date_to?: string;
            /**
             * @description The page of the list, from 1
             * @default 1
             */
            page?: number;
            /**
             * @description Records on one page
             * @default 50
             */
            per_page?: number;
        };
        ListAffiliateConversionsResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description The result of the call */
            data: {
                /** @description Orders and leads */
                conversions: components["schemas"]["AffiliateConversion"][];
                pagination: components["schemas"]["Pagination"];
            };
        };
        /** @description The query of listAffiliatePayouts */
        ListAffiliatePayoutsQuery: {
            /**
             * @description The state of the record
             * @enum {string}
             */
            status?: "pending" | "processing" | "completed" | "failed";
            /**
             * @description Records before the page
             * @default 0
             */
            skip?: number;
            /**
             * @description The largest number of records in the answer
             * @default 20
             */
            limit?: number;
        };
        /** @description The query of listAffiliates */
        ListAffiliatesQuery: {
            /** @description Only the affiliates with these ids, separated by commas, at most 100 */
            ids?: string;
            /** @description Part of a name or company */
            search?: string;
            /** @description ISO 3166 code of the country, two letters */
            country?: string;
            /** @description The channel of the record */
            channel?: string;
            /** @description Whether the account is verified */
            verified?: boolean;
            /**
             * @description The page of the list, from 1
             * @default 1
             */
            page?: number;
            /**
             * @description Records on one page
             * @default 50
             */
            per_page?: number;
        };
        ListAffiliatesResponse: {
            /** @description The affiliates */
            affiliates: components["schemas"]["AffiliateProfile"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description The query of listAllAuditEntries */
        ListAllAuditEntriesQuery: {
            /**
             * @description The chain of entries: an account’s id, or `platform` for administrators
             * @default platform
             */
            chain?: string | "platform";
            /**
             * Format: uuid
             * @description The member’s id
             */
            member_id?: string;
            /** @description The operationId */
            operation?: string;
            /** @description The id of a record that was changed */
            target?: string;
            /** @description The start: a date (its first moment, UTC) or a time */
            start_date?: string;
            /** @description The end: a date (that whole day, UTC) or a time */
            end_date?: string;
            /**
             * Format: uuid
             * @description What it was before
             */
            before?: string;
            /**
             * @description The largest number of records in the answer
             * @default 50
             */
            limit?: number;
        };
        ListApiKeysResponse: {
            /** @description The account’s API keys */
            api_keys: components["schemas"]["ApiKey"][];
        };
        /** @description The query of listApiRequests */
        ListApiRequestsQuery: {
            /**
             * Format: uuid
             * @description The API key’s id
             */
            api_key_id?: string;
            /**
             * @description Answers of this class of HTTP statuses
             * @enum {string}
             */
            status_class?: "2xx" | "3xx" | "4xx" | "5xx";
            /** @description An operationId */
            operation?: string;
            /**
             * Format: uuid
             * @description The `next_before` of the page before: requests that are older than that one
             */
            before?: string;
            /**
             * @description The largest number of records in the answer
             * @default 50
             */
            limit?: number;
        };
        ListApiRequestsResponse: {
            /** @description Requests that were made with API keys */
            requests: components["schemas"]["ApiRequest"][];
            /** @description The `before` of the next page; null on the last one */
            next_before: string | null;
        };
        /** @description The query of listApplications */
        ListApplicationsQuery: {
            /**
             * @description The state of the record
             * @enum {string}
             */
            status?: "pending" | "approved" | "rejected" | "left";
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id?: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id?: string;
            /**
             * @description The page of the list, from 1
             * @default 1
             */
            page?: number;
            /**
             * @description Records on one page
             * @default 50
             */
            per_page?: number;
        };
        ListApplicationsResponse: {
            /** @description The applications */
            applications: components["schemas"]["Applicant"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description The query of listAttributionChangeConversions */
        ListAttributionChangeConversionsQuery: {
            /**
             * @description The page of the list, from 1
             * @default 1
             */
            page?: number;
            /**
             * @description Records on one page
             * @default 50
             */
            per_page?: number;
        };
        ListAttributionChangeConversionsResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description The result of the call */
            data: components["schemas"]["ChangedConversion"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description The query of listAttributionChanges */
        ListAttributionChangesQuery: {
            /**
             * @description The page of the list, from 1
             * @default 1
             */
            page?: number;
            /**
             * @description Records on one page
             * @default 20
             */
            per_page?: number;
        };
        ListAttributionChangesResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description The result of the call */
            data: components["schemas"]["AttributionChange"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description The query of listAuditEntries */
        ListAuditEntriesQuery: {
            /**
             * Format: uuid
             * @description The member’s id
             */
            member_id?: string;
            /** @description The operationId */
            operation?: string;
            /** @description The id of a record that was changed */
            target?: string;
            /** @description The start: a date (its first moment, UTC) or a time */
            start_date?: string;
            /** @description The end: a date (that whole day, UTC) or a time */
            end_date?: string;
            /**
             * Format: uuid
             * @description What it was before
             */
            before?: string;
            /**
             * @description The largest number of records in the answer
             * @default 50
             */
            limit?: number;
        };
        /** @description The query of listBrandClaims */
        ListBrandClaimsQuery: {
            /**
             * @description `open` waits for the brand · `accepted`: the order is credited · `refused` by the brand · `answered` by the order’s own conversion · `expired`: the brand did not decide in time
             * @enum {string}
             */
            status?: "open" | "accepted" | "refused" | "answered" | "expired";
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id?: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id?: string;
            /** @description The shop’s id of the order */
            order_id?: string;
            /**
             * Format: uuid
             * @description The `next_before` of the page before: claims that are older than that one
             */
            before?: string;
            /**
             * @description The largest number of records in the answer
             * @default 50
             */
            limit?: number;
        };
        ListBrandClaimsResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description The result of the call */
            data: {
                /** @description Claims to missing orders */
                claims: components["schemas"]["Claim"][];
                /** @description Claims that wait for a decision, whatever the filters; at most 1,000 count */
                open: number;
                /** @description The `before` of the next page; null on the last one */
                next_before: string | null;
            };
        };
        /** @description The query of listBrandConversions */
        ListBrandConversionsQuery: {
            /** @description The state of the record */
            status?: components["schemas"]["ConversionStatus"];
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id?: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id?: string;
            /** @description The start: a date (its first moment, UTC) or a time */
            date_from?: string;
            /** @description The end: a date (that whole day, UTC) or a time */
            date_to?: string;
            /** @description The least value of the order */
            min_value?: string;
            /** @description The largest value of the order */
            max_value?: string;
            /** @description What the customer did */
            conversion_type?: components["schemas"]["ConversionType"];
            /** @description Whether a person must decide */
            requires_review?: boolean;
            /**
             * @description The page of the list, from 1
             * @default 1
             */
            page?: number;
            /**
             * @description Records on one page
             * @default 50
             */
            per_page?: number;
        };
        ListBrandConversionsResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description The result of the call */
            data: {
                /** @description Orders and leads */
                conversions: components["schemas"]["Conversion"][];
                pagination: components["schemas"]["Pagination"];
            };
        };
        ListBrandReportSchedulesResponse: {
            /** @description The scheduled reports */
            schedules: components["schemas"]["BrandReportSchedule"][];
        };
        /** @description The query of listCampaigns */
        ListCampaignsQuery: {
            /** @description The state of the record */
            status?: components["schemas"]["CampaignStatus"];
            /** @description The type of the record */
            type?: components["schemas"]["CampaignType"];
            /**
             * @description The page of the list, from 1
             * @default 1
             */
            page?: number;
            /**
             * @description Records on one page
             * @default 50
             */
            per_page?: number;
        };
        ListCampaignsResponse: {
            /** @description The campaigns */
            campaigns: components["schemas"]["Campaign"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description The query of listClickStatements */
        ListClickStatementsQuery: {
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id?: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id?: string;
            /**
             * @description The kind of record
             * @enum {string}
             */
            kind?: "click" | "impression";
            /**
             * Format: date
             * @description The start: a date (its first moment, UTC) or a time
             */
            start_date?: string;
            /**
             * Format: date
             * @description The end: a date (that whole day, UTC) or a time
             */
            end_date?: string;
            /**
             * @description The page of the list, from 1
             * @default 1
             */
            page?: number;
            /**
             * @description Records on one page
             * @default 50
             */
            per_page?: number;
        };
        ListClickStatementsResponse: {
            /** @description The statements, one per campaign and day */
            statements: components["schemas"]["ClickStatement"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description The query of listClicks */
        ListClicksQuery: {
            /** @description The start: a date (its first moment, UTC) or a time */
            start_date?: string;
            /** @description The end: a date (that whole day, UTC) or a time */
            end_date?: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id?: string;
            /**
             * Format: uuid
             * @description The link’s id
             */
            link_id?: string;
            /**
             * @description The page of the list, from 1
             * @default 1
             */
            page?: number;
            /**
             * @description Records on one page
             * @default 50
             */
            per_page?: number;
        };
        ListClicksResponse: {
            /** @description Clicks, without repeated and invalid ones */
            clicks: components["schemas"]["Click"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description The query of listCommissionConversions */
        ListCommissionConversionsQuery: {
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id?: string;
            /** @description The state of the record */
            status?: components["schemas"]["ConversionStatus"];
            /** @description The start: a date (its first moment, UTC) or a time */
            start_date?: string;
            /** @description The end: a date (that whole day, UTC) or a time */
            end_date?: string;
            /**
             * @description The page of the list, from 1
             * @default 1
             */
            page?: number;
            /**
             * @description Records on one page
             * @default 20
             */
            page_size?: number;
        };
        ListCommissionConversionsResponse: {
            /** @description Orders and leads */
            conversions: components["schemas"]["EarningConversion"][];
            /** @description How many there are in all */
            total: number;
            /** @description The page of the list, from 1 */
            page: number;
            /** @description Records on one page */
            page_size: number;
            /** @description How many pages the list has */
            total_pages: number;
        };
        /** @description The query of listCommissionTiers */
        ListCommissionTiersQuery: {
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id?: string;
        };
        /** @description The query of listCommissions */
        ListCommissionsQuery: {
            /** @description The state of the record */
            status?: components["schemas"]["CommissionStatus"];
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id?: string;
            /** @description The start: a date (its first moment, UTC) or a time */
            start_date?: string;
            /** @description The end: a date (that whole day, UTC) or a time */
            end_date?: string;
            /**
             * @description Records before the page
             * @default 0
             */
            skip?: number;
            /**
             * @description The largest number of records in the answer
             * @default 50
             */
            limit?: number;
        };
        /** @description The query of listCoupons */
        ListCouponsQuery: {
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id?: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id?: string;
            /** @description What customers enter; matched without regard to case and to spaces around it */
            code?: string;
            /** @description Whether the code is not switched off */
            active?: boolean;
            /**
             * @description The page of the list, from 1
             * @default 1
             */
            page?: number;
            /**
             * @description Records on one page
             * @default 50
             */
            per_page?: number;
        };
        ListCouponsResponse: {
            /** @description The coupon codes */
            coupons: components["schemas"]["Coupon"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description The query of listCreatives */
        ListCreativesQuery: {
            /**
             * @description The page of the list, from 1
             * @default 1
             */
            page?: number;
            /**
             * @description Records on one page
             * @default 50
             */
            per_page?: number;
        };
        /** @description The query of listCustomerErasures */
        ListCustomerErasuresQuery: {
            /**
             * @description The page of the list, from 1
             * @default 1
             */
            page?: number;
            /**
             * @description Records on one page
             * @default 20
             */
            per_page?: number;
        };
        ListCustomerErasuresResponse: {
            /** @description The receipts */
            erasures: components["schemas"]["CustomerErasure"][];
            pagination: components["schemas"]["Pagination"];
        };
        ListFraudDriftsResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description The result of the call */
            data: {
                /** @description The latest day first */
                drifts: components["schemas"]["FraudDrift"][];
            };
        };
        /** @description The query of listFraudHolds */
        ListFraudHoldsQuery: {
            /**
             * @description Records before the page
             * @default 0
             */
            skip?: number;
            /**
             * @description The largest number of records in the answer
             * @default 50
             */
            limit?: number;
        };
        ListFraudWeightsResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description The result of the call */
            data: {
                /** @description Versions of the weights, the newest first */
                weights: components["schemas"]["FraudWeights"][];
            };
        };
        /** @description The query of listHeldClicks */
        ListHeldClicksQuery: {
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id?: string;
            /**
             * @description The kind of record
             * @enum {string}
             */
            kind?: "click" | "impression";
            /**
             * Format: date
             * @description The day (UTC)
             */
            date?: string;
            /** @description Why, in words or as a code */
            reason?: string;
            /**
             * @description Records before the page
             * @default 0
             */
            skip?: number;
            /**
             * @description The largest number of records in the answer
             * @default 50
             */
            limit?: number;
        };
        /** @description The query of listHeldPayouts */
        ListHeldPayoutsQuery: {
            /**
             * @description Records before the page
             * @default 0
             */
            offset?: number;
            /**
             * @description The largest number of records in the answer
             * @default 50
             */
            limit?: number;
        };
        ListHeldPayoutsResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description The payouts, or how many there are */
            payouts: components["schemas"]["HeldPayout"][];
            /** @description How many there are in all */
            total: number;
            /** @description The largest number of records in the answer */
            limit: number;
            /** @description Records before the page */
            offset: number;
        };
        ListIntegrationsResponse: {
            /** @description The connected shops */
            integrations: components["schemas"]["Integration"][];
        };
        /** @description The query of listInvitations */
        ListInvitationsQuery: {
            /**
             * @description The page of the list, from 1
             * @default 1
             */
            page?: number;
            /**
             * @description Records on one page
             * @default 50
             */
            per_page?: number;
        };
        ListInvitationsResponse: {
            /** @description The invitations */
            invitations: components["schemas"]["Invitation"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description The query of listLinks */
        ListLinksQuery: {
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id?: string;
            /** @description Whether the record is active */
            active?: boolean;
            /**
             * @description The page of the list, from 1
             * @default 1
             */
            page?: number;
            /**
             * @description Records on one page
             * @default 50
             */
            per_page?: number;
        };
        ListLinksResponse: {
            /** @description The links */
            links: components["schemas"]["Link"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description The query of listNotifications */
        ListNotificationsQuery: {
            /**
             * @description The largest number of records in the answer
             * @default 50
             */
            limit?: number;
            /**
             * @description Records before the page
             * @default 0
             */
            offset?: number;
            /**
             * @description Whether only unread ones are listed
             * @default false
             */
            unread_only?: boolean;
            notification_type?: components["schemas"]["NotificationType"];
            /**
             * @description What notifications are about; `metadata.category` names it
             * @enum {string}
             */
            category?: "system" | "campaign" | "commission" | "payout" | "application" | "security" | "call_tracking" | "billing" | "general" | "webhook" | "report";
        };
        /** @description The query of listOfferCreatives */
        ListOfferCreativesQuery: {
            /**
             * @description The page of the list, from 1
             * @default 1
             */
            page?: number;
            /**
             * @description Records on one page
             * @default 50
             */
            per_page?: number;
        };
        /** @description The query of listOffers */
        ListOffersQuery: {
            /** @description The type of the record */
            type?: components["schemas"]["CampaignType"];
            /** @description Part of the campaign’s name or description, or of the brand’s name */
            search?: string;
            /**
             * Format: uuid
             * @description The brand’s id
             */
            brand_id?: string;
            /** @description Campaigns whose targeting includes this country */
            country?: string;
            /**
             * @description The kind of device, or its browser and system
             * @enum {string}
             */
            device?: "mobile" | "desktop" | "tablet";
            /**
             * @description Whether the commission is a percentage or a fixed amount
             * @enum {string}
             */
            commission_type?: "percentage" | "fixed";
            /** @description Percent, or units of the currency; requires commission_type */
            min_commission?: string;
            /** @description ISO 4217 currency code */
            currency?: string;
            /**
             * @description Who may join
             * @enum {string}
             */
            approval?: "auto" | "manual" | "invite_only";
            /** @description Whether it is shown to invited affiliates alone */
            exclusive?: boolean;
            /**
             * @description The caller’s relation to the campaigns
             * @enum {string}
             */
            membership?: "none" | "invited" | "pending" | "approved" | "rejected" | "left";
            /**
             * @description The order of the list
             * @default newest
             * @enum {string}
             */
            sort?: "newest" | "name" | "commission";
            /**
             * @description The page of the list, from 1
             * @default 1
             */
            page?: number;
            /**
             * @description Records on one page
             * @default 50
             */
            per_page?: number;
        };
        ListOffersResponse: {
            /** @description The campaigns */
            campaigns: components["schemas"]["Offer"][];
            pagination: components["schemas"]["Pagination"];
        };
        ListOidcLinksResponse: {
            /** @description The provider */
            provider: string | null;
            /** @description The links */
            links: components["schemas"]["OidcLink"][];
        };
        /** @description The query of listOwnCoupons */
        ListOwnCouponsQuery: {
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id?: string;
            /** @description Whether the code is not switched off */
            active?: boolean;
            /**
             * @description The page of the list, from 1
             * @default 1
             */
            page?: number;
            /**
             * @description Records on one page
             * @default 50
             */
            per_page?: number;
        };
        ListOwnCouponsResponse: {
            /** @description The coupon codes */
            coupons: components["schemas"]["OwnCoupon"][];
            pagination: components["schemas"]["Pagination"];
        };
        ListPasskeysResponse: {
            /** @description The login’s passkeys */
            passkeys: components["schemas"]["Passkey"][];
        };
        /** @description The query of listPayments */
        ListPaymentsQuery: {
            /**
             * @description The page of the list, from 1
             * @default 1
             */
            page?: number;
            /**
             * @description Records on one page
             * @default 20
             */
            page_size?: number;
        };
        ListPaymentsResponse: {
            /** @description The payments */
            payments: components["schemas"]["Payment"][];
            /** @description How many there are in all */
            total: number;
            /** @description The page of the list, from 1 */
            page: number;
            /** @description Records on one page */
            page_size: number;
            /** @description How many pages the list has */
            total_pages: number;
        };
        ListPayoutAccountChangesResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description What changed */
            changes: components["schemas"]["PayoutAccountChange"][];
        };
        ListPayoutAccountsResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description The accounts, or how many were checked */
            accounts: components["schemas"]["PayoutAccount"][];
        };
        /** @description The query of listPayoutBatches */
        ListPayoutBatchesQuery: {
            /**
             * @description Records before the page
             * @default 0
             */
            offset?: number;
            /**
             * @description The largest number of records in the answer
             * @default 50
             */
            limit?: number;
        };
        ListPayoutBatchesResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description The batches */
            batches: components["schemas"]["PayoutBatch"][];
            /** @description How many there are in all */
            total: number;
            /** @description The largest number of records in the answer */
            limit: number;
            /** @description Records before the page */
            offset: number;
        };
        /** @description The query of listPayouts */
        ListPayoutsQuery: {
            /**
             * @description The state of the record
             * @enum {string}
             */
            status?: "pending" | "in_transit" | "completed" | "failed";
            /**
             * @description Records before the page
             * @default 0
             */
            offset?: number;
            /**
             * @description The largest number of records in the answer
             * @default 50
             */
            limit?: number;
        };
        ListPayoutsResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description The payouts, or how many there are */
            payouts: components["schemas"]["PayoutItem"][];
            /** @description How many there are in all */
            total: number;
            /** @description The largest number of records in the answer */
            limit: number;
            /** @description Records before the page */
            offset: number;
        };
        /** @description The query of listPendingConversions */
        ListPendingConversionsQuery: {
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id?: string;
        };
        ListPendingConversionsResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description The result of the call */
            data: {
                /** @description Orders and leads */
                conversions: components["schemas"]["PendingConversion"][];
                /** @description How many there are in all */
                total: number;
            };
        };
        /** @description The query of listPostbacks */
        ListPostbacksQuery: {
            /**
             * @description Records before the page
             * @default 0
             */
            skip?: number;
            /**
             * @description The largest number of records in the answer
             * @default 50
             */
            limit?: number;
            /**
             * @description Whether only active ones are listed
             * @default false
             */
            active_only?: boolean;
        };
        ListPostbacksResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description The result of the call */
            data: {
                /** @description The postbacks */
                postbacks: components["schemas"]["Postback"][];
                /** @description How many there are in all */
                total: number;
                /** @description The page of the list, from 1 */
                page: number;
                /** @description Records on one page */
                per_page: number;
            };
        };
        /** @description The query of listProducts */
        ListProductsQuery: {
            /** @description The brand’s number of the product */
            sku?: string;
            /** @description The category */
            category?: string;
            /**
             * @description The page of the list, from 1
             * @default 1
             */
            page?: number;
            /**
             * @description Records on one page
             * @default 50
             */
            per_page?: number;
        };
        ListProductsResponse: {
            /** @description The products */
            products: components["schemas"]["Product"][];
            pagination: components["schemas"]["Pagination"];
        };
        ListReportSchedulesResponse: {
            /** @description The scheduled reports */
            schedules: components["schemas"]["ReportSchedule"][];
        };
        ListReviewSampleResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description The result of the call */
            data: {
                /** @description The latest first, at most 100 */
                conversions: components["schemas"]["DrawnConversion"][];
            };
        };
        ListScriptVersionsResponse: {
            /**
             * Format: uri
             * @description Always the newest version, without a fixed hash; kept for an hour
             */
            newest_url: string;
            /** @description What the head of every page of the shop has */
            tag: string;
            /** @description The newest first */
            versions: components["schemas"]["ScriptVersion"][];
        };
        ListSessionsResponse: {
            /** @description The login’s open sessions */
            sessions: components["schemas"]["Session"][];
        };
        ListTeamInvitationsResponse: {
            /** @description The invitations */
            invitations: components["schemas"]["TeamInvitation"][];
        };
        ListTeamMembersResponse: {
            /** @description The people who may act in the account */
            members: components["schemas"]["TeamMember"][];
        };
        /** @description The query of listTrackingNumbers */
        ListTrackingNumbersQuery: {
            /**
             * @description The page of the list, from 1
             * @default 1
             */
            page?: number;
            /**
             * @description Records on one page
             * @default 50
             */
            per_page?: number;
        };
        ListTrackingNumbersResponse: {
            /** @description Telephone numbers in E.164 form */
            numbers: components["schemas"]["TrackingNumber"][];
            pagination: components["schemas"]["Pagination"];
        };
        ListTrackingSecretsResponse: {
            /** @description The brand’s secrets */
            tracking_secrets: components["schemas"]["TrackingSecret"][];
        };
        /** @description The query of listUsers */
        ListUsersQuery: {
            /**
             * @description The page of the list, from 1
             * @default 1
             */
            page?: number;
            /**
             * @description Records on one page
             * @default 50
             */
            per_page?: number;
            /** @description What the account, or the person in it, may do */
            role?: components["schemas"]["AccountRole"];
            /** @description The state of the record */
            status?: components["schemas"]["AccountStatus"];
            /** @description What the account pays for */
            plan?: components["schemas"]["Plan"];
            /**
             * Format: email
             * @description The e-mail address
             */
            email?: string;
            /** @description A part of the name, the company or the e-mail address, in any case. */
            search?: string;
        };
        ListUsersResponse: {
            /** @description The accounts */
            users: components["schemas"]["User"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description The query of listWebhookDeadLetters */
        ListWebhookDeadLettersQuery: {
            /**
             * @description Records before the page
             * @default 0
             */
            skip?: number;
            /**
             * @description The largest number of records in the answer
             * @default 50
             */
            limit?: number;
        };
        ListWebhookDeadLettersResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description The result of the call */
            data: {
                /** @description The events that are sent there */
                events: components["schemas"]["WebhookDelivery"][];
                /** @description How many there are in all */
                total: number;
                /** @description The page of the list, from 1 */
                page: number;
                /** @description Records on one page */
                per_page: number;
            };
        };
        /** @description The query of listWebhookDeliveries */
        ListWebhookDeliveriesQuery: {
            /**
             * @description Records before the page
             * @default 0
             */
            skip?: number;
            /**
             * @description The largest number of records in the answer
             * @default 50
             */
            limit?: number;
            /**
             * @description The state of the record
             * @enum {string}
             */
            status?: "success" | "failed" | "retrying";
        };
        ListWebhookDeliveriesResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description The result of the call */
            data: {
                /** @description The events that are sent there */
                events: components["schemas"]["WebhookDelivery"][];
                /** @description How many there are in all */
                total: number;
                /** @description The page of the list, from 1 */
                page: number;
                /** @description Records on one page */
                per_page: number;
            };
        };
        /** @description The query of listWebhookEndpoints */
        ListWebhookEndpointsQuery: {
            /**
             * @description Records before the page
             * @default 0
             */
            skip?: number;
            /**
             * @description The largest number of records in the answer
             * @default 50
             */
            limit?: number;
            /**
             * @description Whether only active ones are listed
             * @default false
             */
            active_only?: boolean;
        };
        ListWebhookEndpointsResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description The result of the call */
            data: {
                /** @description The webhook endpoints */
                endpoints: components["schemas"]["WebhookEndpoint"][];
                /** @description How many there are in all */
                total: number;
                /** @description The page of the list, from 1 */
                page: number;
                /** @description Records on one page */
                per_page: number;
            };
        };
        ListWebhookEventTypesResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description The result of the call */
            data: components["schemas"]["WebhookEventType"][];
        };
        LogInByOidcRequest: {
            /** @description A code of digits, or the code of a reason */
            code: string;
            /**
             * Format: uuid
             * @description The account’s id
             */
            account_id?: string;
        };
        LogInByPasskeyRequest: {
            /** @description Continues a sign-in or a passkey’s challenge; of one use */
            challenge_token: string;
            credential: components["schemas"]["AssertionCredential"];
            /**
             * Format: uuid
             * @description The account’s id
             */
            account_id?: string;
        };
        LogInRequest: {
            /**
             * Format: email
             * @description The e-mail address
             */
            email: string;
            /** @description At least 10 characters; common passwords are refused */
            password: string;
            /**
             * Format: uuid
             * @description The account’s id
             */
            account_id?: string;
        };
        LogOutRequest: {
            /** @description Required without a session cookie */
            refresh_token?: string;
        };
        LogOutResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description A text for people */
            message: string;
        };
        /** @description Values of the macros; those left out are samples */
        MacroValues: {
            /** @description The click’s id, as the landing page gets it */
            click_id?: string;
            /** @description The link’s first sub id */
            sub1?: string;
            /** @description The link’s second sub id */
            sub2?: string;
            /** @description The link’s third sub id */
            sub3?: string;
            /** @description The link’s fourth sub id */
            sub4?: string;
            /** @description The link’s fifth sub id */
            sub5?: string;
            /** @description The coupon code of the order */
            coupon_code?: string;
            /** @description The macro values’s amount, with the decimals of its currency */
            amount?: string;
            /** @description ISO 4217 code of the currency */
            currency?: string;
            /** @description The state of the macro values */
            status?: string;
            /** @description The delivery’s id */
            event_id?: string;
        };
        MarkAllNotificationsReadResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description A text for people */
            message: string;
            /** @description How many there are */
            count: number;
        };
        MarkNotificationReadResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description A text for people */
            message: string;
        };
        /**
         * @description What a person may do in an account
         * @enum {string}
         */
        MemberRole: "owner" | "manager" | "finance" | "analyst" | "developer";
        /** @description An account in which the caller may act */
        Membership: {
            /**
             * Format: uuid
             * @description The account’s id
             */
            account_id: string;
            /** @description The membership’s name */
            name: string;
            /** @description What the account is */
            account_role: components["schemas"]["AccountRole"];
            /** @description What the person may do in the account */
            member_role: components["schemas"]["MemberRole"];
        };
        /** @description The figures of a period */
        Metrics: {
            /** @description All clicks */
            gross_clicks: number;
            /** @description Clicks without repeated and invalid ones */
            unique_clicks: number;
            /** @description Repeated clicks of a visitor */
            duplicate_clicks: number;
            /** @description Clicks of programs and other invalid ones */
            invalid_clicks: number;
            /** @description Clicks, without repeated and invalid ones */
            clicks: number;
            /** @description Orders and leads */
            conversions: number;
            /** @description conversions by unique clicks, a ratio */
            conversion_rate: number;
            /** @description The value of the orders */
            revenue: number;
            /** @description What was earned */
            earnings: number;
            /** @description earnings by clicks */
            epc: number;
        };
        /** @description The figures of another period */
        MetricsPeriod: {
            /**
             * Format: date-time
             * @description The start: a date (its first moment, UTC) or a time
             */
            start_date: string;
            /**
             * Format: date-time
             * @description The end: a date (that whole day, UTC) or a time
             */
            end_date: string;
            metrics: components["schemas"]["Metrics"];
        };
        /** @description The figures of one interval */
        MetricsPoint: {
            /** @description All clicks */
            gross_clicks: number;
            /** @description Clicks without repeated and invalid ones */
            unique_clicks: number;
            /** @description Repeated clicks of a visitor */
            duplicate_clicks: number;
            /** @description Clicks of programs and other invalid ones */
            invalid_clicks: number;
            /** @description Clicks, without repeated and invalid ones */
            clicks: number;
            /** @description Orders and leads */
            conversions: number;
            /** @description conversions by unique clicks, a ratio */
            conversion_rate: number;
            /** @description The value of the orders */
            revenue: number;
            /** @description What was earned */
            earnings: number;
            /** @description earnings by clicks */
            epc: number;
            /**
             * Format: date-time
             * @description The period that the figures are of
             */
            period: string;
        };
        /** @description State of the data_driven model: until it is trained, credit is split evenly */
        ModelTraining: {
            /** @description Whether the model has seen enough conversions */
            is_trained: boolean;
            /** @description Which version it is */
            version: number | null;
            /** @description When the model was trained; null where it was not */
            trained_at: string | null;
            /** @description Orders of the last 90 days that the model was trained on */
            conversions: number;
            /** @description The conversions that training needs */
            minimum_conversions: number;
            /** @description The model that stands in while `data_driven` is not trained; null where none does */
            falls_back_to: "linear" | null;
        };
        /** @description What an order of the campaign earns */
        NewCampaignCommission: {
            /**
             * @description The type of the new campaign commission
             * @enum {string}
             */
            type: "percentage" | "fixed";
            /** @description Percent, or of a fixed commission the amount in `currency` */
            value: number;
            /**
             * @description ISO 4217 currency code
             * @default USD
             */
            currency?: string;
            /** @description Days that a commission waits before it can be paid */
            hold_days?: number;
            /** @description Months for which renewals of a subscription earn; null without end */
            recurring_months?: number | null;
        };
        /** @description A coupon code to make */
        NewCoupon: {
            /**
             * Format: uuid
             * @description An active or paused campaign of the brand
             */
            campaign_id: string;
            /**
             * Format: uuid
             * @description A member of the campaign; orders with the code are this affiliate’s
             */
            affiliate_id: string;
            /** @description What customers enter; matched without regard to case and to spaces around it */
            code: string;
            /**
             * @description The first moment of its validity; default now
             * @default null
             */
            starts_at?: (string) | null;
            /**
             * @description The moment from which it is no longer valid; null for no end
             * @default null
             */
            ends_at?: (string) | null;
        };
        /** @description The settings of one signal */
        NewFraudFactor: {
            /** @description Whether it is used */
            enabled?: boolean;
            /** @description The weight of the signal in the score */
            weight?: number;
            /** @description Where the signal begins and where it is full */
            thresholds?: {
                [key: string]: components["schemas"]["NewFraudRamp"];
            };
        };
        /** @description Where a signal begins and where it is full */
        NewFraudRamp: {
            /** @description The value before, or where a signal begins */
            from: number;
            /** @description The value now, or where a signal is full */
            to: number;
        };
        /** @description A payout that was made */
        NewPayout: {
            /**
             * Format: uuid
             * @description The new payout’s id
             */
            id: string;
            /** @description The new payout’s amount, with the decimals of its currency */
            amount: number;
            /**
             * @description The state of the new payout
             * @enum {string}
             */
            status: "pending" | "in_transit" | "completed" | "failed";
            /** @description The provider */
            provider: components["schemas"]["PayoutProvider"];
            /**
             * Format: date-time
             * @description When the new payout was created
             */
            created_at: string;
            /** @description Only where the payout is held for review */
            hold_reasons?: components["schemas"]["HoldReason"][];
        };
        /** @description A tier as it is set */
        NewTier: {
            /** @description The new tier’s name */
            name: string;
            /**
             * @description What people read of the new tier
             * @default
             */
            description?: string;
            /** @description Percent that the tier adds to the commission */
            bonus_percent: number;
            /** @description The least number of conversions in the period */
            min_conversions: number;
            /** @description The least value of orders in the period, USD */
            min_revenue: number;
            /**
             * @default {
             *       "early_payout": false,
             *       "priority_support": false,
             *       "exclusive_campaigns": false
             *     }
             */
            benefits?: components["schemas"]["NewTierBenefits"];
            /**
             * @description Whether the new tier is active
             * @default true
             */
            is_active?: boolean;
        };
        /** @description What a tier offers */
        NewTierBenefits: {
            /**
             * @description Whether commissions are paid before the end of their hold
             * @default false
             */
            early_payout?: boolean;
            /**
             * @description Whether support answers first
             * @default false
             */
            priority_support?: boolean;
            /**
             * @description Whether campaigns of invited affiliates are open
             * @default false
             */
            exclusive_campaigns?: boolean;
            /** @description Whether the tier’s bonus counts */
            higher_commissions?: boolean;
            /** @description Whether a person looks after the affiliate */
            dedicated_manager?: boolean;
        };
        /** @description A new secret that signs tracking calls */
        NewTrackingSecret: {
            /**
             * Format: uuid
             * @description The new tracking secret’s id
             */
            id: string;
            /** @description The new tracking secret’s name */
            name: string | null;
            /** @description Shown only once */
            secret: string;
            /**
             * Format: date-time
             * @description When the new tracking secret was created
             */
            created_at: string;
            /** @description What changes for the brand’s calls */
            message: string;
        };
        /** @description UTM parameters to add */
        NewUtm: {
            /** @description Where it came from */
            source?: string | null;
            /** @description `utm_medium` */
            medium?: string | null;
            /** @description `utm_campaign` */
            campaign?: string | null;
            /** @description `utm_term` */
            term?: string | null;
            /** @description `utm_content` */
            content?: string | null;
        };
        /** @description A message to a person */
        Notification: {
            /**
             * Format: uuid
             * @description The notification’s id
             */
            id: string;
            type: components["schemas"]["NotificationType"];
            /**
             * @description The channel of the notification
             * @enum {string}
             */
            channel: "email" | "push" | "sms" | "in_app";
            /** @description The title */
            title: string;
            /** @description A text for people */
            message: string;
            /**
             * @description How urgent it is
             * @enum {string}
             */
            priority: "low" | "normal" | "high" | "urgent";
            /**
             * @description The state of the notification
             * @enum {string}
             */
            status: "queued" | "sent" | "failed" | "suppressed";
            /** @description The complete URL of the page that the notification is about. Where the operator has no console (`CONSOLE_URL`) it is the record in the API, which the token of the call opens */
            action_url: string | null;
            /** @description The label of the link, in the language of the notification; null without a link */
            action_label: string | null;
            /** @description What it is about; null where nothing in particular */
            entity_type: string | null;
            /** @description The id of what it is about */
            entity_id: string | null;
            /** @description When it was read; null until then */
            read_at: string | null;
            /**
             * Format: date-time
             * @description When the notification was created
             */
            created_at: string;
            /** @description When it was sent */
            sent_at: string | null;
            /** @description Further fields */
            metadata: {
                [key: string]: unknown;
            };
        };
        /** @description What a person is notified of, and how */
        NotificationPreferences: {
            /** @description The language (en, de, es) of notifications and e-mails, and with a region the form of their amounts and dates */
            locale: string;
            /** @description Whether e-mails are sent */
            email_enabled: boolean;
            /**
             * @description Whether e-mails come one by one, as a digest, or never
             * @enum {string}
             */
            email_frequency: "instant" | "daily" | "weekly" | "never";
            /** @description Whether push messages are sent */
            push_enabled: boolean;
            /** @description Whether text messages are sent */
            sms_enabled: boolean;
            /** @description Whether notifications appear in the app */
            in_app_enabled: boolean;
            /** @description Whether the quiet hours apply */
            quiet_hours_enabled: boolean;
            /** @description When the quiet hours begin, HH:MM */
            quiet_hours_start: string | null;
            /** @description When the quiet hours end, HH:MM */
            quiet_hours_end: string | null;
            /** @description The time zone of the quiet hours (IANA) */
            quiet_hours_timezone: string;
            /** @description Whether “do not disturb” applies */
            dnd_enabled: boolean;
            /** @description When “do not disturb” begins; null: at once */
            dnd_start: string | null;
            /** @description When “do not disturb” ends; null: never */
            dnd_end: string | null;
            /** @description Whether the notifications of a category use a channel, of those that are on. Security cannot be switched off. */
            category_channels: {
                [key: string]: components["schemas"]["CategoryChannels"];
            };
        };
        /**
         * @description What a notification is about
         * @enum {string}
         */
        NotificationType: "commission_earned" | "commission_approved" | "commission_denied" | "payout_processed" | "campaign_created" | "campaign_launched" | "campaign_ended" | "campaign_updated" | "application_approved" | "application_rejected" | "security_alert" | "test" | "account_link" | "campaign_invitation" | "team_invitation" | "scheduled_report" | "attribution_changed" | "channel_switched_off" | "webhook_failing" | "webhook_switched_off" | "tracking_alarm" | "tracking_alarm_ended" | "claim_received" | "claim_decided";
        /** @description A campaign as affiliates see it */
        Offer: {
            /**
             * Format: uuid
             * @description The offer’s id
             */
            id: string;
            /**
             * Format: uuid
             * @description The brand’s id
             */
            brand_id: string;
            /** @description The brand’s name */
            brand_name: string;
            /** @description The offer’s name */
            name: string;
            /** @description What people read of the offer */
            description: string;
            /** @description The type of the offer */
            type: components["schemas"]["CampaignType"];
            /** @description Where visitors of its links arrive */
            landing_page_url: string;
            /**
             * @description What counts where a click or report states no consent
             * @enum {string}
             */
            consent_default: "granted" | "denied";
            /** @description The part of visitors, drawn at random, whose orders are credited to nobody, so that it is known how many orders clicks bring; their redirects work, and state `holdout=1` to the shop */
            holdout_percent: number;
            /** @description Whether it is shown to invited affiliates alone */
            exclusive: boolean;
            /** @description When it begins; null: at once */
            starts_at: (string) | null;
            /** @description When it ends; null: never */
            ends_at: (string) | null;
            commission: components["schemas"]["CampaignCommission"];
            approval: components["schemas"]["CampaignApproval"];
            targeting: components["schemas"]["CampaignTargeting"];
            /** @description How telephone calls are paid; null for other campaigns */
            call: components["schemas"]["CallTerms"] | null;
            attribution: components["schemas"]["CampaignAttribution"];
            /** @description The state of the offer */
            status: components["schemas"]["CampaignStatus"];
            /**
             * @description Only where the suspension of the brand pauses the campaign
             * @constant
             */
            paused_reason?: "brand_suspended";
            /**
             * Format: date-time
             * @description When the offer was created
             */
            created_at: string;
            membership: components["schemas"]["CampaignMembership"];
        };
        /** @description An account at an OpenID provider by which the login signs in */
        OidcLink: {
            /**
             * Format: uuid
             * @description The oidc link’s id
             */
            id: string;
            /** @description The OpenID provider’s address */
            issuer: string;
            /** @description The provider’s name of the person */
            subject: string;
            /**
             * Format: date-time
             * @description When the oidc link was created
             */
            created_at: string;
        };
        /** @description A session that was opened or continued */
        OpenedSession: components["schemas"]["TokenSession"] | components["schemas"]["CookieSession"];
        /**
         * @description ISO 4217 code of a currency that orders may have
         * @enum {string}
         */
        OrderCurrency: "AED" | "AFN" | "ALL" | "AMD" | "AOA" | "ARS" | "AUD" | "AWG" | "AZN" | "BAM" | "BBD" | "BDT" | "BHD" | "BIF" | "BMD" | "BND" | "BOB" | "BOV" | "BRL" | "BSD" | "BTN" | "BWP" | "BYN" | "BZD" | "CAD" | "CDF" | "CHE" | "CHF" | "CHW" | "CLF" | "CLP" | "CNY" | "COP" | "COU" | "CRC" | "CUP" | "CVE" | "CZK" | "DJF" | "DKK" | "DOP" | "DZD" | "EGP" | "ERN" | "ETB" | "EUR" | "FJD" | "FKP" | "GBP" | "GEL" | "GHS" | "GIP" | "GMD" | "GNF" | "GTQ" | "GYD" | "HKD" | "HNL" | "HTG" | "HUF" | "IDR" | "ILS" | "INR" | "IQD" | "IRR" | "ISK" | "JMD" | "JOD" | "JPY" | "KES" | "KGS" | "KHR" | "KMF" | "KPW" | "KRW" | "KWD" | "KYD" | "KZT" | "LAK" | "LBP" | "LKR" | "LRD" | "LSL" | "LYD" | "MAD" | "MDL" | "MGA" | "MKD" | "MMK" | "MNT" | "MOP" | "MRU" | "MUR" | "MVR" | "MWK" | "MXN" | "MXV" | "MYR" | "MZN" | "NAD" | "NGN" | "NIO" | "NOK" | "NPR" | "NZD" | "OMR" | "PAB" | "PEN" | "PGK" | "PHP" | "PKR" | "PLN" | "PYG" | "QAR" | "RON" | "RSD" | "RUB" | "RWF" | "SAR" | "SBD" | "SCR" | "SDG" | "SEK" | "SGD" | "SHP" | "SLE" | "SOS" | "SRD" | "SSP" | "STN" | "SVC" | "SYP" | "SZL" | "THB" | "TJS" | "TMT" | "TND" | "TOP" | "TRY" | "TTD" | "TWD" | "TZS" | "UAH" | "UGX" | "USD" | "USN" | "UYI" | "UYU" | "UYW" | "UZS" | "VED" | "VES" | "VND" | "VUV" | "WST" | "XAD" | "XAF" | "XCD" | "XCG" | "XOF" | "XPF" | "YER" | "ZAR" | "ZMW" | "ZWG";
        /** @description A product of an order */
        OrderedProduct: {
            /** @description The brand’s number of the product */
            sku: string;
            /** @description The ordered product’s name */
            name: string;
            /** @description How many were ordered */
            quantity: number;
            /** @description A decimal with at most as many decimals as its currency has */
            price: number | string;
            /** @description The category */
            category?: string;
        };
        /** @description The outbox of a service */
        OutboxState: {
            /** @description Events that wait to be published. */
            pending: number;
            /** @description For how long the oldest of them waits, seconds; 0 where none does. */
            oldest_seconds: number;
            /** @description Events that Kafka refused for good; later ones of their key wait behind them. */
            dead: number;
        };
        /** @description A coupon code as its affiliate sees it */
        OwnCoupon: {
            /**
             * Format: uuid
             * @description The code’s id in the API
             */
            id: string;
            /** @description As the brand writes it */
            code: string;
            /**
             * Format: uuid
             * @description The campaign whose terms the code’s orders earn by
             */
            campaign_id: string;
            /**
             * Format: date-time
             * @description The first moment of its validity
             */
            starts_at: string;
            /** @description The moment from which it is no longer valid; null for no end */
            ends_at: string | null;
            /**
             * @description What the code is now; only `active` codes are valid
             * @enum {string}
             */
            status: "scheduled" | "active" | "expired" | "deactivated";
            /**
             * Format: date-time
             * @description When the brand created it
             */
            created_at: string;
        };
        /** @description What became of an order that a page reported */
        PageOrderReport: {
            /**
             * @description The state of the page order report
             * @enum {string}
             */
            status: "recorded" | "duplicate";
            /**
             * Format: uuid
             * @description The conversion’s id
             */
            conversion_id: string;
        };
        /** @description The place of a page in its list */
        Pagination: {
            /** @description The page of the list, from 1 */
            page: number;
            /** @description Records on one page */
            per_page: number;
            /** @description Records on all pages */
            total: number;
            /** @description How many pages the list has */
            pages: number;
        };
        /** @description A passkey of a login */
        Passkey: {
            /**
             * Format: uuid
             * @description The passkey’s id
             */
            id: string;
            /** @description The passkey’s name */
            name: string;
            /** @description Whether the passkey may be copied to the owner’s other devices */
            is_synced: boolean;
            /** @description When its signature counter went back, so that a copy may exist: remove it */
            copy_suspected_at: string | null;
            /**
             * Format: date-time
             * @description When the passkey was created
             */
            created_at: string;
            /** @description When it was last used; null where never */
            last_used_at: string | null;
        };
        /** @description A challenge for an authenticator */
        PasskeyChallenge: {
            /** @description Continues a sign-in or a passkey’s challenge; of one use */
            challenge_token: string;
            /** @description The options for the browser’s WebAuthn call */
            options: {
                /** @description The challenge, base64url */
                challenge: string;
            } & {
                [key: string]: unknown;
            };
        };
        /** @description A payout in the payment history, with its invoice */
        Payment: {
            /**
             * Format: uuid
             * @description The payment’s id
             */
            id: string;
            /** @description The payment’s amount, with the decimals of its currency */
            amount: number;
            /** @description What arrives: the amount less the fee */
            net_amount: number;
            /** @description ISO 4217 code of the currency */
            currency: string;
            status: components["schemas"]["PayoutStatus"];
            /** @description The kind of payment */
            payment_method_type: string;
            /** @description The id of the payment */
            transaction_id: string | null;
            /** @description The start of a scheduled payout’s period; null for others */
            period_start: string | null;
            /** @description The end of a scheduled payout’s period; null for others */
            period_end: string | null;
            /**
             * Format: date-time
             * @description When the payment was created
             */
            created_at: string;
            /** @description When the provider had paid it; null until then */
            completed_at: string | null;
            /** @description A link to the invoice; null where nothing was paid */
            invoice_url: string | null;
            /** @description A link to the credit note that cancels the invoice; null unless the provider took the payment back */
            credit_note_url: string | null;
        };
        /** @description The data of `payment.completed` */
        PaymentCompletedData: {
            /**
             * Format: uuid
             * @description The payout’s id; null where none contains it
             */
            payout_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /**
             * @description The state of the payment
             * @enum {string}
             */
            status: "pending" | "in_transit" | "completed" | "failed";
            /** @description The provider */
            provider: components["schemas"]["PayoutProvider"];
            /** @description The payment’s amount, with the decimals of its currency */
            amount: string;
            /** @description The provider’s fee */
            fee_amount: string;
            /** @description What arrives: the amount less the fee */
            net_amount: string;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description How many commissions it pays */
            commission_count: number;
            /** @description The number of the payout, for people */
            reference_number: string;
            /** @description The id of the payment */
            transaction_id: string | null;
            /** @description Why it failed; null where it did not */
            failure_reason: string | null;
            /**
             * Format: date-time
             * @description When it was requested
             */
            requested_at: string;
            /**
             * Format: date-time
             * @description When the provider had paid it; null until then
             */
            completed_at: string | null;
        };
        /** @description The provider reports that the money arrived. */
        PaymentCompletedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "payment.completed";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["PaymentCompletedData"];
        };
        /** @description Where a payout goes */
        PaymentDetails: {
            /** @description The provider */
            provider: string;
            /** @description The account at the provider, with its middle masked */
            destination: string;
        };
        /** @description The data of `payment.failed` */
        PaymentFailedData: {
            /**
             * Format: uuid
             * @description The payout’s id; null where none contains it
             */
            payout_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /**
             * @description The state of the payment
             * @enum {string}
             */
            status: "pending" | "in_transit" | "completed" | "failed";
            /** @description The provider */
            provider: components["schemas"]["PayoutProvider"];
            /** @description The payment’s amount, with the decimals of its currency */
            amount: string;
            /** @description The provider’s fee */
            fee_amount: string;
            /** @description What arrives: the amount less the fee */
            net_amount: string;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description How many commissions it pays */
            commission_count: number;
            /** @description The number of the payout, for people */
            reference_number: string;
            /** @description The id of the payment */
            transaction_id: string | null;
            /** @description Why it failed; null where it did not */
            failure_reason: string | null;
            /**
             * Format: date-time
             * @description When it was requested
             */
            requested_at: string;
            /**
             * Format: date-time
             * @description When the provider had paid it; null until then
             */
            completed_at: string | null;
        };
        /** @description The provider refused the payment. */
        PaymentFailedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "payment.failed";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["PaymentFailedData"];
        };
        /** @description The data of `payment.initiated` */
        PaymentInitiatedData: {
            /**
             * Format: uuid
             * @description The payout’s id; null where none contains it
             */
            payout_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /**
             * @description The state of the payment
             * @enum {string}
             */
            status: "pending" | "in_transit" | "completed" | "failed";
            /** @description The provider */
            provider: components["schemas"]["PayoutProvider"];
            /** @description The payment’s amount, with the decimals of its currency */
            amount: string;
            /** @description The provider’s fee */
            fee_amount: string;
            /** @description What arrives: the amount less the fee */
            net_amount: string;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description How many commissions it pays */
            commission_count: number;
            /** @description The number of the payout, for people */
            reference_number: string;
            /** @description The id of the payment */
            transaction_id: string | null;
            /** @description Why it failed; null where it did not */
            failure_reason: string | null;
            /**
             * Format: date-time
             * @description When it was requested
             */
            requested_at: string;
            /**
             * Format: date-time
             * @description When the provider had paid it; null until then
             */
            completed_at: string | null;
        };
        /** @description A payout’s amount is reserved; the payment is about to be sent to the provider. */
        PaymentInitiatedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "payment.initiated";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["PaymentInitiatedData"];
        };
        /** @description The data of `payment.processing` */
        PaymentProcessingData: {
            /**
             * Format: uuid
             * @description The payout’s id; null where none contains it
             */
            payout_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /**
             * @description The state of the payment
             * @enum {string}
             */
            status: "pending" | "in_transit" | "completed" | "failed";
            /** @description The provider */
            provider: components["schemas"]["PayoutProvider"];
            /** @description The payment’s amount, with the decimals of its currency */
            amount: string;
            /** @description The provider’s fee */
            fee_amount: string;
            /** @description What arrives: the amount less the fee */
            net_amount: string;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description How many commissions it pays */
            commission_count: number;
            /** @description The number of the payout, for people */
            reference_number: string;
            /** @description The id of the payment */
            transaction_id: string | null;
            /** @description Why it failed; null where it did not */
            failure_reason: string | null;
            /**
             * Format: date-time
             * @description When it was requested
             */
            requested_at: string;
            /**
             * Format: date-time
             * @description When the provider had paid it; null until then
             */
            completed_at: string | null;
        };
        /** @description The provider accepted the payment. */
        PaymentProcessingEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "payment.processing";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["PaymentProcessingData"];
        };
        /** @description The data of `payment.refunded` */
        PaymentRefundedData: {
            /**
             * Format: uuid
             * @description The payout’s id; null where none contains it
             */
            payout_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /**
             * @description The state of the payment
             * @enum {string}
             */
            status: "pending" | "in_transit" | "completed" | "failed";
            /** @description The provider */
            provider: components["schemas"]["PayoutProvider"];
            /** @description The payment’s amount, with the decimals of its currency */
            amount: string;
            /** @description The provider’s fee */
            fee_amount: string;
            /** @description What arrives: the amount less the fee */
            net_amount: string;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description How many commissions it pays */
            commission_count: number;
            /** @description The number of the payout, for people */
            reference_number: string;
            /** @description The id of the payment */
            transaction_id: string | null;
            /** @description Why it failed; null where it did not */
            failure_reason: string | null;
            /**
             * Format: date-time
             * @description When it was requested
             */
            requested_at: string;
            /**
             * Format: date-time
             * @description When the provider had paid it; null until then
             */
            completed_at: string | null;
        };
        /** @description The provider returned a completed payment. */
        PaymentRefundedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "payment.refunded";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["PaymentRefundedData"];
        };
        /** @description A payout with all its details */
        Payout: {
            /**
             * Format: uuid
             * @description The payout’s id
             */
            id: string;
            /** @description The payout’s amount, with the decimals of its currency */
            amount: number;
            /** @description The provider’s fee */
            fee_amount: number;
            /** @description What arrives: the amount less the fee */
            net_amount: number;
            /** @description ISO 4217 code of the currency */
            currency: string;
            status: components["schemas"]["PayoutStatus"];
            /** @description The provider */
            provider: components["schemas"]["PayoutProvider"];
            /**
             * Format: date-time
             * @description When the payout was created
             */
            created_at: string;
            /** @description When the provider had paid it; null until then */
            arrived_at: string | null;
            /** @description The kind of payment */
            payment_method: string;
            /** @description How many commissions it pays */
            commission_count: number;
            /** @description The commissions that it pays */
            commission_ids: string[];
            /**
             * Format: date-time
             * @description When it was requested
             */
            requested_at: string;
            /** @description When the provider got it; null until then */
            processed_at: string | null;
            /** @description When the provider had paid it; null until then */
            completed_at: string | null;
            /** @description The id of the payment */
            transaction_id: string | null;
            /** @description The number of the payout, for people */
            reference_number: string;
            /** @description The card processor’s id of the payment; null until there is one */
            cardproc_payout_id: string | null;
            /** @description The wallet’s id of the batch; null until there is one */
            walletco_payout_batch_id: string | null;
            /** @description The wallet’s id of the payment; null until there is one */
            walletco_payout_item_id: string | null;
            payment_details: components["schemas"]["PaymentDetails"];
            /** @description What people read of the payout */
            description: string | null;
            /** @description The start of a scheduled payout’s period; null for others */
            period_start: string | null;
            /** @description The end of a scheduled payout’s period; null for others */
            period_end: string | null;
            /** @description Why it failed; null where it did not */
            failure_reason: string | null;
            /** @description Whether it can be retried */
            can_retry: boolean;
            /** @description How often it was retried */
            retry_count: number;
            /** @description The batch of a scheduled payout; null for others */
            batch_id: string | null;
            /** @description The checks for which it waits for an administrator */
            hold_reasons: components["schemas"]["HoldFinding"][];
        };
        /** @description Where an affiliate is paid */
        PayoutAccount: {
            /**
             * Format: uuid
             * @description The payout account’s id
             */
            id: string;
            /** @description The provider */
            provider: components["schemas"]["PayoutProvider"];
            /** @description The account at the card processor */
            cardproc_account_id: string | null;
            /** @description The e-mail address of the wallet */
            walletco_email: string | null;
            /** @description The least amount of a payout, USD */
            minimum_payout_amount: number;
            /**
             * @description How often scheduled payouts are made
             * @enum {string}
             */
            payout_frequency: "daily" | "weekly" | "biweekly" | "monthly" | "manual";
            /** @description Whether payouts are made by schedule */
            auto_payout_enabled: boolean;
            /** @description Whether the provider confirmed the account */
            is_verified: boolean;
            /** @description Whether the payout account is active */
            is_active: boolean;
            /** @description Whether payouts go there unless another is named */
            is_default: boolean;
            /** @description Whether payouts to it are possible now */
            can_receive_payouts: boolean;
            /**
             * Format: date-time
             * @description When the payout account was created
             */
            created_at: string;
        };
        /** @description A change of a payout account */
        PayoutAccountChange: {
            /**
             * Format: uuid
             * @description The payout account change’s id
             */
            id: string;
            /**
             * Format: date-time
             * @description When it happened
             */
            at: string;
            /**
             * @description Who changed it
             * @enum {string}
             */
            changed_by: "affiliate" | "admin" | "provider";
            /** @description What changed */
            changes: components["schemas"]["FieldChange"][];
        };
        /** @description Scheduled payouts of one day */
        PayoutBatch: {
            /**
             * Format: uuid
             * @description The payout batch’s id
             */
            id: string;
            /** @description The provider */
            provider: components["schemas"]["PayoutProvider"];
            /**
             * @description How often scheduled payouts are made
             * @enum {string}
             */
            payout_frequency: "daily" | "weekly" | "biweekly" | "monthly";
            /**
             * @description The state of the payout batch
             * @enum {string}
             */
            status: "created" | "processing" | "completed" | "failed";
            /**
             * Format: date
             * @description The start of a scheduled payout’s period; null for others
             */
            period_start: string;
            /**
             * Format: date
             * @description The end of a scheduled payout’s period; null for others
             */
            period_end: string;
            /** @description The payouts, or how many there are */
            payouts: number;
            /** @description How many are completed */
            completed: number;
            /** @description How many failed */
            failed: number;
            /** @description How many wait for a review */
            held: number;
            /** @description The payout batch’s amount, with the decimals of its currency */
            amount: number;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /**
             * Format: date-time
             * @description When the payout batch was created
             */
            created_at: string;
            /** @description When it ended; null until then */
            ended_at: string | null;
        };
        /** @description The data of `payout.batch.completed` */
        PayoutBatchCompletedData: {
            /**
             * Format: uuid
             * @description The batch of a scheduled payout; null for others
             */
            batch_id: string;
            /** @description The provider */
            provider: components["schemas"]["PayoutProvider"];
            /**
             * @description How often it comes
             * @enum {string}
             */
            frequency: "daily" | "weekly" | "biweekly" | "monthly";
            /**
             * @description The state of the payout batch
             * @enum {string}
             */
            status: "created" | "processing" | "completed" | "failed";
            /** @description The start of a scheduled payout’s period; null for others */
            period_start: string;
            /** @description The end of a scheduled payout’s period; null for others */
            period_end: string;
            /** @description The payouts, or how many there are */
            payouts: number;
            /** @description How many are completed */
            completed: number;
            /** @description How many failed */
            failed: number;
            /** @description How many wait for a review */
            held: number;
            /** @description The payout batch’s amount, with the decimals of its currency */
            amount: string;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /**
             * Format: date-time
             * @description When the payout batch was created
             */
            created_at: string;
        };
        /** @description Every payout of a batch ended. */
        PayoutBatchCompletedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "payout.batch.completed";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["PayoutBatchCompletedData"];
        };
        /** @description The data of `payout.batch.created` */
        PayoutBatchCreatedData: {
            /**
             * Format: uuid
             * @description The batch of a scheduled payout; null for others
             */
            batch_id: string;
            /** @description The provider */
            provider: components["schemas"]["PayoutProvider"];
            /**
             * @description How often it comes
             * @enum {string}
             */
            frequency: "daily" | "weekly" | "biweekly" | "monthly";
            /**
             * @description The state of the payout batch
             * @enum {string}
             */
            status: "created" | "processing" | "completed" | "failed";
            /** @description The start of a scheduled payout’s period; null for others */
            period_start: string;
            /** @description The end of a scheduled payout’s period; null for others */
            period_end: string;
            /** @description The payouts, or how many there are */
            payouts: number;
            /** @description How many are completed */
            completed: number;
            /** @description How many failed */
            failed: number;
            /** @description How many wait for a review */
            held: number;
            /** @description The payout batch’s amount, with the decimals of its currency */
            amount: string;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /**
             * Format: date-time
             * @description When the payout batch was created
             */
            created_at: string;
        };
        /** @description A scheduled run collected payouts. */
        PayoutBatchCreatedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "payout.batch.created";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["PayoutBatchCreatedData"];
        };
        /** @description The data of `payout.batch.failed` */
        PayoutBatchFailedData: {
            /**
             * Format: uuid
             * @description The batch of a scheduled payout; null for others
             */
            batch_id: string;
            /** @description The provider */
            provider: components["schemas"]["PayoutProvider"];
            /**
             * @description How often it comes
             * @enum {string}
             */
            frequency: "daily" | "weekly" | "biweekly" | "monthly";
            /**
             * @description The state of the payout batch
             * @enum {string}
             */
            status: "created" | "processing" | "completed" | "failed";
            /** @description The start of a scheduled payout’s period; null for others */
            period_start: string;
            /** @description The end of a scheduled payout’s period; null for others */
            period_end: string;
            /** @description The payouts, or how many there are */
            payouts: number;
            /** @description How many are completed */
            completed: number;
            /** @description How many failed */
            failed: number;
            /** @description How many wait for a review */
            held: number;
            /** @description The payout batch’s amount, with the decimals of its currency */
            amount: string;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /**
             * Format: date-time
             * @description When the payout batch was created
             */
            created_at: string;
        };
        /** @description A batch of payouts could not be sent. */
        PayoutBatchFailedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "payout.batch.failed";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["PayoutBatchFailedData"];
        };
        /** @description The data of `payout.batch.processing` */
        PayoutBatchProcessingData: {
            /**
             * Format: uuid
             * @description The batch of a scheduled payout; null for others
             */
            batch_id: string;
            /** @description The provider */
            provider: components["schemas"]["PayoutProvider"];
            /**
             * @description How often it comes
             * @enum {string}
             */
            frequency: "daily" | "weekly" | "biweekly" | "monthly";
            /**
             * @description The state of the payout batch
             * @enum {string}
             */
            status: "created" | "processing" | "completed" | "failed";
            /** @description The start of a scheduled payout’s period; null for others */
            period_start: string;
            /** @description The end of a scheduled payout’s period; null for others */
            period_end: string;
            /** @description The payouts, or how many there are */
            payouts: number;
            /** @description How many are completed */
            completed: number;
            /** @description How many failed */
            failed: number;
            /** @description How many wait for a review */
            held: number;
            /** @description The payout batch’s amount, with the decimals of its currency */
            amount: string;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /**
             * Format: date-time
             * @description When the payout batch was created
             */
            created_at: string;
        };
        /** @description A batch of payouts is with the provider. */
        PayoutBatchProcessingEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "payout.batch.processing";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["PayoutBatchProcessingData"];
        };
        /** @description The data of `payout.completed` */
        PayoutCompletedData: {
            /**
             * Format: uuid
             * @description The payout’s id; null where none contains it
             */
            payout_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /**
             * @description The state of the payout
             * @enum {string}
             */
            status: "pending" | "in_transit" | "completed" | "failed";
            /** @description The provider */
            provider: components["schemas"]["PayoutProvider"];
            /** @description The payout’s amount, with the decimals of its currency */
            amount: string;
            /** @description The provider’s fee */
            fee_amount: string;
            /** @description What arrives: the amount less the fee */
            net_amount: string;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description How many commissions it pays */
            commission_count: number;
            /** @description The number of the payout, for people */
            reference_number: string;
            /** @description The id of the payment */
            transaction_id: string | null;
            /** @description Why it failed; null where it did not */
            failure_reason: string | null;
            /**
             * Format: date-time
             * @description When it was requested
             */
            requested_at: string;
            /**
             * Format: date-time
             * @description When the provider had paid it; null until then
             */
            completed_at: string | null;
        };
        /** @description A payout is settled. */
        PayoutCompletedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "payout.completed";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["PayoutCompletedData"];
        };
        /** @description The data of `payout.failed` */
        PayoutFailedData: {
            /**
             * Format: uuid
             * @description The payout’s id; null where none contains it
             */
            payout_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /**
             * @description The state of the payout
             * @enum {string}
             */
            status: "pending" | "in_transit" | "completed" | "failed";
            /** @description The provider */
            provider: components["schemas"]["PayoutProvider"];
            /** @description The payout’s amount, with the decimals of its currency */
            amount: string;
            /** @description The provider’s fee */
            fee_amount: string;
            /** @description What arrives: the amount less the fee */
            net_amount: string;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description How many commissions it pays */
            commission_count: number;
            /** @description The number of the payout, for people */
            reference_number: string;
            /** @description The id of the payment */
            transaction_id: string | null;
            /** @description Why it failed; null where it did not */
            failure_reason: string | null;
            /**
             * Format: date-time
             * @description When it was requested
             */
            requested_at: string;
            /**
             * Format: date-time
             * @description When the provider had paid it; null until then
             */
            completed_at: string | null;
        };
        /** @description A payout ended without payment. */
        PayoutFailedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "payout.failed";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["PayoutFailedData"];
        };
        /** @description A payout in lists */
        PayoutItem: {
            /**
             * Format: uuid
             * @description The payout item’s id
             */
            id: string;
            /** @description The payout item’s amount, with the decimals of its currency */
            amount: number;
            /** @description The provider’s fee */
            fee_amount: number;
            /** @description What arrives: the amount less the fee */
            net_amount: number;
            /** @description ISO 4217 code of the currency */
            currency: string;
            status: components["schemas"]["PayoutStatus"];
            /** @description The provider */
            provider: components["schemas"]["PayoutProvider"];
            /**
             * Format: date-time
             * @description When the payout item was created
             */
            created_at: string;
            /** @description When the provider had paid it; null until then */
            arrived_at: string | null;
        };
        /**
         * @description Who pays affiliates out
         * @enum {string}
         */
        PayoutProvider: "cardproc_connect" | "walletco_payouts";
        /**
         * @description The state of a payout
         * @enum {string}
         */
        PayoutStatus: "pending" | "in_transit" | "completed" | "failed";
        /** @description An order that waits for a review */
        PendingConversion: {
            /**
             * Format: uuid
             * @description The pending conversion’s id
             */
            id: string;
            /** @description The shop’s id of the order */
            order_id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description The affiliate’s id */
            affiliate_id: string | null;
            /** @description With the decimals of `currency` */
            order_amount: number;
            /** @description Expected while pending, booked once approved */
            commission_amount: number;
            /** @description The state of the pending conversion */
            status: components["schemas"]["ConversionStatus"];
            /** @description Null until assessed */
            fraud_score: number | null;
            /** @description Whether a person must decide */
            requires_review: boolean;
            /**
             * Format: date-time
             * @description When the order was placed
             */
            converted_at: string;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description The reason why it earns only if approved manually; null where it earns */
            unpayable_reason: components["schemas"]["UnpayableReason"] | null;
            /** @description The effect of the order’s coupon codes; null where it named none */
            coupon: {
                /** @description The code that counts; null where none is known, and for the affiliate of the click */
                code: string | null;
                /**
                 * @description What the code was worth at the order’s time
                 * @enum {string}
                 */
                status: "valid" | "unknown" | "not_started" | "expired" | "deactivated" | "campaign_ended" | "affiliate_suspended";
                /**
                 * @description The campaign’s rule when the order was recorded
                 * @enum {string}
                 */
                rule: "code" | "click" | "split" | "first";
                /**
                 * @description Why: only one of them is valid, both are one affiliate’s, or the rule
                 * @enum {string}
                 */
                decision: "only_code" | "only_click" | "nothing_valid" | "same_affiliate" | "rule" | "other_campaign";
                /** @description The code’s part of the credit, percent */
                code_share: number;
            } | null;
            /** @description Who reported the order */
            source: components["schemas"]["ConversionSource"];
        };
        /** @description An order that waits for a review */
        PendingEarning: {
            /**
             * Format: uuid
             * @description The pending earning’s id
             */
            id: string;
            /** @description The shop’s id of the order */
            order_id: string;
            /** @description The commission, with the decimals of its currency */
            commission_amount: number;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description When the order was placed */
            conversion_date: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
        };
        /** @description The data of `performance.milestone` */
        PerformanceMilestoneData: {
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description The threshold that was passed */
            threshold: number;
            /** @description Orders and leads */
            conversions: number;
            /**
             * Format: date-time
             * @description When the threshold was passed
             */
            passed_at: string;
        };
        /** @description A campaign passed 10, 100, 1,000 … conversions. */
        PerformanceMilestoneEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "performance.milestone";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["PerformanceMilestoneData"];
        };
        /** @description A period of time; its end is exclusive */
        Period: {
            /**
             * Format: date-time
             * @description The start: a date (its first moment, UTC) or a time
             */
            start_date: string;
            /**
             * Format: date-time
             * @description The end: a date (that whole day, UTC) or a time
             */
            end_date: string;
        };
        /**
         * @description What an account pays for
         * @enum {string}
         */
        Plan: "free" | "pro" | "enterprise";
        /** @description Percent of the credit by the position of a click; they sum to 100 */
        PositionWeights: {
            /** @description Percent for the first click */
            first: number;
            /** @description Percent for all clicks between */
            middle: number;
            /** @description Percent for the last click */
            last: number;
        };
        /** @description An affiliate’s address that is called on events */
        Postback: {
            /**
             * Format: uuid
             * @description The postback’s id
             */
            id: string;
            /** @description The postback’s address */
            url: string;
            /** @description The events that are sent there */
            events: components["schemas"]["WebhookEventName"][];
            /** @description What people read of the postback */
            description: string | null;
            /** @description Whether the postback is active */
            active: boolean;
            /** @description In full in the response that creates it, otherwise masked */
            secret: string;
            /**
             * Format: date-time
             * @description When the postback was created
             */
            created_at: string;
            /** @description When the postback was last changed */
            updated_at: string | null;
            /** @description When a message was last sent; null where never */
            last_triggered: string | null;
            /** @description Attempts that failed */
            failure_count: number;
            /** @description Attempts that succeeded */
            success_count: number;
            /**
             * @description How the address is called
             * @enum {string}
             */
            method: "GET" | "POST";
        };
        PreviewCampaignAttributionRequest: {
            /** @description The rule that shares the credit */
            model: components["schemas"]["AttributionModel"];
            /** @description The start: a date (its first moment, UTC) or a time */
            start_date: string;
            /** @description The end: a date (that whole day, UTC) or a time */
            end_date: string;
        };
        PreviewCampaignAttributionResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description The result of the call */
            data: {
                /**
                 * Format: uuid
                 * @description The campaign’s id
                 */
                campaign_id: string;
                period: components["schemas"]["Period"];
                /** @description Orders and leads */
                conversions: number;
                /** @description The rule that shares the credit */
                model: components["schemas"]["AttributionModel"];
                /** @description The version of the model */
                model_version: string;
                /** @description Set while data_driven is not trained, and credit is split evenly */
                falls_back_to: "linear" | null;
                /** @description The largest commission first */
                affiliates: components["schemas"]["AttributionPart"][];
            };
        };
        /** @description The query of previewFraudThreshold */
        PreviewFraudThresholdQuery: {
            /**
             * @description The threshold that was passed
             * @default 0.5
             */
            threshold?: number;
            /** @description The start: a date (its first moment, UTC) or a time */
            start_date?: string;
            /** @description The end: a date (that whole day, UTC) or a time */
            end_date?: string;
        };
        PreviewFraudThresholdResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["FraudThresholdPreview"];
        };
        PreviewInvitationRequest: {
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description A text for people */
            message?: string | null;
        };
        PreviewInvitationResponse: {
            /** @description The provider’s name of the person */
            subject: string;
            /** @description The mail as plain text */
            text: string;
            /** @description The mail as HTML */
            html: string;
            /** @description Whether it has your names and message: false until your e-mail address is proved */
            has_own_text: boolean;
        };
        /** @description A product of a brand */
        Product: {
            /**
             * Format: uuid
             * @description The product’s id
             */
            id: string;
            /** @description The brand’s number of the product */
            sku: string;
            /** @description The product’s name */
            name: string;
            /** @description The price of one, with the decimals of `currency` */
            price: number;
            /** @description ISO 4217 currency code */
            currency: string;
            /** @description The category */
            category: string | null;
            /** @description The product’s address */
            url: string | null;
            /**
             * Format: date-time
             * @description When the product was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the product was last changed
             */
            updated_at: string;
        };
        /** @description The figures of one product */
        ProductFigures: {
            /** @description The product figures’s name */
            name: string;
            /** @description Orders and leads */
            conversions: number;
            /** @description The value of the orders */
            revenue: number;
        };
        /** @description The sums of a payment provider, and ours */
        ProviderBooks: {
            /** @description The provider */
            provider: components["schemas"]["PayoutProvider"];
            /** @description Payouts for which the provider lists payments */
            payments: number;
            /** @description The sum of the payments that the provider has paid */
            paid_by_provider: number;
            /** @description The sum of the completed payouts that it should have paid, less their fees */
            completed_here: number;
            /** @description ISO 4217 code of the currency */
            currency: string;
        };
        /** @description The browser’s keys, as `PushSubscription.toJSON()` gives them */
        PushKeys: {
            /** @description The browser’s public key, base64url */
            p256dh: string;
            /** @description The browser’s secret, base64url */
            auth: string;
        };
        /** @description A browser that receives push messages */
        PushSubscription: {
            /**
             * Format: uuid
             * @description The push subscription’s id
             */
            id: string;
            /** @description The address to which the browser’s push service takes messages */
            endpoint: string;
            /**
             * Format: date-time
             * @description When the push subscription was created
             */
            created_at: string;
        };
        ReceiveProviderCallbackResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
        };
        ReceiveShopWebhookResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["ShopOrderOutcome"];
        };
        /** @description The query of recordImpression */
        RecordImpressionQuery: {
            /** @description The code in the link’s address */
            tracking_code: string;
            /** @description `granted` or `denied`; without any signal the campaign’s `consent_default` counts. Of contradicting signals the most restrictive counts, and what cannot be read counts as absent */
            consent?: string;
            /** @description Google consent mode: `G1`, ad_storage, analytics_storage; ad_storage counts */
            gcs?: string;
            /** @description Google consent mode in its longer form; ad_storage counts */
            gcd?: string;
            /** @description IAB TCF: `1` where the GDPR applies, else `0` */
            gdpr?: string;
            /** @description IAB TCF string, version 2: purposes 1 and 7 and the vendor of TCF_VENDOR_ID count */
            gdpr_consent?: string;
        };
        RecordVisitRequest: {
            /** @description The link’s code, as `via` or `ref` of the landing page’s address names it */
            tracking_code: string;
            /** @description The landing page’s address: its UTM parameters and sub ids belong to the click */
            url?: string;
            /** @description The page that led to the landing page */
            referrer?: string;
            /** @description The visitor’s earlier click, so that both belong to one journey */
            click_id?: string | null;
            /** @description `granted` or `denied`; without any signal the campaign’s `consent_default` counts. Of contradicting signals the most restrictive counts, and what cannot be read counts as absent */
            consent?: string;
            /** @description Google consent mode: `G1`, ad_storage, analytics_storage; ad_storage counts */
            gcs?: string;
            /** @description Google consent mode in its longer form; ad_storage counts */
            gcd?: string;
            /** @description IAB TCF: `1` where the GDPR applies, else `0` */
            gdpr?: string;
            /** @description IAB TCF string, version 2: purposes 1 and 7 and the vendor of TCF_VENDOR_ID count */
            gdpr_consent?: string;
        };
        /** @description An order that was recorded */
        RecordedConversion: {
            /**
             * Format: uuid
             * @description The conversion’s id
             */
            conversion_id: string;
            /**
             * @description The state of the recorded conversion
             * @constant
             */
            status: "pending";
            /** @description A text for people */
            message: string;
        };
        /** @description An order that was recorded */
        RecordedPostback: {
            /**
             * @description The state of the recorded postback
             * @constant
             */
            status: "recorded";
            /**
             * Format: uuid
             * @description The conversion’s id
             */
            conversion_id: string;
        };
        /** @description A visit that was recorded */
        RecordedVisit: {
            /**
             * Format: uuid
             * @description Absent for a visitor who refused
             */
            click_id?: string;
        };
        RecoverWebhookDeliveriesRequest: {
            /** @description From when on */
            since: string;
            /** @description Until when; null without end */
            until?: string;
        };
        RecoverWebhookDeliveriesResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description The result of the call */
            data: {
                /** @description How many there are */
                count: number;
            };
        };
        RefreshSessionRequest: {
            /** @description Required without a session cookie */
            refresh_token?: string;
        };
        RefuseHeldPayoutRequest: Record<string, never>;
        RefuseHeldPayoutResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            payout: components["schemas"]["Payout"];
        };
        RefuseTeamInvitationRequest: {
            /** @description A token that was mailed or made for this purpose */
            token: string;
        };
        RefuseTeamInvitationResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description A text for people */
            message: string;
        };
        RegisterAccountRequest: {
            /**
             * Format: email
             * @description The e-mail address
             */
            email: string;
            /** @description At least 10 characters; common passwords are refused */
            password: string;
            /**
             * @description What the account, or the person in it, may do
             * @enum {string}
             */
            role: "affiliate" | "brand";
            /** @description The account’s name */
            name: string;
            /** @description The company’s name */
            company?: string | null;
            /** @description ISO 3166 code of the country, two letters */
            country?: string | null;
            /** @description A telephone number */
            phone?: string | null;
            /** @description The address of the website */
            website?: string | null;
            /** @description The channels by which the affiliate reaches customers */
            marketing_channels?: string[];
        };
        RegisterTeamMemberRequest: {
            /** @description A token that was mailed or made for this purpose */
            token: string;
            /** @description The team member’s name */
            name: string;
            /** @description At least 10 characters; common passwords are refused */
            password: string;
        };
        /** @description A new credential, as `PublicKeyCredential.toJSON()` gives it */
        RegistrationCredential: {
            /** @description The registration credential’s id */
            id: string;
            /** @description The credential’s id, base64url */
            rawId: string;
            /**
             * @description The type of the registration credential
             * @constant
             */
            type: "public-key";
            /** @description Whether the authenticator is part of the device */
            authenticatorAttachment?: ("platform" | "cross-platform") | null;
            /** @description Results of WebAuthn extensions; ignored */
            clientExtensionResults?: {
                [key: string]: unknown;
            };
            /** @description What the authenticator signed */
            response: {
                /** @description As WebAuthn gives it, base64url */
                clientDataJSON: string;
                /** @description As WebAuthn gives it, base64url */
                attestationObject: string;
                /** @description How the browser reaches the authenticator */
                transports?: string[];
            };
        };
        ReleaseHeldPayoutRequest: Record<string, never>;
        ReleaseHeldPayoutResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            payout: components["schemas"]["Payout"];
        };
        RemoveCampaignMemberResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description A text for people */
            message: string;
        };
        RemoveSecondFactorResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
        };
        RemoveTeamMemberResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description A text for people */
            message: string;
        };
        RenewRecoveryCodesRequest: {
            /** @description A code of digits, or the code of a reason */
            code: string;
        };
        RenewRecoveryCodesResponse: {
            /** @description Codes of one use, for a login whose device is lost; shown only once */
            recovery_codes: string[];
        };
        /** @description One row of a report; it has the columns of the report’s kind */
        ReportRow: {
            /** @description All clicks */
            gross_clicks: number;
            /** @description Clicks without repeated and invalid ones */
            unique_clicks: number;
            /** @description Repeated clicks of a visitor */
            duplicate_clicks: number;
            /** @description Clicks of programs and other invalid ones */
            invalid_clicks: number;
            /** @description Clicks, without repeated and invalid ones */
            clicks: number;
            /** @description Orders and leads */
            conversions: number;
            /** @description conversions by unique clicks, a ratio */
            conversion_rate: number;
            /** @description The value of the orders */
            revenue: number;
            /** @description What was earned */
            earnings: number;
            /** @description earnings by clicks */
            epc: number;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id?: string;
            /** @description The campaign’s name */
            campaign_name?: string | null;
            /** @description The link’s id */
            link_id?: string | null;
            /** @description The code in the link’s address */
            tracking_code?: string | null;
            /** @description `utm_source` */
            utm_source?: string | null;
            /** @description `utm_medium` */
            utm_medium?: string | null;
            /** @description `utm_campaign` */
            utm_campaign?: string | null;
            /** @description `utm_term` */
            utm_term?: string | null;
            /** @description `utm_content` */
            utm_content?: string | null;
            /** @description ISO 3166 code of the country, two letters */
            country?: string | null;
            /** @description The kind of device, or its browser and system */
            device?: string;
            /** @description The visitor’s browser; null where unknown */
            browser?: string | null;
            /** @description The hour of the day */
            hour?: number;
        };
        /** @description A report that comes by itself */
        ReportSchedule: {
            /**
             * Format: uuid
             * @description The report schedule’s id
             */
            id: string;
            /**
             * @description The format of the file
             * @enum {string}
             */
            format: "csv" | "pdf" | "excel";
            /**
             * @description How often it comes
             * @enum {string}
             */
            frequency: "daily" | "weekly" | "monthly";
            /** @description The time zone (IANA) */
            timezone: string;
            /** @description The hour of the day */
            hour: number;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description The campaign’s id */
            campaign_id: string | null;
            /**
             * Format: date-time
             * @description When it comes next
             */
            next_at: string;
            /**
             * Format: date-time
             * @description When the report schedule was created
             */
            created_at: string;
            /**
             * @description The kind of report schedule
             * @enum {string}
             */
            kind: "campaign" | "link" | "utm" | "geo" | "device" | "time_of_day";
            /** @description The link’s id */
            link_id: string | null;
        };
        RequestAccountDeletionRequest: {
            /** @description The login’s present password */
            current_password: string;
        };
        RequestPasswordResetRequest: {
            /**
             * Format: email
             * @description The e-mail address
             */
            email: string;
        };
        RequestPasswordResetResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description A text for people */
            message: string;
        };
        RequestPayoutRequest: {
            /** @description The payout’s amount, with the decimals of its currency */
            amount: number;
            /**
             * Format: uuid
             * @description The payout account’s id
             */
            payment_method_id: string;
        };
        RequestPayoutResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description A text for people */
            message: string;
            /**
             * Format: uuid
             * @description The payout’s id; null where none contains it
             */
            payout_id: string;
            /** @description The record’s amount, with the decimals of its currency */
            amount: number;
            /**
             * @description The state of the record
             * @constant
             */
            status: "pending";
            /** @description The number of the payout, for people */
            reference_number: string;
            /** @description Only where the payout is held for review */
            hold_reasons?: components["schemas"]["HoldReason"][];
        };
        ResendVerificationEmailResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description A text for people */
            message: string;
        };
        ResetPasswordRequest: {
            /** @description A token that was mailed or made for this purpose */
            token: string;
            /** @description At least 10 characters; common passwords are refused */
            password: string;
            /**
             * @description Whether the account’s API keys are ended as well
             * @default true
             */
            end_api_keys?: boolean;
            /**
             * Format: date-time
             * @description Ends the membership of people who joined at or after this time
             */
            end_members_since?: string;
        };
        ResetPasswordResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description A text for people */
            message: string;
            /** @description The account’s API keys */
            api_keys: components["schemas"]["ApiKey"][];
            /** @description The people who may act in the account */
            members: components["schemas"]["TeamMember"][];
        };
        RestoreEmailRequest: {
            /** @description A token that was mailed or made for this purpose */
            token: string;
        };
        RestoreEmailResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description A text for people */
            message: string;
        };
        /** @description A payout that is retried */
        RetriedPayout: {
            /**
             * Format: uuid
             * @description The retried payout’s id
             */
            id: string;
            /** @description The state of the retried payout */
            status: string;
            /** @description How often it was retried */
            retry_count: number;
            /** @description Only where the payout is held for review */
            hold_reasons?: components["schemas"]["HoldReason"][];
        };
        RetryPayoutRequest: Record<string, never>;
        RetryPayoutResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            payout: components["schemas"]["RetriedPayout"];
        };
        RetryWebhookDeliveryResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description A text for people */
            message: string;
            /** @description The result of the call */
            data: {
                /**
                 * Format: uuid
                 * @description The delivery’s id
                 */
                delivery_id: string;
            };
        };
        /** @description The data of `revenue.threshold.reached` */
        RevenueThresholdReachedData: {
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description The threshold that was passed */
            threshold: string;
            /** @description The value of the orders */
            revenue: string;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /**
             * Format: date-time
             * @description When the threshold was passed
             */
            passed_at: string;
        };
        /** @description A campaign’s revenue passed a power of ten. */
        RevenueThresholdReachedEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "revenue.threshold.reached";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["RevenueThresholdReachedData"];
        };
        ReviewApplicationRequest: {
            /**
             * @description What is decided
             * @enum {string}
             */
            decision: "approved" | "rejected";
            /** @description The reviewer’s notes; null without any */
            notes?: string | null;
        };
        ReviewConversionRequest: {
            /**
             * @description What is decided
             * @enum {string}
             */
            decision: "approved" | "rejected";
            /** @description The reviewer’s notes; null without any */
            notes?: string;
            /**
             * @description Why it is rejected: only kinds of fraud teach the fraud score; `returned`, `wrong_order` and `other` say nothing about fraud
             * @enum {string}
             */
            reason?: "bot_traffic" | "fake_customer" | "self_referral" | "stolen_payment" | "cookie_stuffing" | "click_injection" | "coupon_abuse" | "return_abuse" | "other_fraud" | "returned" | "wrong_order" | "other";
        };
        ReviewConversionResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["ReviewedConversion"];
        };
        ReviewFraudHoldRequest: {
            /**
             * @description What is decided
             * @enum {string}
             */
            decision: "released" | "refused";
            /**
             * @description Why it is refused: only kinds of fraud teach the fraud score
             * @enum {string}
             */
            reason?: "bot_traffic" | "fake_customer" | "self_referral" | "stolen_payment" | "cookie_stuffing" | "click_injection" | "coupon_abuse" | "return_abuse" | "other_fraud" | "returned" | "wrong_order" | "other";
        };
        ReviewHeldClicksRequest: {
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id?: string;
            /**
             * @description The kind of held clicks
             * @enum {string}
             */
            kind?: "click" | "impression";
            /**
             * Format: date
             * @description The day (UTC)
             */
            date?: string;
            /** @description Why, in words or as a code */
            reason?: string;
            /**
             * @description What is decided
             * @enum {string}
             */
            decision: "released" | "refused";
            /** @description The clicks’ ids */
            click_ids?: string[];
        };
        ReviewHeldClicksResponse: {
            /** @description How many were decided */
            decided: number;
            /** @description How many are left */
            remaining: number;
        };
        /** @description A conversion that was reviewed */
        ReviewedConversion: {
            /**
             * Format: uuid
             * @description The reviewed conversion’s id
             */
            id: string;
            /** @description The state of the reviewed conversion */
            status: components["schemas"]["ConversionStatus"];
            /** @description Whether the decision made a commission */
            commission_created: boolean;
        };
        RotateWebhookSecretResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["WebhookEndpoint"];
        };
        /** @description A version of the script of the shop’s pages */
        ScriptVersion: {
            /** @description Which version it is */
            version: string;
            /**
             * Format: uri
             * @description Never changes, and is kept for a year
             */
            url: string;
            /** @description For the `integrity` attribute (Subresource Integrity) */
            integrity: string;
            /** @description Size before compression */
            bytes: number;
        };
        /** @description The verdict on a conversion some time later */
        SecondVerdict: {
            /** @description 0 (not suspicious) to 1 */
            fraud_score: number;
            /** @description Whether a person must decide */
            requires_review: boolean;
            /** @description The strongest three, in sentences */
            reasons: string[];
            /** @description What the score is made of */
            factors: components["schemas"]["FraudSignal"][];
            /** @description The version of the weights */
            weights_version: string;
            /**
             * Format: date-time
             * @description When it was judged again
             */
            judged_at: string;
            /**
             * @description `nightly`, or `payout` where a commission of it was about to be paid
             * @enum {string}
             */
            cause: "nightly" | "payout";
            /** @description Whether nothing is paid for it until the brand decides; its commissions wait */
            is_held: boolean;
        };
        SendNotificationRequest: {
            /**
             * Format: uuid
             * @description The account’s id
             */
            user_id: string;
            /**
             * @description The type of the notification
             * @enum {string}
             */
            notification_type: "commission_earned" | "commission_approved" | "commission_denied" | "payout_processed" | "campaign_created" | "campaign_launched" | "campaign_ended" | "campaign_updated" | "application_approved" | "application_rejected" | "security_alert";
            /**
             * @description The channel of the notification
             * @enum {string}
             */
            channel: "email" | "push" | "sms" | "in_app";
            /** @description The title */
            title: string;
            /** @description A text for people */
            message: string;
            /**
             * @description How urgent it is
             * @default normal
             * @enum {string}
             */
            priority?: "low" | "normal" | "high" | "urgent";
            /** @description Where its button leads; null without one */
            action_url?: string;
            /** @description The text of its button; null without one */
            action_label?: string;
        };
        SendNotificationResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description A text for people */
            message: string;
            /**
             * Format: uuid
             * @description The notification’s id
             */
            notification_id: string;
        };
        /** @description The query of sendTestNotification */
        SendTestNotificationQuery: {
            /**
             * @description The channel of the record
             * @enum {string}
             */
            channel: "email" | "push" | "sms" | "in_app";
        };
        SendTestNotificationResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description A text for people */
            message: string;
            /**
             * Format: uuid
             * @description The notification’s id
             */
            notification_id: string;
        };
        /** @description What a service knows of itself */
        ServiceState: {
            /** @description The parts without which it does not serve; empty where it is ready. */
            not_ready: string[];
            /** @description The parts that are away, without which it serves with less. */
            degraded: string[];
            outbox: components["schemas"]["OutboxState"];
            /** @description Events that are tried again. */
            parked: components["schemas"]["SetAsideEvents"];
            /** @description Events of the last 30 days that were given up and have not been handled since. */
            dead_letters: components["schemas"]["SetAsideEvents"];
            /** @description Its consumer groups. */
            consumers: components["schemas"]["ConsumerLag"][];
            /** @description Payouts past the deadline of their step, by step; of payout alone. */
            stuck_payouts?: components["schemas"]["StuckPayouts"][];
        };
        /** @description A sign-in as its owner sees it */
        Session: {
            /**
             * Format: uuid
             * @description The session’s id
             */
            id: string;
            /**
             * @description The kind of session
             * @enum {string}
             */
            kind: "browser" | "tokens";
            /** @description The kind of device, or its browser and system */
            device: string | null;
            /** @description The address of the sign-in; of an IPv6 address its /64 */
            network: string | null;
            /**
             * Format: date-time
             * @description When the session was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was last used; null where never
             */
            last_used_at: string;
            /**
             * Format: date-time
             * @description When the session expires
             */
            expires_at: string;
            /** @description Whether this call belongs to it */
            is_current: boolean;
        };
        /** @description An event that a consumer could not handle */
        SetAsideEvent: {
            /** @description The event’s id; null where the message named none. */
            id: string | null;
            /** @description The event’s type. */
            type: string | null;
            /** @description The topic that it came from. */
            topic: string;
            /** @description The consumer group that could not handle it. */
            group: string;
            /**
             * Format: date-time
             * @description When it was set aside.
             */
            since: string;
            /** @description Why it could not be handled, without e-mail addresses and secrets. */
            reason: string;
        };
        /** @description Events that a consumer could not handle */
        SetAsideEvents: {
            /** @description How many there are; 1,000 stands for 1,000 or more. */
            count: number;
            /** @description The newest of them, at most 20. */
            newest: components["schemas"]["SetAsideEvent"][];
        };
        SetCampaignTiersRequest: {
            /**
             * @description Days whose results decide the tier
             * @default 30
             */
            period_days?: number;
            /**
             * @description Whether a tier can be lost
             * @default false
             */
            allow_downgrade?: boolean;
            /** @description The tiers, lowest first */
            tiers: components["schemas"]["NewTier"][];
        };
        SetClickCookieRequest: {
            /**
             * Format: uuid
             * @description The click to keep
             */
            click_id: string;
            /** @description The shop’s domain, of which the platform’s address is a part */
            domain?: string;
            /** @description `granted` or `denied`; without any signal the campaign’s `consent_default` counts. Of contradicting signals the most restrictive counts, and what cannot be read counts as absent */
            consent?: string;
            /** @description Google consent mode: `G1`, ad_storage, analytics_storage; ad_storage counts */
            gcs?: string;
            /** @description Google consent mode in its longer form; ad_storage counts */
            gcd?: string;
            /** @description IAB TCF: `1` where the GDPR applies, else `0` */
            gdpr?: string;
            /** @description IAB TCF string, version 2: purposes 1 and 7 and the vendor of TCF_VENDOR_ID count */
            gdpr_consent?: string;
        };
        SetExchangeRatesRequest: {
            /** @description From when on it applies */
            effective_from?: string;
            /** @description Units of the base currency for one unit, by currency */
            rates: {
                [key: string]: string | number;
            };
        };
        SetPayoutAccountVerificationRequest: {
            /** @description Whether the provider confirmed the account */
            is_verified: boolean;
        };
        SetPayoutAccountVerificationResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            account: components["schemas"]["PayoutAccount"];
            /** @description Only where payouts to the account are held for review because of this change */
            hold_reasons?: components["schemas"]["HoldReason"][];
        };
        SetPlatformTiersRequest: {
            /**
             * @description Days whose results decide the tier
             * @default 30
             */
            period_days?: number;
            /**
             * @description Whether a tier can be lost
             * @default false
             */
            allow_downgrade?: boolean;
            /**
             * @description The rate before the tier’s bonus
             * @default 10
             */
            base_commission_rate?: number;
            /** @description The tiers, lowest first */
            tiers: components["schemas"]["NewTier"][];
        };
        /** @description A conversion whose flag would change */
        ShadowChange: {
            /**
             * Format: uuid
             * @description The conversion’s id
             */
            conversion_id: string;
            /** @description The affiliate’s id */
            affiliate_id: string | null;
            /** @description By the weights in force, 0 to 1 */
            score_before: number;
            /** @description By the other weights, 0 to 1 */
            score_after: number;
        };
        /** @description What other weights of the fraud score would change */
        ShadowRun: {
            /**
             * Format: date-time
             * @description The orders since then were compared
             */
            from: string;
            /**
             * Format: date-time
             * @description When it was compared
             */
            compared_at: string;
            /** @description How many orders were found */
            orders: number;
            /** @description With a score above the review threshold, by the weights in force */
            flagged_before: number;
            /** @description The same by the other weights */
            flagged_after: number;
            newly_flagged: components["schemas"]["ShadowTally"];
            newly_freed: components["schemas"]["ShadowTally"];
            /** @description The largest changes first, at most 100 */
            changed: components["schemas"]["ShadowChange"][];
        };
        /** @description Conversions, and what they turned out to be */
        ShadowTally: {
            /** @description How many orders were found */
            orders: number;
            /** @description Those of them that brands found to be fraud since */
            fraud: number;
            /** @description Those of them that brands approved */
            honest: number;
        };
        /** @description What a shop’s message led to */
        ShopOrderOutcome: {
            /**
             * @description The state of the shop order outcome
             * @enum {string}
             */
            status: "recorded" | "duplicate" | "adjusted" | "reversed" | "ignored" | "failed" | "pong";
            /** @description The conversion’s id */
            conversion_id: string | null;
            /** @description Why, in words or as a code */
            reason: string | null;
        };
        /** @description Fields to set; those left out stay as they are */
        SomeAmountLimits: {
            /** @description The most per day (UTC); null without limit */
            daily?: number | null;
            /** @description The most per week (UTC); null without limit */
            weekly?: number | null;
            /** @description The most per month (UTC); null without limit */
            monthly?: number | null;
            /** @description How many there are in all */
            total?: number | null;
        };
        /** @description Fields to set; those left out stay as they are */
        SomeApprovalCriteria: {
            /** @description The least that the affiliate has earned; null: anything */
            min_lifetime_earnings?: number | null;
            /** @description The least share of the affiliate’s clicks that led to an order, 0 to 1; null: any */
            min_conversion_rate?: number | null;
            /** @description The least number of campaigns of the affiliate; null: any */
            min_active_campaigns?: number | null;
            /** @description Whether the affiliate’s account must be verified */
            verified_required?: boolean;
            /** @description Channels of which the affiliate must have one */
            required_channels?: string[];
            /** @description Countries whose affiliates are not approved */
            excluded_countries?: string[];
        };
        /** @description Fields to set; those left out stay as they are */
        SomeCallTerms: {
            /**
             * @description Whether a call earns once or per minute
             * @enum {string}
             */
            payout_type?: "per_call" | "per_minute";
            /** @description What a call or minute earns, in the campaign’s currency */
            payout_amount?: number;
            /** @description The shortest call that earns */
            min_duration_seconds?: number;
            /** @description Whether calls are recorded */
            recording_enabled?: boolean;
            /** @description The announcement that the shop receives before a call is connected; null: none */
            whisper_message?: string | null;
        };
        /** @description Fields to set; those left out stay as they are */
        SomeCampaignApproval: {
            /**
             * @description Whether applications are approved automatically, by the brand, or only by invitation
             * @enum {string}
             */
            mode?: "auto" | "manual" | "invite_only";
            criteria?: components["schemas"]["SomeApprovalCriteria"];
        };
        /** @description Fields to set; those left out stay as they are */
        SomeCampaignAttribution: {
            /** @description The rule that shares the credit */
            model?: components["schemas"]["AttributionModel"];
            /** @description Days before the order whose clicks count */
            lookback_window_days?: number;
            /** @description Hours after which a click counts half, under `time_decay` */
            time_decay_half_life_hours?: number;
            position_based_weights?: components["schemas"]["PositionWeights"];
            /** @description Whether a customer’s clicks on other devices count */
            enable_cross_device?: boolean;
            /** @description Whether devices may be recognised without a cookie */
            fingerprinting_enabled?: boolean;
            /**
             * @description Who earns an order with a valid coupon code of one affiliate and a valid click of another: `code`, `click`, both (`split`), or `first`: the code where it began to be valid before the click, else the click
             * @enum {string}
             */
            coupon_rule?: "code" | "click" | "split" | "first";
            /** @description The code’s part of the credit where the rule is `split`, percent */
            coupon_code_share?: number;
        };
        /** @description Fields to set; those left out stay as they are */
        SomeCampaignBudget: {
            /** @description How many there are in all */
            total?: number | null;
            /** @description The most per day (UTC); null without limit */
            daily?: number | null;
        };
        /** @description Fields to set; those left out stay as they are */
        SomeCampaignCaps: {
            clicks?: components["schemas"]["SomeCountLimits"];
            conversions?: components["schemas"]["SomeCountLimits"];
            commission?: components["schemas"]["SomeAmountLimits"];
        };
        /** @description Fields to set; those left out stay as they are */
        SomeCampaignCommission: {
            /**
             * @description The type of the some campaign commission
             * @enum {string}
             */
            type?: "percentage" | "fixed";
            /** @description Percent, or of a fixed commission the amount in `currency` */
            value?: number;
            /** @description ISO 4217 currency code */
            currency?: string;
            /** @description Days that a commission waits before it can be paid */
            hold_days?: number;
            /** @description Months for which renewals of a subscription earn; null without end */
            recurring_months?: number | null;
        };
        /** @description Fields to set; those left out stay as they are */
        SomeCampaignTargeting: {
            /** @description ISO 3166 codes of the visitors’ countries; empty: all */
            countries?: string[];
            /** @description The visitors’ languages; empty: all */
            languages?: string[];
            /** @description Words and phrases: a visit whose referrer or `utm_term` contains a search for one is recorded as filtered */
            excluded_keywords?: string[];
            /** @description Product categories: an order of these categories only is recorded and earns only if approved manually */
            excluded_categories?: string[];
            /** @description The visitors’ devices; empty: all */
            devices?: ("mobile" | "desktop" | "tablet")[];
        };
        /** @description The channels of one category to switch; those left out stay as they are */
        SomeCategoryChannels: {
            /** @description Whether the channel is used */
            email?: boolean;
            /** @description Whether the channel is used */
            push?: boolean;
            /** @description Whether the channel is used */
            sms?: boolean;
            /** @description Whether the channel is used */
            in_app?: boolean;
        };
        /** @description Fields to set; those left out stay as they are */
        SomeCountLimits: {
            /** @description The most per day (UTC); null without limit */
            daily?: number | null;
            /** @description The most per week (UTC); null without limit */
            weekly?: number | null;
            /** @description The most per month (UTC); null without limit */
            monthly?: number | null;
            /** @description How many there are in all */
            total?: number | null;
        };
        StartOidcLinkResponse: {
            /**
             * Format: uri
             * @description The record’s address
             */
            url: string;
        };
        StepUpRequest: {
            /** @description At least 10 characters; common passwords are refused */
            password: string;
        } | {
            /** @description A code of digits, or the code of a reason */
            code: string;
        };
        StepUpResponse: {
            /** @description Proves the caller in `Authorization: Bearer …` */
            access_token: string;
            /**
             * @description How the token is sent
             * @constant
             */
            token_type: "Bearer";
            /** @description Seconds until the access token expires */
            expires_in: number;
        } | {
            /**
             * @description How the session is stored
             * @constant
             */
            session: "cookie";
        };
        /** @description Payouts past the deadline of their step */
        StuckPayouts: {
            /** @description The step that they are in. */
            step: string;
            /** @description How many have been in it for longer than its deadline. */
            count: number;
            /** @description For how long the oldest of them has been in it, seconds. */
            oldest_seconds: number;
        };
        SubscribeRestHookRequest: {
            /** @description Where the messages are sent to */
            hookUrl: string;
            event: components["schemas"]["WebhookEventName"];
        };
        SubscribeRestHookResponse: {
            /**
             * Format: uuid
             * @description The record’s id
             */
            id: string;
        };
        /** @description The data of `suspicious.activity` */
        SuspiciousActivityData: {
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id?: string;
            /** @description Why, in words or as a code */
            reason: string;
            /** @description Orders and leads */
            conversions?: number;
            /** @description The mean score of the affiliate’s conversions, 0 to 1 */
            average_fraud_score?: number;
            /** @description What was found, in a sentence */
            evidence?: {
                /** @description The name of the signal */
                factor: string;
                /** @description What was found, in a sentence */
                evidence: string;
            }[];
            /**
             * Format: uuid
             * @description The payout’s id; null where none contains it
             */
            payout_id?: string;
            /** @description The number of the payout, for people */
            reference_number?: string;
            /** @description The suspicious’s amount, with the decimals of its currency */
            amount?: string;
            /** @description ISO 4217 code of the currency */
            currency?: string;
            /** @description The names of the checks */
            checks?: {
                /** @description A code of digits, or the code of a reason */
                code: string;
                /** @description What the check found, in a sentence */
                explanation: string;
            }[];
        };
        /** @description An affiliate’s average score is too high, its traffic or its account shows a strong sign of fraud, or a payout is held. */
        SuspiciousActivityEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "suspicious.activity";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["SuspiciousActivityData"];
        };
        /** @description An affiliate whose conversions are suspicious */
        SuspiciousAffiliate: {
            /**
             * Format: uuid
             * @description The affiliate’s id
             */
            affiliate_id: string;
            /** @description Orders and leads */
            conversions: number;
            /** @description The mean score of the affiliate’s conversions, 0 to 1 */
            average_fraud_score: number;
        };
        SwitchAccountRequest: {
            /** @description Required without a session cookie */
            refresh_token?: string;
            /**
             * Format: uuid
             * @description The account’s id
             */
            account_id: string;
        };
        SyncIntegrationRequest: {
            /**
             * Format: date-time
             * @description Default: the last sync
             */
            since?: string;
        };
        SyncIntegrationResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description The result of the call */
            data: {
                /**
                 * Format: date-time
                 * @description From when on
                 */
                since: string;
                /** @description How many orders were found */
                orders: number;
                /** @description How many of them were new */
                recorded: number;
            };
        };
        /** @description The data of `system.maintenance` */
        SystemMaintenanceData: {
            /**
             * Format: uuid
             * @description The announcement’s id
             */
            announcement_id: string;
            /** @description The title */
            title: string;
            /** @description A text for people */
            message: string;
            /**
             * Format: date-time
             * @description When it was announced
             */
            announced_at: string;
        };
        /** @description Maintenance is announced. */
        SystemMaintenanceEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "system.maintenance";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["SystemMaintenanceData"];
        };
        /** @description A service as administrators see it */
        SystemService: {
            /** @description The service. */
            service: string;
            /**
             * @description Whether it serves; `unreachable` where it did not answer in time.
             * @enum {string}
             */
            status: "ready" | "not_ready" | "unreachable";
            /** @description What it answered; null where it did not answer. */
            state: components["schemas"]["ServiceState"] | null;
        };
        /** @description The data of `system.update` */
        SystemUpdateData: {
            /**
             * Format: uuid
             * @description The announcement’s id
             */
            announcement_id: string;
            /** @description The title */
            title: string;
            /** @description A text for people */
            message: string;
            /**
             * Format: date-time
             * @description When it was announced
             */
            announced_at: string;
        };
        /** @description A change of the service is announced. */
        SystemUpdateEvent: {
            /**
             * Format: uuid
             * @description The same in every attempt
             */
            id: string;
            /**
             * @description The name of the event
             * @constant
             */
            event: "system.update";
            /**
             * Format: date-time
             * @description When the event happened
             */
            timestamp: string;
            /** @description What happened; each event has fields of its own */
            data: components["schemas"]["SystemUpdateData"];
        };
        /** @description An invitation to act in an account */
        TeamInvitation: {
            /**
             * Format: uuid
             * @description The team invitation’s id
             */
            id: string;
            /** @description The e-mail address */
            email: string;
            /** @description What the account, or the person in it, may do */
            role: components["schemas"]["MemberRole"];
            /**
             * @description The state of the team invitation
             * @enum {string}
             */
            status: "pending" | "accepted" | "refused" | "revoked" | "expired";
            /**
             * Format: date-time
             * @description When the team invitation was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was sent
             */
            sent_at: string;
            /**
             * Format: date-time
             * @description When the team invitation expires
             */
            expires_at: string;
        };
        /** @description A person who may act in an account */
        TeamMember: {
            /**
             * Format: uuid
             * @description The team member’s id
             */
            id: string;
            /** @description The team member’s name */
            name: string;
            /** @description The e-mail address */
            email: string;
            /** @description What the account, or the person in it, may do */
            role: components["schemas"]["MemberRole"];
            /**
             * Format: date-time
             * @description When the person joined the account
             */
            joined_at: string;
        };
        TestWebhookEndpointRequest: {
            event_type: components["schemas"]["WebhookEventName"];
            /** @description The data of the message */
            payload?: {
                [key: string]: unknown;
            };
        };
        TestWebhookEndpointResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["WebhookTest"];
        };
        /** @description A tier of affiliates */
        Tier: {
            /**
             * Format: uuid
             * @description The tier’s id
             */
            id: string;
            /** @description The tier’s name */
            name: string;
            /** @description What people read of the tier */
            description: string;
            /** @description The place of the tier, from 1 */
            tier_level: number;
            /** @description The rate before the tier’s bonus */
            base_commission_rate: number;
            /** @description The rate with the tier’s bonus */
            effective_commission_rate: number;
            /** @description What the tier adds to the rate, percent of it */
            bonus_percent: number;
            /** @description The least number of conversions in the period */
            min_conversions: number;
            /** @description The least value of orders in the period, USD */
            min_revenue: number;
            /** @description The rolling period in which conversions and revenue count, days */
            period_days: number;
            /** @description Whether an affiliate who brings less falls back to a lower tier */
            allow_downgrade: boolean;
            benefits: components["schemas"]["TierBenefits"];
            /** @description Whether the tier is active */
            is_active: boolean;
            /** @description When the tier was created */
            created_at: string;
        };
        /** @description What a tier offers */
        TierBenefits: {
            /** @description Whether commissions are paid before the end of their hold */
            early_payout: boolean;
            /** @description Whether support answers first */
            priority_support: boolean;
            /** @description Whether campaigns of invited affiliates are open */
            exclusive_campaigns: boolean;
            /** @description Whether the tier’s bonus counts */
            higher_commissions: boolean;
            /** @description Whether a person looks after the affiliate */
            dedicated_manager?: boolean;
        };
        /** @description A change of an affiliate’s tier */
        TierChange: {
            /** @description The campaign’s id */
            campaign_id: string | null;
            /** @description The value before, or where a signal begins */
            from: string;
            /** @description The value now, or where a signal is full */
            to: string;
            /** @description Orders and leads */
            conversions: number;
            /** @description The value of the orders */
            revenue: number;
            /** @description When it changed */
            changed_at: string;
        };
        /** @description The tiers of the platform or a campaign */
        TierScheme: {
            /** @description The campaign’s id */
            campaign_id: string | null;
            /** @description Which version it is */
            version: number;
            /** @description From when on it applies */
            effective_from: string;
            /** @description Days whose results decide the tier */
            period_days: number;
            /** @description Whether a tier can be lost */
            allow_downgrade: boolean;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description The tiers, lowest first */
            tiers: components["schemas"]["Tier"][];
        };
        /** @description The tier that an affiliate has reached */
        TierStanding: {
            /** @description The campaign’s id */
            campaign_id: string | null;
            tier: components["schemas"]["Tier"];
        };
        /** @description The session of a client that stores its tokens */
        TokenSession: {
            /** @description Proves the caller in `Authorization: Bearer …` */
            access_token: string;
            /** @description Gets the next access token, once */
            refresh_token: string;
            /**
             * @description How the token is sent
             * @constant
             */
            token_type: "Bearer";
            /** @description Seconds until the access token expires */
            expires_in: number;
            user: components["schemas"]["User"];
            member?: components["schemas"]["TeamMember"];
        };
        TraceCommissionResponse: {
            commission: components["schemas"]["Commission"];
            conversion: components["schemas"]["TracedConversion"];
            /** @description Null for batches, and while attribution does not answer */
            attribution: components["schemas"]["TracedAttribution"] | null;
            fraud: components["schemas"]["TracedFraud"];
            approval: components["schemas"]["TracedApproval"];
            rule: components["schemas"]["CommissionRule"];
            /** @description The affiliate’s tier */
            tier: components["schemas"]["AppliedTier"] | null;
            /** @description The rates that were used */
            exchange_rates: components["schemas"]["AppliedRate"][];
            calculation: components["schemas"]["CommissionCalculation"];
            /** @description How long it waits; null without a hold */
            hold: components["schemas"]["CommissionHold"] | null;
            /** @description The refunds of the order */
            adjustments: components["schemas"]["CommissionAdjustment"][];
            /** @description The changes that moved the affiliate’s commissions of this conversion, oldest first */
            attribution_changes: components["schemas"]["TracedAttributionChange"][];
            /** @description By whom and why it was cancelled; null where it was not */
            cancellation: components["schemas"]["CommissionCancellation"] | null;
            /** @description The payouts, or how many there are */
            payouts: components["schemas"]["CommissionPayout"][];
            /** @description What is still owed */
            owed: number;
            /** @description Null for brands */
            paid: number | null;
            /** @description Null for brands */
            set_aside: number | null;
            /** @description Null for brands */
            owed_back: number | null;
            /** @description The bookings in the ledger, oldest first */
            ledger: components["schemas"]["LedgerBooking"][];
        };
        /** @description Who approved it */
        TracedApproval: {
            /** @description When it was approved; null until then */
            approved_at: string;
            /** @description Who approved it */
            approved_by: string;
            /** @description The reviewer’s notes; null without any */
            notes: string | null;
        };
        /** @description How the credit was shared */
        TracedAttribution: {
            /** @description The rule that shares the credit */
            model: string;
            /** @description The version of the model */
            model_version: string;
            /** @description Oldest first */
            path: components["schemas"]["TracedClick"][];
        };
        /** @description A change of attribution that moved the commission */
        TracedAttributionChange: {
            /** @description The traced attribution change’s id */
            id: string;
            /**
             * @description What became of it there
             * @enum {string}
             */
            state: "applied" | "undone";
            /** @description What the affiliate was entitled to of the conversion */
            before: number;
            /** @description What it is now */
            after: number;
            /** @description What of it was paid or reserved and became a debt */
            owed_back: number;
            /** @description Whether the change made this commission */
            is_line_of_it: boolean;
        };
        /** @description A click on the path to the order; an affiliate sees the others’ without their ids */
        TracedClick: {
            /** @description The affiliate’s id */
            affiliate_id: string | null;
            /** @description The click’s id, as the landing page gets it */
            click_id: string | null;
            /** @description Whether the click is the affiliate’s own */
            is_own: boolean;
            /** @description When the click happened; null where the conversion has none */
            clicked_at: string | null;
            /** @description In units of 1e-12 of the credit; null where a trained model gave it */
            weight: number | null;
            /** @description The coupon code where the touch is one; null for clicks, and for other affiliates’ codes */
            coupon_code: string | null;
        };
        /** @description The order */
        TracedConversion: {
            /** @description The traced conversion’s id */
            id: string;
            /** @description The shop’s id of the order */
            order_id: string;
            /** @description Where it came from */
            source: string;
            /** @description The value of the order, with the decimals of its currency */
            order_value: number;
            /** @description ISO 4217 code of the currency */
            currency: string;
            /** @description Null where there is none, or it was another’s */
            click_id: string | null;
            /** @description When the click happened; null where the conversion has none */
            clicked_at: string | null;
            /** @description When the order was placed */
            converted_at: string;
            /** @description When the order was reported */
            tracked_at: string;
        };
        /** @description How suspicious the order was */
        TracedFraud: {
            /** @description 0 (not suspicious) to 1; null until assessed */
            score: number | null;
            /** @description Whether a person must decide */
            requires_review: boolean;
        };
        TrackCallRequest: {
            /**
             * Format: uuid
             * @description The click’s id, as the landing page gets it
             */
            click_id?: string;
            /** @description The called number; it belongs to one link */
            tracking_number?: string;
            /** @description The call’s id; the same id counts once */
            transaction_id: string;
            /** @description The length of the call */
            duration_seconds: number;
            /** @description Identifies the caller; not the number itself */
            caller_hash?: string;
            /**
             * Format: date-time
             * @description When it began
             */
            started_at?: string;
            /** @description The signature */
            signature?: string;
            /** @description `granted` or `denied`; without any signal the campaign’s `consent_default` counts. Of contradicting signals the most restrictive counts, and what cannot be read counts as absent */
            consent?: string;
            /** @description Google consent mode: `G1`, ad_storage, analytics_storage; ad_storage counts */
            gcs?: string;
            /** @description Google consent mode in its longer form; ad_storage counts */
            gcd?: string;
            /** @description IAB TCF: `1` where the GDPR applies, else `0` */
            gdpr?: string;
            /** @description IAB TCF string, version 2: purposes 1 and 7 and the vendor of TCF_VENDOR_ID count */
            gdpr_consent?: string;
        };
        TrackCallResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["RecordedConversion"];
            /** @description A text for people */
            message: string;
        };
        TrackConversionRequest: {
            /**
             * Format: uuid
             * @description Required, unless `brand_id` and a coupon code are given
             */
            click_id?: string;
            /**
             * Format: uuid
             * @description Whose order it is, where a coupon code stands in for a click
             */
            brand_id?: string;
            /** @description The coupon code that the customer entered, in any case; several are separated by commas. Empty for none */
            coupon_code?: "" | string;
            /** @description All coupon codes of the order, as a list or separated by commas; at most 10 count */
            coupon_codes?: ("" | string) | string[];
            /** @description The id of the payment */
            transaction_id: string;
            /** @description A decimal with at most as many decimals as its currency has */
            order_value: number | string;
            /** @description Default: the transaction_id */
            order_id?: string;
            /** @description The signature */
            signature?: string;
            /** @default USD */
            currency?: components["schemas"]["OrderCurrency"];
            /**
             * @description What the customer did
             * @default sale
             */
            conversion_type?: components["schemas"]["ConversionType"];
            /**
             * Format: email
             * @description Stored only as a keyed hash, never as the address
             */
            customer_email?: string;
            /** @description The shop’s id of the customer */
            customer_id?: string;
            /**
             * Format: uri
             * @description The page from which the order was placed
             */
            referer_url?: string;
            /**
             * @description The products
             * @default []
             */
            products?: components["schemas"]["OrderedProduct"][];
            /** @description Free pairs. `customer_ip`, `customer_user_agent`, `customer_country` and `cart_created_at` count as evidence for fraud scoring; without them those signals are not available. The first two are stored as evidence only, at most 90 days */
            metadata?: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description At most a year back; default now
             */
            conversion_timestamp?: string;
            /** @description `granted` or `denied`; without any signal the campaign’s `consent_default` counts. Of contradicting signals the most restrictive counts, and what cannot be read counts as absent */
            consent?: string;
            /** @description Google consent mode: `G1`, ad_storage, analytics_storage; ad_storage counts */
            gcs?: string;
            /** @description Google consent mode in its longer form; ad_storage counts */
            gcd?: string;
            /** @description IAB TCF: `1` where the GDPR applies, else `0` */
            gdpr?: string;
            /** @description IAB TCF string, version 2: purposes 1 and 7 and the vendor of TCF_VENDOR_ID count */
            gdpr_consent?: string;
        };
        TrackConversionResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["RecordedConversion"];
            /** @description A text for people */
            message: string;
        };
        TrackMessageRequest: {
            /**
             * Format: uuid
             * @description The click’s id, as the landing page gets it
             */
            click_id?: string;
            /** @description The code in the link’s address */
            tracking_code?: string;
            /** @description The message’s id */
            transaction_id: string;
            /** @description Each conversation counts once */
            conversation_id: string;
            /** @description The signature */
            signature?: string;
            /** @description `granted` or `denied`; without any signal the campaign’s `consent_default` counts. Of contradicting signals the most restrictive counts, and what cannot be read counts as absent */
            consent?: string;
            /** @description Google consent mode: `G1`, ad_storage, analytics_storage; ad_storage counts */
            gcs?: string;
            /** @description Google consent mode in its longer form; ad_storage counts */
            gcd?: string;
            /** @description IAB TCF: `1` where the GDPR applies, else `0` */
            gdpr?: string;
            /** @description IAB TCF string, version 2: purposes 1 and 7 and the vendor of TCF_VENDOR_ID count */
            gdpr_consent?: string;
        };
        TrackMessageResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["RecordedConversion"];
            /** @description A text for people */
            message: string;
        };
        TrackPageOrderRequest: {
            /**
             * Format: uuid
             * @description Required, unless `brand_id` and a coupon code are given
             */
            click_id?: string;
            /**
             * Format: uuid
             * @description Whose order it is, where a coupon code stands in for a click
             */
            brand_id?: string;
            /** @description The coupon code that the customer entered, in any case; several are separated by commas. Empty for none */
            coupon_code?: "" | string;
            /** @description All coupon codes of the order, as a list or separated by commas; at most 10 count */
            coupon_codes?: ("" | string) | string[];
            /** @description The id of the payment */
            transaction_id: string;
            /** @description Default: the transaction_id */
            order_id?: string;
            /** @description A decimal with at most as many decimals as its currency has */
            order_value: number | string;
            /** @default USD */
            currency?: components["schemas"]["OrderCurrency"];
            /** @description `granted` or `denied`; without any signal the campaign’s `consent_default` counts. Of contradicting signals the most restrictive counts, and what cannot be read counts as absent */
            consent?: string;
            /** @description Google consent mode: `G1`, ad_storage, analytics_storage; ad_storage counts */
            gcs?: string;
            /** @description Google consent mode in its longer form; ad_storage counts */
            gcd?: string;
            /** @description IAB TCF: `1` where the GDPR applies, else `0` */
            gdpr?: string;
            /** @description IAB TCF string, version 2: purposes 1 and 7 and the vendor of TCF_VENDOR_ID count */
            gdpr_consent?: string;
        };
        /** @description The query of trackPixelOrder */
        TrackPixelOrderQuery: {
            /**
             * Format: uuid
             * @description Required, unless `brand_id` and a coupon code are given
             */
            click_id?: string;
            /**
             * Format: uuid
             * @description Whose order it is, where a coupon code stands in for a click
             */
            brand_id?: string;
            /** @description The coupon code that the customer entered, in any case; several are separated by commas. Empty for none */
            coupon_code?: "" | string;
            /** @description All coupon codes of the order, as a list or separated by commas; at most 10 count */
            coupon_codes?: ("" | string) | string[];
            /** @description The id of the payment */
            transaction_id: string;
            /** @description Default: the transaction_id */
            order_id?: string;
            /** @description The value of the order, with the decimals of its currency */
            order_value: string;
            /** @default USD */
            currency?: components["schemas"]["OrderCurrency"];
            /** @description `granted` or `denied`; without any signal the campaign’s `consent_default` counts. Of contradicting signals the most restrictive counts, and what cannot be read counts as absent */
            consent?: string;
            /** @description Google consent mode: `G1`, ad_storage, analytics_storage; ad_storage counts */
            gcs?: string;
            /** @description Google consent mode in its longer form; ad_storage counts */
            gcd?: string;
            /** @description IAB TCF: `1` where the GDPR applies, else `0` */
            gdpr?: string;
            /** @description IAB TCF string, version 2: purposes 1 and 7 and the vendor of TCF_VENDOR_ID count */
            gdpr_consent?: string;
        };
        TrackPluginOrderRequest: {
            /**
             * Format: uuid
             * @description The click’s id, as the landing page gets it
             */
            click_id?: string;
            /** @description The shop’s number of the order */
            order_reference: string;
            /** @description A decimal with at most as many decimals as its currency has */
            order_total: number | string;
            /** @default USD */
            currency?: components["schemas"]["OrderCurrency"];
            /** @description The shop’s platform */
            platform?: string;
            /**
             * Format: email
             * @description The customer’s e-mail address; stored as a hash alone
             */
            customer_email?: string;
            /** @description Pre-calculated; at most order_total */
            commission_amount?: number | string;
            /** @description The coupon code that the customer entered, in any case; several are separated by commas. Empty for none */
            coupon_code?: "" | string;
            /** @description All coupon codes of the order, as a list or separated by commas; at most 10 count */
            coupon_codes?: ("" | string) | string[];
            /**
             * Format: uuid
             * @description Credited where there is no click
             */
            affiliate_id?: string;
            /**
             * Format: uuid
             * @description With affiliate_id: which of the brand’s campaigns
             */
            campaign_id?: string;
            /** @description `granted` or `denied`; without any signal the campaign’s `consent_default` counts. Of contradicting signals the most restrictive counts, and what cannot be read counts as absent */
            consent?: string;
            /** @description Google consent mode: `G1`, ad_storage, analytics_storage; ad_storage counts */
            gcs?: string;
            /** @description Google consent mode in its longer form; ad_storage counts */
            gcd?: string;
            /** @description IAB TCF: `1` where the GDPR applies, else `0` */
            gdpr?: string;
            /** @description IAB TCF string, version 2: purposes 1 and 7 and the vendor of TCF_VENDOR_ID count */
            gdpr_consent?: string;
        };
        TrackPluginOrderResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["RecordedConversion"];
            /** @description A text for people */
            message: string;
        };
        /** @description The query of trackPostbackByUrl */
        TrackPostbackByUrlQuery: {
            /** @description The code in the link’s address */
            tracking_code: string;
            /** @description The shop’s id of the order */
            order_id: string;
            /** @description A decimal with at most as many decimals as its currency has */
            order_value: number | string;
            /** @default USD */
            currency?: components["schemas"]["OrderCurrency"];
            /** @description The coupon code that the customer entered, in any case; several are separated by commas. Empty for none */
            coupon_code?: "" | string;
            /** @description All coupon codes of the order, as a list or separated by commas; at most 10 count */
            coupon_codes?: ("" | string) | string[];
            /** @description The signature */
            signature?: string;
            /** @description Further fields of the caller’s own */
            custom_parameters?: {
                [key: string]: unknown;
            };
            /** @description `granted` or `denied`; without any signal the campaign’s `consent_default` counts. Of contradicting signals the most restrictive counts, and what cannot be read counts as absent */
            consent?: string;
            /** @description Google consent mode: `G1`, ad_storage, analytics_storage; ad_storage counts */
            gcs?: string;
            /** @description Google consent mode in its longer form; ad_storage counts */
            gcd?: string;
            /** @description IAB TCF: `1` where the GDPR applies, else `0` */
            gdpr?: string;
            /** @description IAB TCF string, version 2: purposes 1 and 7 and the vendor of TCF_VENDOR_ID count */
            gdpr_consent?: string;
        };
        TrackPostbackByUrlResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["RecordedPostback"];
            /** @description A text for people */
            message: string;
        };
        TrackPostbackRequest: {
            /** @description The code in the link’s address */
            tracking_code: string;
            /** @description The shop’s id of the order */
            order_id: string;
            /** @description A decimal with at most as many decimals as its currency has */
            order_value: number | string;
            /** @default USD */
            currency?: components["schemas"]["OrderCurrency"];
            /** @description The coupon code that the customer entered, in any case; several are separated by commas. Empty for none */
            coupon_code?: "" | string;
            /** @description All coupon codes of the order, as a list or separated by commas; at most 10 count */
            coupon_codes?: ("" | string) | string[];
            /** @description The signature */
            signature?: string;
            /** @description Further fields of the caller’s own */
            custom_parameters?: {
                [key: string]: unknown;
            };
            /** @description `granted` or `denied`; without any signal the campaign’s `consent_default` counts. Of contradicting signals the most restrictive counts, and what cannot be read counts as absent */
            consent?: string;
            /** @description Google consent mode: `G1`, ad_storage, analytics_storage; ad_storage counts */
            gcs?: string;
            /** @description Google consent mode in its longer form; ad_storage counts */
            gcd?: string;
            /** @description IAB TCF: `1` where the GDPR applies, else `0` */
            gdpr?: string;
            /** @description IAB TCF string, version 2: purposes 1 and 7 and the vendor of TCF_VENDOR_ID count */
            gdpr_consent?: string;
        };
        TrackPostbackResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["RecordedPostback"];
            /** @description A text for people */
            message: string;
        };
        /** @description What has suddenly stopped */
        TrackingAlarm: {
            /**
             * @description The kind of tracking alarm
             * @enum {string}
             */
            kind: "orders_without_click" | "clicks_not_seen";
            /** @description A text for people */
            message: string;
            /**
             * Format: date-time
             * @description When the brand was notified; not yet for an alarm of the last hour
             */
            since?: string;
        };
        /** @description What was seen of the brand’s shops on a day */
        TrackingDay: {
            /**
             * Format: date
             * @description The day (UTC)
             */
            date: string;
            /** @description Visitors who were sent to the shop */
            clicks_expected: number;
            /** @description Of these, those whom the script of the shop’s pages has seen */
            clicks_seen: number;
            /** @description Orders that were reported, or that a connected shop has */
            orders: number;
            /** @description Of these, orders that carry a click */
            orders_with_click: number;
            /** @description Browsers without an order are left out */
            by_browser: components["schemas"]["BrowserOrders"][];
        };
        /** @description The state of a brand’s tracking */
        TrackingHealth: {
            /**
             * @description The state of the tracking health
             * @enum {string}
             */
            status: "healthy" | "alarm";
            /** @description None while all is well */
            alarms: components["schemas"]["TrackingAlarm"][];
            /** @description Orders by the age of their click: what a cookie that lives shorter would lose */
            click_age_at_order: {
                [key: string]: number;
            };
            /** @description The oldest first */
            days: components["schemas"]["TrackingDay"][];
        };
        /** @description A telephone number of a call campaign */
        TrackingNumber: {
            /** @description A telephone number in E.164 form */
            number: string;
            /** @description The link that the number is assigned to; null while free */
            link_id: string | null;
            /**
             * Format: date-time
             * @description When the tracking number was created
             */
            created_at: string;
        };
        /** @description A secret that signs tracking calls, masked */
        TrackingSecret: {
            /**
             * Format: uuid
             * @description The tracking secret’s id
             */
            id: string;
            /** @description The tracking secret’s name */
            name: string | null;
            /** @description Masked: only its last characters */
            secret: string;
            /**
             * Format: date-time
             * @description When the tracking secret was created
             */
            created_at: string;
        };
        UndoAttributionChangeResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["AttributionChange"];
        };
        /** @description What a campaign owes */
        UnpaidCommissions: {
            /**
             * Format: uuid
             * @description The campaign’s id
             */
            campaign_id: string;
            /** @description How many conversions */
            conversion_count: number;
            /** @description The commission, with the decimals of its currency */
            commission_amount: number;
            /** @description ISO 4217 code of the currency */
            currency: string;
        };
        /**
         * @description Why an order earns only if approved by hand
         * @enum {string}
         */
        UnpayableReason: "below_minimum_duration" | "capped" | "budget_spent" | "campaign_ended" | "bot_click" | "affiliate_suspended" | "excluded_category" | "no_attribution" | "held_for_review" | "duplicate_customer";
        /** @description The query of unsubscribeFromEmails */
        UnsubscribeFromEmailsQuery: {
            /** @description A token that was mailed or made for this purpose */
            token: string;
        };
        UnsubscribeRestHookResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
        };
        UpdateAccountRequest: {
            /** @description The account’s name */
            name?: string;
            /** @description The company’s name */
            company?: string | null;
            /** @description ISO 3166 code of the country, two letters */
            country?: string | null;
            /** @description A telephone number */
            phone?: string | null;
            /** @description The address of the website */
            website?: string | null;
            /** @description The channels by which the affiliate reaches customers */
            marketing_channels?: string[];
            /**
             * Format: email
             * @description The e-mail address
             */
            email?: string;
            /** @description At least 10 characters; common passwords are refused */
            password?: string;
            /** @description The login’s present password */
            current_password?: string;
            /** @description Whether the account’s API keys are ended as well */
            end_api_keys?: boolean;
        };
        UpdateAccountResponse: {
            /**
             * Format: uuid
             * @description The record’s id
             */
            id: string;
            /** @description The e-mail address */
            email: string;
            /** @description Whether the owner has proved the address */
            email_verified: boolean;
            /** @description What the account, or the person in it, may do */
            role: components["schemas"]["AccountRole"];
            /** @description What the account may use: webhooks and postbacks need `pro` (10 endpoints) or `enterprise` (50). The operator sets it. */
            plan: components["schemas"]["Plan"];
            /** @description The state of the record */
            status: components["schemas"]["AccountStatus"];
            /** @description The record’s name */
            name: string;
            /** @description The company’s name */
            company: string | null;
            /** @description ISO 3166 code of the country, two letters */
            country: string | null;
            /** @description A telephone number */
            phone: string | null;
            /** @description The address of the website */
            website: string | null;
            /** @description The channels by which the affiliate reaches customers */
            marketing_channels: string[];
            /**
             * Format: date-time
             * @description When the account will be erased, where its owner requested that
             */
            deletion_due_at?: string;
            /**
             * Format: date-time
             * @description When the record was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the record was last changed
             */
            updated_at: string;
            /** @description The new address, until its owner proves it */
            pending_email?: string;
            /** @description The account’s API keys */
            api_keys?: components["schemas"]["ApiKey"][];
        };
        UpdateBillingProfileRequest: {
            /** @description The name on invoices; null: the account’s */
            legal_name?: string | null;
            /** @description The address on invoices */
            address_lines?: string[];
            /** @description The tax number on invoices; null without one */
            tax_id?: string | null;
        };
        UpdateBillingProfileResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            billing_profile: components["schemas"]["BillingProfile"];
        };
        UpdateBrandReportScheduleRequest: {
            /**
             * @description The kind of brand report schedule
             * @enum {string}
             */
            kind?: "conversions" | "commissions" | "payouts_due" | "affiliates";
            /**
             * @description The format of the file
             * @enum {string}
             */
            format?: "csv" | "pdf" | "excel";
            /**
             * @description How often it comes
             * @enum {string}
             */
            frequency?: "daily" | "weekly" | "monthly";
            /** @description The time zone (IANA) */
            timezone?: string;
            /** @description Of the day in that zone */
            hour?: number;
            /** @description ISO 4217 currency code */
            currency?: string;
            /** @description The campaign’s id */
            campaign_id?: string | null;
            /** @description The affiliate’s id */
            affiliate_id?: string | null;
        };
        UpdateCampaignAttributionRequest: {
            /** @description The rule that shares the credit */
            model: components["schemas"]["AttributionModel"];
            /**
             * @description Days before the order whose clicks count
             * @default 30
             */
            lookback_window_days?: number;
            /**
             * @description Hours after which a click counts half, under `time_decay`
             * @default 168
             */
            time_decay_half_life_hours?: number;
            /**
             * @description Percent of the credit by position, under `position_based`; they sum to 100
             * @default {
             *       "first": 40,
             *       "middle": 20,
             *       "last": 40
             *     }
             */
            position_based_weights?: {
                /** @description Percent for the first click */
                first: number;
                /** @description Percent for all clicks between */
                middle: number;
                /** @description Percent for the last click */
                last: number;
            };
            /**
             * @description Whether a customer’s clicks on other devices count
             * @default false
             */
            enable_cross_device?: boolean;
            /**
             * @description Whether devices may be recognised without a cookie
             * @default false
             */
            fingerprinting_enabled?: boolean;
            /**
             * @description Who earns an order with a valid coupon code of one affiliate and a valid click of another: `code`, `click`, both (`split`), or `first`: the code where it began to be valid before the click, else the click
             * @default code
             * @enum {string}
             */
            coupon_rule?: "code" | "click" | "split" | "first";
            /**
             * @description The code’s part of the credit where the rule is `split`, percent; the model divides the rest
             * @default 50
             */
            coupon_code_share?: number;
        };
        UpdateCampaignAttributionResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description The result of the call */
            data: {
                /**
                 * Format: uuid
                 * @description The campaign’s id
                 */
                campaign_id: string;
                attribution_settings: components["schemas"]["AttributionSettings"];
                data_driven?: components["schemas"]["ModelTraining"];
            };
        };
        UpdateCampaignRequest: {
            /** @description The campaign’s name */
            name?: string;
            /** @description What people read of the campaign */
            description?: string;
            /** @description The type of the campaign */
            type?: components["schemas"]["CampaignType"];
            /** @description Where visitors of its links arrive */
            landing_page_url?: string;
            /** @description Whether orders may be reported by the pixel, unsigned and for review */
            pixel_enabled?: boolean;
            /**
             * @description What counts where a click or report states no consent
             * @enum {string}
             */
            consent_default?: "granted" | "denied";
            /** @description The part of visitors, drawn at random, whose orders are credited to nobody, so that it is known how many orders clicks bring; their redirects work, and state `holdout=1` to the shop */
            holdout_percent?: number;
            /** @description Whether it is shown to invited affiliates alone */
            exclusive?: boolean;
            /** @description When it begins; null: at once */
            starts_at?: (string) | null;
            /** @description When it ends; null: never */
            ends_at?: (string) | null;
            commission?: components["schemas"]["SomeCampaignCommission"];
            /** @description The most that is paid for */
            caps?: components["schemas"]["SomeCampaignCaps"] | null;
            /** @description The most that the campaign spends on commissions */
            budget?: components["schemas"]["SomeCampaignBudget"] | null;
            /** @description Who may join */
            approval?: components["schemas"]["SomeCampaignApproval"] | null;
            /** @description Whose visits count */
            targeting?: components["schemas"]["SomeCampaignTargeting"] | null;
            /** @description How telephone calls are paid; null for other campaigns */
            call?: components["schemas"]["SomeCallTerms"] | null;
            /** @description How the credit for an order is shared */
            attribution?: components["schemas"]["SomeCampaignAttribution"] | null;
            /** @description The state of the campaign */
            status?: components["schemas"]["CampaignStatus"];
        };
        UpdateClaimSettingsRequest: {
            /** @description How long you take at most to decide a claim, days; null for the platform’s time */
            decision_days: number | null;
        };
        UpdateClaimSettingsResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["ClaimSettings"];
        };
        UpdateCouponRequest: {
            /** @description When it begins; null: at once */
            starts_at?: string;
            /** @description The moment from which it is no longer valid; null for no end */
            ends_at?: (string) | null;
            /** @description False switches the code off from now on; orders placed before keep their credit */
            active?: boolean;
        };
        UpdateFraudSettingsRequest: {
            /**
             * @description Conversions with a higher score require review; above 0.5 all do
             * @default 0.5
             */
            review_threshold?: number;
            /**
             * @description What differs from the defaults, by the factor names of GET; a factor that is left out has its defaults
             * @default {}
             */
            factors?: {
                [key: string]: components["schemas"]["NewFraudFactor"];
            };
        };
        UpdateFraudSettingsResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["FraudSettings"];
        };
        UpdateLinkRequest: {
            /** @description Whether the link is active */
            active: boolean;
        };
        UpdateNotificationPreferencesRequest: {
            /** @description The language (en, de, es) of notifications and e-mails, and with a region the form of their amounts and dates */
            locale?: string;
            /** @description Whether e-mails are sent */
            email_enabled?: boolean;
            /**
             * @description Whether e-mails come one by one, as a digest, or never
             * @enum {string}
             */
            email_frequency?: "instant" | "daily" | "weekly" | "never";
            /** @description Whether push messages are sent */
            push_enabled?: boolean;
            /** @description Whether text messages are sent */
            sms_enabled?: boolean;
            /** @description Whether notifications appear in the app */
            in_app_enabled?: boolean;
            /** @description Whether the quiet hours apply */
            quiet_hours_enabled?: boolean;
            /** @description When the quiet hours begin, HH:MM */
            quiet_hours_start?: string | null;
            /** @description When the quiet hours end, HH:MM */
            quiet_hours_end?: string | null;
            /** @description The time zone of the quiet hours (IANA) */
            quiet_hours_timezone?: string;
            /** @description Whether “do not disturb” applies */
            dnd_enabled?: boolean;
            /** @description When “do not disturb” begins; null: at once */
            dnd_start?: string | null;
            /** @description When “do not disturb” ends; null: never */
            dnd_end?: string | null;
            /** @description The categories to switch; those left out stay as they are */
            category_channels?: {
                [key: string]: components["schemas"]["SomeCategoryChannels"];
            };
        };
        UpdateNotificationPreferencesResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description A text for people */
            message: string;
            preferences: components["schemas"]["NotificationPreferences"];
        };
        UpdatePasskeyRequest: {
            /** @description The passkey’s name */
            name: string;
        };
        UpdatePayoutAccountRequest: {
            /** @description The least amount of a payout, USD */
            minimum_payout_amount?: number;
            /**
             * @description How often scheduled payouts are made
             * @enum {string}
             */
            payout_frequency?: "daily" | "weekly" | "biweekly" | "monthly" | "manual";
            /** @description Whether payouts are made by schedule */
            auto_payout_enabled?: boolean;
            /** @description Whether the payout account is active */
            is_active?: boolean;
            /**
             * @description Whether payouts go there unless another is named
             * @constant
             */
            is_default?: true;
        };
        UpdatePayoutAccountResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            account: components["schemas"]["PayoutAccount"];
            /** @description Only where payouts to the account are held for review because of this change */
            hold_reasons?: components["schemas"]["HoldReason"][];
        };
        UpdatePostbackRequest: {
            /**
             * @description How the address is called
             * @enum {string}
             */
            method?: "GET" | "POST";
            /** @description May contain {click_id}, {sub1}, {sub2}, {sub3}, {sub4}, {sub5}, {coupon_code}, {amount}, {currency}, {status}, {event_id} in its path and query */
            url?: string;
            /** @description The events that are sent there */
            events?: ("conversion.tracked" | "conversion.approved" | "conversion.rejected")[];
            /** @description Whether the postback is active */
            active?: boolean;
            /** @description What people read of the postback */
            description?: string | null;
        };
        UpdatePostbackResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["Postback"];
        };
        UpdateProductRequest: {
            /** @description The brand’s number of the product */
            sku?: string;
            /** @description The product’s name */
            name?: string;
            /** @description The price of one, with the decimals of `currency` */
            price?: number;
            /** @description ISO 4217 currency code */
            currency?: string;
            /** @description The category */
            category?: string | null;
            /** @description The product’s address */
            url?: string | null;
        };
        UpdateReportScheduleRequest: {
            /**
             * @description The kind of report schedule
             * @enum {string}
             */
            kind?: "campaign" | "link" | "utm" | "geo" | "device" | "time_of_day";
            /**
             * @description The format of the file
             * @enum {string}
             */
            format?: "csv" | "pdf" | "excel";
            /**
             * @description How often it comes
             * @enum {string}
             */
            frequency?: "daily" | "weekly" | "monthly";
            /** @description The time zone (IANA) */
            timezone?: string;
            /** @description Of the day in that zone */
            hour?: number;
            /** @description ISO 4217 currency code */
            currency?: string;
            /** @description The campaign’s id */
            campaign_id?: string | null;
            /** @description The link’s id */
            link_id?: string | null;
        };
        UpdateTeamMemberRequest: {
            /** @description What the account, or the person in it, may do */
            role: components["schemas"]["MemberRole"];
        };
        UpdateUserPlanRequest: {
            /** @description What the account pays for */
            plan: components["schemas"]["Plan"];
        };
        UpdateUserStatusRequest: {
            /** @description The state of the user status */
            status: components["schemas"]["AccountStatus"];
        };
        UpdateWebhookEndpointRequest: {
            /** @description The webhook endpoint’s address */
            url?: string;
            /** @description The events that are sent there */
            events?: components["schemas"]["WebhookEventName"][];
            /** @description Whether the webhook endpoint is active */
            active?: boolean;
            /** @description What people read of the webhook endpoint */
            description?: string | null;
            /** @description Further headers of every message */
            headers?: {
                [key: string]: string;
            };
        };
        UpdateWebhookEndpointResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            data: components["schemas"]["WebhookEndpoint"];
        };
        /** @description The key of a request; name and characters are null once it is deleted */
        UsedApiKey: {
            /**
             * Format: uuid
             * @description The used api key’s id
             */
            id: string;
            /** @description The used api key’s name */
            name: string | null;
            /** @description The last characters of the key, which tell keys apart */
            last_characters: string | null;
        };
        /** @description An account */
        User: {
            /**
             * Format: uuid
             * @description The user’s id
             */
            id: string;
            /** @description The e-mail address */
            email: string;
            /** @description Whether the owner has proved the address */
            email_verified: boolean;
            /** @description What the account, or the person in it, may do */
            role: components["schemas"]["AccountRole"];
            /** @description What the account may use: webhooks and postbacks need `pro` (10 endpoints) or `enterprise` (50). The operator sets it. */
            plan: components["schemas"]["Plan"];
            /** @description The state of the user */
            status: components["schemas"]["AccountStatus"];
            /** @description The user’s name */
            name: string;
            /** @description The company’s name */
            company: string | null;
            /** @description ISO 3166 code of the country, two letters */
            country: string | null;
            /** @description A telephone number */
            phone: string | null;
            /** @description The address of the website */
            website: string | null;
            /** @description The channels by which the affiliate reaches customers */
            marketing_channels: string[];
            /**
             * Format: date-time
             * @description When the account will be erased, where its owner requested that
             */
            deletion_due_at?: string;
            /**
             * Format: date-time
             * @description When the user was created
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When the user was last changed
             */
            updated_at: string;
        };
        /** @description UTM parameters */
        Utm: {
            /** @description Where it came from */
            source: string | null;
            /** @description `utm_medium` */
            medium: string | null;
            /** @description `utm_campaign` */
            campaign: string | null;
            /** @description `utm_term` */
            term: string | null;
            /** @description `utm_content` */
            content: string | null;
        };
        VerifyEmailRequest: {
            /** @description A token that was mailed or made for this purpose */
            token: string;
        };
        VerifyLedgerResponse: {
            /** @description Whether every check holds */
            balanced: boolean;
            /** @description The entries, or how many were checked */
            entries: number;
            /** @description The accounts, or how many were checked */
            accounts: number;
            /** @description The checks that do not hold */
            differences: components["schemas"]["LedgerDifference"][];
        };
        VerifyPayoutAccountRequest: {
            /** @description A code of digits, or the code of a reason */
            code?: string;
        };
        VerifyPayoutAccountResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /**
             * @description How far the verification is
             * @enum {string}
             */
            verification: "verified" | "code_sent" | "started";
            /** @description Only where payouts to the account are held for review because of this change */
            hold_reasons?: components["schemas"]["HoldReason"][];
        };
        /** @description How the caller’s messages were delivered */
        WebhookAnalytics: {
            /** @description The caller’s endpoints */
            total_endpoints: number;
            /** @description The active ones among them */
            active_endpoints: number;
            /** @description Messages that were sent */
            total_events_sent: number;
            /** @description Messages that were received */
            successful_deliveries: number;
            /** @description Messages that failed for good */
            failed_deliveries: number;
            /** @description Percent of the deliveries that ended */
            success_rate: number;
            /** @description Milliseconds per attempt */
            average_response_time: number;
            /** @description Messages by event */
            events_by_type: components["schemas"]["EventCount"][];
            /** @description Messages by day */
            daily_stats: components["schemas"]["DailyDeliveries"][];
        };
        /** @description A message to an endpoint and its attempts */
        WebhookDelivery: {
            /**
             * Format: uuid
             * @description The webhook delivery’s id
             */
            id: string;
            /**
             * Format: uuid
             * @description The endpoint’s id
             */
            endpoint_id: string;
            /** @description The name of the event */
            event_type: string;
            /** @description The envelope that was sent */
            payload: {
                [key: string]: unknown;
            };
            /** @description The values of a postback’s macros */
            macros: {
                [key: string]: string;
            } | null;
            /**
             * @description The state of the webhook delivery
             * @enum {string}
             */
            status: "success" | "failed" | "retrying";
            /** @description How often it was sent */
            attempts: number;
            /** @description The status of the answer; null without one */
            response_code: number | null;
            /** @description The beginning of the answer; null without one */
            response_body: string | null;
            /** @description What failed; null where nothing did */
            error_message: string | null;
            /**
             * Format: date-time
             * @description When the webhook delivery was created
             */
            created_at: string;
            /** @description When it was received; null until then */
            delivered_at: string | null;
            /** @description Every attempt, oldest first */
            attempt_log: components["schemas"]["DeliveryAttempt"][];
        };
        /** @description An address that gets messages on events */
        WebhookEndpoint: {
            /**
             * Format: uuid
             * @description The webhook endpoint’s id
             */
            id: string;
            /** @description The webhook endpoint’s address */
            url: string;
            /** @description The events that are sent there */
            events: components["schemas"]["WebhookEventName"][];
            /** @description What people read of the webhook endpoint */
            description: string | null;
            /** @description Whether the webhook endpoint is active */
            active: boolean;
            /** @description In full in the response that creates it, otherwise masked */
            secret: string;
            /** @description Further headers of every message */
            headers: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @description When the webhook endpoint was created
             */
            created_at: string;
            /** @description When the webhook endpoint was last changed */
            updated_at: string | null;
            /** @description When a message was last sent; null where never */
            last_triggered: string | null;
            /** @description Attempts that failed */
            failure_count: number;
            /** @description Attempts that succeeded */
            success_count: number;
        };
        /**
         * @description An event that endpoints can subscribe to
         * @enum {string}
         */
        WebhookEventName: "affiliate.registered" | "affiliate.verified" | "affiliate.suspended" | "affiliate.activated" | "affiliate.profile.updated" | "affiliate.tier.changed" | "campaign.created" | "campaign.updated" | "campaign.activated" | "campaign.paused" | "campaign.ended" | "campaign.affiliate.joined" | "campaign.affiliate.left" | "link.created" | "link.clicked" | "link.deactivated" | "link.performance.threshold" | "conversion.tracked" | "conversion.approved" | "conversion.rejected" | "conversion.disputed" | "conversion.replaced" | "claim.received" | "claim.decided" | "commission.created" | "commission.earned" | "commission.pending" | "commission.approved" | "commission.paid" | "commission.adjusted" | "commission.bulk_updated" | "payment.initiated" | "payment.processing" | "payment.completed" | "payment.failed" | "payment.refunded" | "payout.batch.created" | "payout.batch.processing" | "payout.batch.completed" | "payout.batch.failed" | "payout.completed" | "payout.failed" | "application.submitted" | "application.approved" | "application.rejected" | "brand.registered" | "brand.verified" | "brand.suspended" | "brand.product.added" | "brand.product.updated" | "fraud.detected" | "fraud.confirmed" | "fraud.resolved" | "suspicious.activity" | "analytics.report.ready" | "performance.milestone" | "revenue.threshold.reached" | "integration.connected" | "integration.disconnected" | "integration.error" | "integration.sync.completed" | "system.maintenance" | "system.update" | "api.limit.warning" | "api.limit.exceeded";
        /** @description An event that endpoints can subscribe to */
        WebhookEventType: {
            /** @description The webhook event type’s name */
            name: string;
            /** @description What people read of the webhook event type */
            description: string;
            /** @description The category */
            category: string;
            /** @description A sample of the message’s data */
            sample_payload: {
                [key: string]: unknown;
            };
        };
        /** @description What became of a test message */
        WebhookTest: {
            /**
             * Format: uuid
             * @description The delivery’s id
             */
            delivery_id: string;
            /**
             * @description The state of the webhook test
             * @enum {string}
             */
            status: "success" | "failed" | "retrying";
            /** @description The status of the answer; null without one */
            response_code: number | null;
            /** @description How long the answer took */
            response_time_ms: number;
            /** @description Why it failed; null where the endpoint accepted it. */
            error_message: string | null;
        };
        WithdrawInvitationResponse: {
            /**
             * @description Whether the call did what it was for
             * @constant
             */
            success: true;
            /** @description A text for people */
            message: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
