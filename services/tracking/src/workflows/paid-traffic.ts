import { type PaidTraffic } from '@tributary/contracts';
import { type RequestHead } from '@tributary/service';
import { type IdentifiedVisitor } from '../clients/visitor-cookies.ts';
import { type Deps } from '../deps.ts';
import { doubtOf } from '../domain/visit.ts';

interface PaidVisit {
  readonly request: Pick<RequestHead, 'ip' | 'headers'>;
  readonly visitor: IdentifiedVisitor;
  /** UTC, `YYYY-MM-DD`. */
  readonly day: string;
  /** What a browser loads it as. */
  readonly expected: 'document' | 'image';
}

/** By what a campaign for clicks or impressions decides whether it pays. Computed for no other, because clicks are many. */
export function paidTrafficOf(
  { findNetwork, hashAddress }: Pick<Deps, 'findNetwork' | 'hashAddress'>,
  { request, visitor, day, expected }: PaidVisit,
): PaidTraffic {
  const network = findNetwork(request.ip);
  const isHosted = network === 'datacenter' || network === 'tor';
  const doubt = doubtOf(request.headers, expected) ?? (isHosted ? 'datacenter' : null);
  return { visitor: visitor.trust, addressHash: hashAddress(request.ip, day), doubt };
}
