import type { EndpointDefinition } from '@manabiba/shared/contract/endpoint';

import { AppError } from '../platform/app-error';
import type { MemoryLimiter } from './memory-limiter';
import { type AnonymousViewer, type Authentication, isSignedIn, type SignedInViewer } from './viewer';

/** Returns the reason why this call is refused, or nothing. */
export type AccessCheck = (
  endpoint: EndpointDefinition,
  authentication: Authentication,
  address: string,
) => AppError | undefined;

/** Applies the access rules of the contract and counts reads. */
export function createAccessCheck({
  closureMode,
  reads,
}: {
  closureMode: 'notice' | 'readonly';
  reads: MemoryLimiter;
}): AccessCheck {
  return (endpoint, authentication, address) => {
    const { access, method } = endpoint;
    const { viewer } = authentication;
    if (method === 'GET') {
      const retryAfterSeconds = reads.count(viewer, address);
      if (retryAfterSeconds > 0) return new AppError('rate_limited', { retryAfterSeconds });
    }
    if (access.closes && closureMode === 'readonly') return new AppError('service_closed');
    // An expired token must not silently turn its owner into an anonymous viewer: the client refreshes it and retries.
    // Calls that sign a user in or out ignore it.
    if (authentication.isRejected && (access.session !== 'public' || method === 'GET'))
      return new AppError('unauthenticated');
    return isSignedIn(viewer) ? refusalOf(endpoint, viewer) : visitorRefusalOf(endpoint, viewer);
  };
}

function visitorRefusalOf({ access }: EndpointDefinition, { id }: AnonymousViewer): AppError | undefined {
  if (access.session === 'staff') return new AppError('not_found');
  if (access.session === 'person' || (access.session === 'visitor' && id === null))
    return new AppError('unauthenticated');
  return access.refuses?.anonymous && new AppError(access.refuses.anonymous);
}

function refusalOf({ access, method }: EndpointDefinition, viewer: SignedInViewer): AppError | undefined {
  if (access.session === 'staff' && viewer.role !== 'staff') return new AppError('not_found');
  if (viewer.state === 'suspended' && !access.whileSuspended) return new AppError('suspended');
  if (viewer.state === 'withdrawn' && !access.whileWithdrawn) return new AppError('suspended');
  const code = access.refuses?.[viewer.kind];
  if (code) return new AppError(code);
  const isPublicRead = access.session === 'public' && method === 'GET';
  if (viewer.state === 'need_resubmit' && !access.whileResubmitting && !isPublicRead)
    return new AppError('need_resubmit');
  if (access.needsVerifiedEmail && viewer.state === 'email_unverified') return new AppError('email_unverified');
  if (access.needsConsent && viewer.isConsentMissing) return new AppError('guardian_required');
  return undefined;
}
