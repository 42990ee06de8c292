import { AppError, invalidFields } from '@tributary/errors';
import { type RequestFacts } from '@tributary/service';
import { isUnfilledMacro, networkJson, unfilledFields } from '../domain/network-fields.ts';
import { headerOf } from '../domain/visit.ts';
import { consentFields } from './call-consent.ts';
import { couponFields } from './order-fields.ts';
import { postbackBody } from './record-postback.ts';

const FORM_TYPE = /^application\/x-www-form-urlencoded\s*(;|$)/i;
/** `custom_parameters` is an object, which a query or a form cannot state. */
const { custom_parameters: _custom, ...fields } = postbackBody.shape;
const KNOWN: ReadonlySet<string> = new Set(Object.keys(fields));
/** Networks leave the macro of an order without a coupon code as it is. */
const COUPONS = Object.keys(couponFields);
/** A signal of consent that is no value counts as absent, whatever it is. */
const REQUIRED_VALUES: ReadonlySet<string> = new Set(
  Object.keys(fields).filter((name) => !(name in consentFields)),
);

/** @throws invalid naming the fields whose macro was not filled */
function asJson(request: RequestFacts, given: URLSearchParams, url: string): RequestFacts {
  const pairs = new URLSearchParams(
    [...given].filter(([name, value]) => !(COUPONS.includes(name) && isUnfilledMacro(value))),
  );
  const unfilled = unfilledFields(pairs, REQUIRED_VALUES);
  if (unfilled.length > 0) {
    const message = 'The network did not fill this macro';
    throw invalidFields(unfilled.map((path) => ({ path, message })));
  }
  const headers = { ...request.headers, 'content-type': 'application/json' };
  return { ...request, url, headers, rawBody: networkJson(pairs, KNOWN) };
}

/** A call with a form as the call with the JSON that states the same; others as they are. */
export function formAsJson(request: RequestFacts): RequestFacts {
  const contentType = headerOf(request.headers, 'content-type') ?? '';
  if (!FORM_TYPE.test(contentType)) return request;
  return asJson(request, new URLSearchParams(request.rawBody), request.url);
}

/**
 * A call with its fields in the query as the call with the JSON that states the same.
 * @throws AppError 405 for HEAD, which records nothing
 */
export function queryAsJson(request: RequestFacts): RequestFacts {
  if (request.method === 'HEAD') {
    const message = 'A HEAD request records no conversion';
    throw new AppError('invalid', 'method_not_allowed', { httpStatus: 405, message });
  }
  const [path = '', query = ''] = request.url.split(/\?(.*)/s);
  return asJson(request, new URLSearchParams(query), path);
}
