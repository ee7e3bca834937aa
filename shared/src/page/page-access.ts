import type { Me } from '../contract/users';
import { paths } from '../navigation/paths';
import type { PageAccess } from './boot-data';

interface Place {
  pathname: string;
  /** With its question mark; empty for none. */
  search: string;
}

/** Pages behind the links of mails: each works once or for a while, so it must not be lost to a redirect. */
const mailLinks: readonly string[] = [paths.verifyEmail, paths.resetPassword, paths.guardianConsent].map(
  ({ pattern }) => pattern,
);

/**
 * Where somebody is led who opened a page that is not for them now; null: nowhere. The one rule of browser and server.
 *
 * @param me null before anybody has a session.
 */
export function redirectOf(me: Me | null, access: PageAccess, { pathname, search }: Place): string | null {
  if (me === null || me.role === 'anonymous')
    return access === 'anyone' ? null : paths.signIn.href({}, { next: pathname + search });
  const isContentOnly = new URLSearchParams(search).get('content_only');
  const isOpen = pathname === paths.settings.pattern || mailLinks.includes(pathname);
  if (me.state === 'need_resubmit' && !isOpen) return paths.settings.href({}, { content_only: isContentOnly });
  return null;
}

/** Why somebody who may stay at a page's address does not get to see the page. */
export function refusalOf(me: Me | null, access: PageAccess): 'suspended' | 'withdrawn' | 'professional_only' | null {
  if (me === null || me.role === 'anonymous') return null;
  if (me.state === 'suspended' || me.state === 'withdrawn') return me.state;
  return access === 'professional' && !me.isProfessional ? 'professional_only' : null;
}

/** Whether somebody is signed in, for whoever has no session store. */
export const isPerson = (me: Me | null) => me !== null && me.role !== 'anonymous';
