import type { Clock } from '../../platform/clock';
import type { Db } from '../../platform/database/db';
import type { Limiter } from '../../platform/security/limiter';
import type { MailsService } from '../mails/mails.service';
import { createAccountLinksRepository } from './account-links.repository';
import { createAccountLinksService } from './account-links.service';
import { createAccountMailsService } from './account-mails.service';

interface AccountLinkDeps {
  db: Db;
  clock: Clock;
  limiter: Limiter;
  mails: MailsService;
}

/** Creates the one-time links in mails about accounts, and what sends these mails. */
export function createAccountLinks({ db, clock, limiter, mails }: AccountLinkDeps) {
  const links = createAccountLinksService({ links: createAccountLinksRepository(db), clock });
  return { links, accountMails: createAccountMailsService({ links, mails, limiter }) };
}
