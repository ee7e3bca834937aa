import type { Me } from '../contract/users';
import { paths } from '../navigation/paths';
import type { PageAccess } from './boot-data';

interface Place {
  pathname: string;
  /** Including the question mark; empty when there is none. */
  search: string;
}

/** Pages behind links in mails: a link works once or for a limited time, so it must not be lost to a redirect. */
const mailLinks: readonly string[] = [paths.verifyEmail, paths.resetPassword, paths.guardianConsent].map(
  ({ pattern }) => pattern,
);

/**
 * Returns where to redirect a user who cannot see this page now; null for no redirect. Shared by browser and server.
 *
 * @param me null before there is a session.
 */
export function redirectOf(me: Me | null, access: PageAccess, { pathname, search }: Place): string | null {
  if (me === null || me.role === 'anonymous')
    return access === 'anyone' ? null : paths.signIn.href({}, { next: pathname + search });
  const isContentOnly = new URLSearchParams(search).get('content_only');
  const isOpen = pathname === paths.settings.pattern || mailLinks.includes(pathname);
  if (me.state === 'need_resubmit' && !isOpen) return paths.settings.href({}, { content_only: isContentOnly });
  return null;
}

/**
 * Returns whether the page exists for this user. A page for staff is an unknown path for everyone else, whatever state
 * they are in and whether they are signed in or not.
 */
export const doesExistFor = (me: Me | null, access: PageAccess) => access !== 'staff' || me?.role === 'staff';

/** Returns why a user who is not redirected may still not see the page. */
export function refusalOf(me: Me | null, access: PageAccess): 'suspended' | 'withdrawn' | 'professional_only' | null {
  if (me === null || me.role === 'anonymous') return null;
  if (me.state === 'suspended' || me.state === 'withdrawn') return me.state;
  return access === 'professional' && !me.isProfessional ? 'professional_only' : null;
}

/** Whether the user is signed in, for code without a session store. */
export const isPerson = (me: Me | null) => me !== null && me.role !== 'anonymous';
