import type { Limiter } from '../platform/security/limiter';
import { isSignedIn, type SessionViewer } from './viewer';

const REPORTS = { max: 20, windowSeconds: 3600 };
const VISITOR_REPORTS = { max: 3, windowSeconds: 3600 };

/** Counts a report of this viewer, whatever it is about. Throws `rate_limited`; anonymous viewers may report less. */
export const countReport = (limiter: Limiter, viewer: SessionViewer) =>
  limiter.consume(`report:${viewer.id}`, isSignedIn(viewer) ? REPORTS : VISITOR_REPORTS);
