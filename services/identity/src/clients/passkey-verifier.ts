import {
  type AuthenticationResponseJSON,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { type Platform } from '@tributary/service';
import { type Passkey, PASSKEY_CHALLENGE_MS } from '../domain/passkey.ts';
import { type RelyingParty } from '../domain/relying-party.ts';

const RP_NAME = 'Tributary';
/** EdDSA, ES256 and RS256 (COSE): together all authenticators have one of them. */
const ALGORITHMS = [-8, -7, -257];

/** What an authenticator has signed, unverified. */
export type RegistrationResponse = RegistrationResponseJSON;
export type AssertionResponse = AuthenticationResponseJSON;

export type VerifiedRegistration = Pick<
  Passkey,
  'credentialId' | 'publicKey' | 'signCount' | 'transports' | 'isSynced'
>;

type Described = Pick<Passkey, 'credentialId' | 'transports'>;

/** The login for which a passkey is made. */
interface Owner {
  readonly id: string;
  readonly email: string;
  readonly name: string;
}

/** Makes options for browsers and verifies what authenticators answer. */
export interface PasskeyVerifier {
  /** Options for `navigator.credentials.create`; authenticators with one of `existing` refuse. */
  registrationOptions(
    owner: Owner,
    existing: readonly Described[],
  ): Promise<PublicKeyCredentialCreationOptionsJSON>;
  /** Options for `navigator.credentials.get`; any passkey of the site where `allowed` is left out. */
  assertionOptions(allowed?: readonly Described[]): Promise<PublicKeyCredentialRequestOptionsJSON>;
  /** Undefined where anything about the answer is wrong. */
  verifyRegistration(
    response: RegistrationResponse,
    challenge: string,
  ): Promise<VerifiedRegistration | undefined>;
  /** The signature counter; undefined where anything about the answer is wrong. */
  verifyAssertion(
    response: AssertionResponse,
    expected: { readonly challenge: string; readonly passkey: Passkey },
  ): Promise<number | undefined>;
}

/** Loaded at first use, because its certificate libraries take 25 MB of memory. */
const library = () => import('@simplewebauthn/server');
const libraryHelpers = () => import('@simplewebauthn/server/helpers');

const descriptorsOf = (passkeys: readonly Described[]) =>
  passkeys.map(({ credentialId: id, transports }) => ({
    id,
    transports: [...transports] as never[],
  }));

/** Whether a page of another site has embedded ours: nobody signs in within a foreign frame. */
async function isEmbedded(clientDataJSON: string): Promise<boolean> {
  const { decodeClientDataJSON } = await libraryHelpers();
  return decodeClientDataJSON(clientDataJSON).crossOrigin === true;
}

/**
 * Whether an attestation names certificates. Options request none; the library would fetch revocation
 * lists from addresses that such certificates name.
 */
async function hasCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject, isoBase64URL } = await libraryHelpers();
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const format = decoded.get('fmt');
  if (format === 'none') return false;
  return format !== 'packed' || decoded.get('attStmt').get('x5c') !== undefined;
}

interface Expected {
  readonly expectedOrigin: string[];
  readonly expectedRPID: string;
}

async function verifyRegistration(
  response: RegistrationResponse,
  expected: Expected & { readonly expectedChallenge: string },
): Promise<VerifiedRegistration | undefined> {
  const { clientDataJSON, attestationObject } = response.response;
  if (await isEmbedded(clientDataJSON)) return undefined;
  if (await hasCertificates(attestationObject)) return undefined;
  const { verifyRegistrationResponse } = await library();
  const options = { response, supportedAlgorithmIDs: ALGORITHMS, ...expected };
  const result = await verifyRegistrationResponse(options);
  if (!result.verified) return undefined;
  const { credential, credentialDeviceType } = result.registrationInfo;
  if (credential.id !== response.id) return undefined;
  return {
    credentialId: credential.id,
    publicKey: Buffer.from(credential.publicKey).toString('base64url'),
    signCount: credential.counter,
    transports: credential.transports ?? [],
    isSynced: credentialDeviceType === 'multiDevice',
  };
}

async function verifyAssertion(
  response: AssertionResponse,
  { passkey, ...expected }: Expected & { expectedChallenge: string; passkey: Passkey },
): Promise<number | undefined> {
  if (await isEmbedded(response.response.clientDataJSON)) return undefined;
  const { verifyAuthenticationResponse } = await library();
  const publicKey = Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url'));
  // The use case compares counters, because it alerts the owner where one went back.
  const credential = { id: passkey.credentialId, publicKey, counter: 0 };
  const options = { response, credential, ...expected };
  const { verified, authenticationInfo } = await verifyAuthenticationResponse(options);
  return verified ? authenticationInfo.newCounter : undefined;
}

async function registrationOptions(rpID: string, owner: Owner, existing: readonly Described[]) {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: RP_NAME,
    rpID,
    userID: new TextEncoder().encode(owner.id),
    userName: owner.email,
    userDisplayName: owner.name,
    timeout: PASSKEY_CHALLENGE_MS,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    excludeCredentials: descriptorsOf(existing),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Opens the verifier of passkeys for a relying party. */
export function openPasskeyVerifier(
  { id: rpID, origins }: RelyingParty,
  log: Pick<Platform['log'], 'info'>,
): PasskeyVerifier {
  const expected = { expectedOrigin: [...origins], expectedRPID: rpID };
  // The library throws for every answer that it refuses.
  const refuse = (error: unknown): undefined => {
    log.info({ reason: String(error) }, 'a passkey was refused');
    return undefined;
  };
  return {
    registrationOptions: (owner, existing) => registrationOptions(rpID, owner, existing),
    assertionOptions: async (allowed) => {
      const { generateAuthenticationOptions } = await library();
      return generateAuthenticationOptions({
        rpID,
        timeout: PASSKEY_CHALLENGE_MS,
        userVerification: 'required',
        ...(allowed === undefined ? {} : { allowCredentials: descriptorsOf(allowed) }),
      });
    },
    verifyRegistration: (response, expectedChallenge) =>
      verifyRegistration(response, { ...expected, expectedChallenge }).catch(refuse),
    verifyAssertion: (response, { challenge: expectedChallenge, passkey }) =>
      verifyAssertion(response, { ...expected, expectedChallenge, passkey }).catch(refuse),
  };
}
