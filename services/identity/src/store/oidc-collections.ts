import { defineCollection, type DocumentOf, field } from '@tributary/mongo';
import { type OidcAttempt, type OidcCode, type OidcLink } from '../domain/oidc.ts';

const { text, optionalText, date } = field;
const scope = { userId: optionalText, sessionId: optionalText };

const oidcAttempts = defineCollection<DocumentOf<OidcAttempt>>({
  name: 'oidc_attempts',
  shardKey: { _id: 'hashed' },
  retention: { field: 'expiresAt', seconds: 0 },
  personal: 'none',
  fields: {
    _id: text,
    browserHash: text,
    nonce: text,
    verifier: text,
    ...scope,
    expiresAt: date,
  },
});

const oidcCodes = defineCollection<DocumentOf<OidcCode>>({
  name: 'oidc_codes',
  shardKey: { _id: 'hashed' },
  retention: { field: 'expiresAt', seconds: 0 },
  personal: 'none',
  fields: { _id: text, browserHash: text, issuer: text, subject: text, ...scope, expiresAt: date },
});

const oidcLinks = defineCollection<DocumentOf<OidcLink>>({
  name: 'oidc_links',
  // Every sign-in finds its link by the subject.
  shardKey: { subject: 'hashed' },
  retention: { until: 'the person removes it, or a reset or restoration of the login does' },
  personal: [{ of: 'account', fields: ['issuer', 'subject'], by: ['userId'], erased: 'deleted' }],
  exports: { by: ['userId'], fields: ['issuer', 'subject', 'createdAt'] },
  fields: { _id: text, userId: text, issuer: text, subject: text, createdAt: date },
  indexes: [
    // One account of a provider has one login.
    { key: { subject: 1, issuer: 1 }, unique: true },
    { key: { userId: 1, createdAt: 1, _id: 1 } },
  ],
});

export const oidcCollections = { oidcAttempts, oidcCodes, oidcLinks };
