import { defineCollection, type DocumentOf, field } from '@tributary/mongo';
import { type Passkey, type PasskeyChallenge } from '../domain/passkey.ts';

const { text, optionalText, date, optionalDate, texts } = field;

const passkeys = defineCollection<DocumentOf<Passkey>>({
  name: 'passkeys',
  // Every sign-in finds its passkey by the credential.
  shardKey: { credentialId: 'hashed' },
  retention: { until: 'the person removes it, or a reset or restoration of the login does' },
  personal: [
    {
      of: 'account',
      fields: ['name', 'credentialId', 'publicKey', 'transports'],
      by: ['userId'],
      erased: 'deleted',
    },
  ],
  exports: { by: ['userId'], fields: ['name', 'isSynced', 'createdAt', 'lastUsedAt'] },
  fields: {
    _id: text,
    userId: text,
    name: text,
    credentialId: text,
    publicKey: text,
    signCount: field.number,
    transports: texts,
    isSynced: field.flag,
    copySuspectedAt: optionalDate,
    createdAt: date,
    lastUsedAt: optionalDate,
  },
  indexes: [
    { key: { credentialId: 1 }, unique: true },
    { key: { userId: 1, createdAt: -1, _id: -1 } },
  ],
});

const passkeyChallenges = defineCollection<DocumentOf<PasskeyChallenge>>({
  name: 'passkey_challenges',
  shardKey: { _id: 'hashed' },
  retention: { field: 'expiresAt', seconds: 0 },
  personal: 'none',
  fields: {
    _id: text,
    purpose: text,
    challenge: text,
    userId: optionalText,
    sessionId: optionalText,
    expiresAt: date,
  },
});

export const passkeyCollections = { passkeys, passkeyChallenges };
