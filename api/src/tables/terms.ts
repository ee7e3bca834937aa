import type { TermsDocument } from '@manabiba/shared/contract/terms-documents';
import type { Generated } from 'kysely';

import type { OptionalTime, Time } from './column-types';

export interface TermsVersionsTable {
  id: string;
  document: TermsDocument;
  effective_at: Time;
  summary: string;
  text: string;
  announced_at: Time;
  announced_by: string;
  /** The id of the last user who has the mail, by their order. */
  mailed_to: Generated<string>;
  mailed_count: Generated<number>;
  /** Set once everyone has it. */
  mailed_at: OptionalTime;
}

/** Table of the announced versions of the terms and of the policy. */
export interface TermsTables {
  terms_versions: TermsVersionsTable;
}
