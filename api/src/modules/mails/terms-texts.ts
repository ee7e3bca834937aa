import { type TermsDocument, termsDocuments, termsVersionHref } from '@manabiba/shared/contract/terms-documents';

import { dayInJapan } from '../../platform/moments';
import type { MailContent } from './mail-layout';

/** Mails about versions of the terms, with the data of each besides the address. */
export interface TermsMails {
  terms_announced: {
    nickname: string;
    document: TermsDocument;
    /** The id of the announced version. */
    version: string;
    /** ISO 8601. */
    effectiveAt: string;
    summary: string;
  };
}

/** Returns the texts of mails about the terms. */
export function termsTexts(url: (path: string) => string): {
  [N in keyof TermsMails]: (data: TermsMails[N]) => MailContent;
} {
  return {
    terms_announced: ({ nickname, document, version, effectiveAt, summary }) => {
      const { title } = termsDocuments[document];
      return {
        subject: `${title}の変更のお知らせ`,
        name: nickname,
        paragraphs: [
          `まなびばの${title}を、${dayInJapan(new Date(effectiveAt))}に変更します。その日までは、いまの${title}が適用されます。`,
          `変わる点:\n${summary}`,
        ],
        action: { label: `変更後の${title}を読む`, url: url(termsVersionHref({ id: version, document })) },
        notes: ['このメールは、メールの設定にかかわらず、登録されているすべての方にお送りしています。'],
      };
    },
  };
}
