import { LegalText } from './legal-text';
import { OperatorDetail } from './operator-detail';
import { privacyOfData } from './privacy-of-data';
import { privacyOfRights } from './privacy-of-rights';

/** /privacy_policy */
export function PrivacyPolicyPage() {
  return (
    <LegalText
      title="プライバシーポリシー"
      since="2025年4月1日"
      revised="2026年11月21日"
      sections={[...privacyOfData, ...privacyOfRights]}
      lead={
        <p>
          「まなびば」の運営者(
          <OperatorDetail of="name" />
          )が、個人情報保護法その他の法令にしたがって、どの情報を、何のために、いつまでお預かりするかを説明します。
        </p>
      }
    />
  );
}
