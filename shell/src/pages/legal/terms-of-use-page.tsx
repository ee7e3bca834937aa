import { LegalText } from './legal-text';
import { termsOfPeople } from './terms-of-people';
import { termsOfService } from './terms-of-service';
import { VersionedText } from './versioned-text';

/** /aud/terms_of_use */
export function TermsOfUsePage() {
  return (
    <VersionedText document="terms_of_use" revised="2026-11-30">
      <LegalText
        title="利用規約"
        since="2025年4月1日"
        revised="2026年11月30日"
        sections={[...termsOfPeople, ...termsOfService]}
        lead={
          <p>
            この規約は、オンラインの教室とイベントのサービス「まなびば」(以下「本サービス」)をご利用になるすべての方と、運営者との間の約束です。本サービスは終了をお知らせした後も、運営者が別に定める日まで、この規約のもとで提供します。
          </p>
        }
      />
    </VersionedText>
  );
}
