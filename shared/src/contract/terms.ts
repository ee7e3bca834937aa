import * as z from 'zod/mini';

import { endpoint, openInAnyState } from './endpoint';
import { MAX_TERMS_SUMMARY_LENGTH, MAX_TERMS_TEXT_LENGTH } from './limits';
import { count, givenDay, id, iso, text } from './primitives';
import { type TermsDocument, termsDocuments } from './terms-documents';

const termsDocument = z.enum(Object.keys(termsDocuments) as [TermsDocument, ...TermsDocument[]]);

const termsVersion = z.object({
  id,
  document: termsDocument,
  /** The beginning of a day in Japan. */
  effectiveAt: iso,
  /** What changes, in a few words. */
  summary: z.string(),
  announcedAt: iso,
});
export type TermsVersion = z.output<typeof termsVersion>;

export const listTermsVersions = endpoint({
  name: 'listTermsVersions',
  isExtension: true,
  method: 'GET',
  path: '/terms_versions',
  summary:
    'Returns the announced versions of the terms and of the policy by their time of effect: of each document the one in force and those to come. A document without one is in force as it was published first.',
  access: openInAnyState,
  response: z.object({ items: z.array(termsVersion) }),
  errors: [],
});

export const getTermsVersion = endpoint({
  name: 'getTermsVersion',
  isExtension: true,
  method: 'GET',
  path: '/terms_versions/{id}',
  summary: 'Returns an announced version of the terms or of the policy with its whole text, also one of the past.',
  access: openInAnyState,
  params: z.object({ id }),
  response: z.extend(termsVersion, { text: z.string() }),
  errors: ['not_found'],
});

const staffTermsVersion = z.extend(termsVersion, {
  /** How many users have the mail about it. */
  mailedCount: count,
  /** When the last of them got it; null while mails are being sent. */
  mailedAt: z.nullable(iso),
});
export type StaffTermsVersion = z.output<typeof staffTermsVersion>;

export const listStaffTermsVersions = endpoint({
  name: 'listStaffTermsVersions',
  isExtension: true,
  method: 'GET',
  path: '/staff/terms_versions',
  summary: 'Returns the latest 50 announced versions of the terms and of the policy, latest first.',
  access: { session: 'staff', isPolled: true },
  response: z.object({ items: z.array(staffTermsVersion) }),
  errors: [],
  tags: ['Staff'],
});

export const announceTermsVersion = endpoint({
  name: 'announceTermsVersion',
  isExtension: true,
  method: 'POST',
  path: '/staff/terms_versions',
  summary:
    'Announces a version of the terms or of the policy: on the screen until it takes effect, and with one mail to every user. A day of effect that is nearer than the terms promise is 422, one that the document has already is 409 already.',
  access: { session: 'staff' },
  body: z.strictObject({
    document: termsDocument,
    /** The day in Japan on which it takes effect, as yyyy-MM-dd. */
    effectiveOn: givenDay(),
    summary: text({ min: 1, max: MAX_TERMS_SUMMARY_LENGTH, empty: '変わる点を入力してください。' }),
    text: text({ min: 1, max: MAX_TERMS_TEXT_LENGTH, empty: '全文を入力してください。' }),
  }),
  response: z.object({ id }),
  status: 201,
  errors: ['invalid', 'already'],
  invalidates: ['Staff'],
  idempotencyKey: true,
});
