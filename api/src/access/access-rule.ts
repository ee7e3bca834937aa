import type { EndpointDefinition } from '@manabiba/shared/contract/endpoint';

import { AppError } from '../platform/app-error';
import type { MemoryLimiter } from './memory-limiter';
import { isStaffLocked } from './staff-lock';
import { type AnonymousViewer, type Authentication, isSignedIn, type SignedInViewer } from './viewer';

interface AccessCaller {
  /** The address under which calls are counted. */
  address: string;
  /** The address itself; undefined once the connection is closed. */
  ip: string | undefined;
}

/** Returns the reason why this call is refused, or nothing. */
export type AccessCheck = (
  endpoint: EndpointDefinition,
  authentication: Authentication,
  caller: AccessCaller,
) => AppError | undefined;

/** What calls of the staff need beyond the role. */
interface StaffRules {
  isSecondFactorRequired: boolean;
  mayCallFrom: (ip: string | undefined) => boolean;
  now: () => Date;
}

/** Applies the access rules of the contract and counts reads. */
export function createAccessCheck({
  closureMode,
  reads,
  staff,
}: {
  closureMode: 'notice' | 'readonly';
  reads: MemoryLimiter;
  staff: StaffRules;
}): AccessCheck {
  return (endpoint, authentication, { address, ip }) => {
    const { access, method } = endpoint;
    const { viewer } = authentication;
    if (method === 'GET') {
      const retryAfterSeconds = reads.count(viewer, address, authentication.apiKey?.id);
      if (retryAfterSeconds > 0) return new AppError('rate_limited', { retryAfterSeconds });
    }
    const keyRefusal = keyRefusalOf(endpoint, authentication);
    if (keyRefusal) return keyRefusal;
    if (access.closes && closureMode === 'readonly') return new AppError('service_closed');
    // An expired token must not silently turn its owner into an anonymous viewer: the client refreshes it and retries.
    // Calls that sign a user in or out ignore it.
    if (authentication.isRejected && (access.session !== 'public' || method === 'GET'))
      return new AppError('unauthenticated');
    if (!isSignedIn(viewer)) return visitorRefusalOf(endpoint, viewer);
    const isHidden = access.session === 'staff' && (viewer.role !== 'staff' || !staff.mayCallFrom(ip));
    if (isHidden) return new AppError('not_found');
    return refusalOf(endpoint, viewer) ?? lockOf(endpoint, viewer, staff);
  };
}

/** A key admits to nothing but calls with one of its scopes, public calls included. */
function keyRefusalOf(
  { access, scope }: EndpointDefinition,
  { apiKey, isRejected }: Authentication,
): AppError | undefined {
  if (!apiKey) return undefined;
  if (access.session === 'staff') return new AppError('not_found');
  if (isRejected) return new AppError('unauthenticated', { sentence: 'このAPIキーは無効か、有効期限が切れています。' });
  return scope && apiKey.scopes.includes(scope) ? undefined : new AppError('scope_required');
}

function visitorRefusalOf({ access }: EndpointDefinition, { id }: AnonymousViewer): AppError | undefined {
  if (access.session === 'staff') return new AppError('not_found');
  if (access.session === 'person' || (access.session === 'visitor' && id === null))
    return new AppError('unauthenticated');
  return access.refuses?.anonymous && new AppError(access.refuses.anonymous);
}

function refusalOf({ access, method }: EndpointDefinition, viewer: SignedInViewer): AppError | undefined {
  if (viewer.state === 'suspended' && !access.whileSuspended) return new AppError('suspended');
  if (viewer.state === 'withdrawn' && !access.whileWithdrawn) return new AppError('suspended');
  const code = access.refuses?.[viewer.kind];
  if (code) return new AppError(code);
  const isPublicRead = access.session === 'public' && method === 'GET';
  if (viewer.state === 'need_resubmit' && !access.whileResubmitting && !isPublicRead)
    return new AppError('need_resubmit');
  if (access.needsVerifiedEmail && viewer.isEmailUnverified) return new AppError('email_unverified');
  if (access.needsConsent && viewer.isConsentMissing) return new AppError('guardian_required');
  return undefined;
}

/** Calls of the staff need the second factor, unless they lead to it. */
function lockOf(
  { access }: EndpointDefinition,
  { staffSession }: SignedInViewer,
  { isSecondFactorRequired, now }: StaffRules,
): AppError | undefined {
  if (access.session !== 'staff' || access.whileLocked || staffSession === null) return undefined;
  return isStaffLocked(staffSession, isSecondFactorRequired, now())
    ? new AppError('second_factor_required')
    : undefined;
}
