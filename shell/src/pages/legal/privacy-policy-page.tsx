import { LegalText } from './legal-text';
import { OperatorDetail } from './operator-detail';
import { privacyOfData } from './privacy-of-data';
import { privacyOfRights } from './privacy-of-rights';
import { VersionedText } from './versioned-text';

/** /privacy_policy */
export function PrivacyPolicyPage() {
  return (
    <VersionedText document="privacy_policy" revised="2026-11-29">
      <LegalText
        title="プライバシーポリシー"
        since="2025年4月1日"
        revised="2026年11月29日"
        sections={[...privacyOfData, ...privacyOfRights]}
        lead={
          <p>
            「まなびば」の運営者(
            <OperatorDetail of="name" />
            )が、個人情報保護法その他の法令にしたがって、どの情報を、何のために、いつまでお預かりするかを説明します。
          </p>
        }
      />
    </VersionedText>
  );
}
