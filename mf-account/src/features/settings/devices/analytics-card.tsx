import { isMeasurable } from '@manabiba/shared/analytics/is-measurable';
import { Link, paths, useMe, useSession, useSetAnalyticsConsent } from '@manabiba/shared/platform';
import { SettingCard } from '@manabiba/shared/ui/setting-card';
import { Switch } from '@manabiba/shared/ui/switch';
import { textLinkClass } from '@manabiba/shared/ui/text-link';

/** Toggles analytics on this device, effective immediately. */
export function AnalyticsCard({ id }: { id: string }) {
  const me = useMe();
  const isOn = useSession(({ analyticsConsent }) => analyticsConsent === 'granted');
  const choose = useSetAnalyticsConsent();
  return (
    <SettingCard id={id} title="利用状況の計測">
      {isMeasurable(me) ? (
        <Switch
          label="この端末での計測に同意する"
          hint="開いた画面と押したボタンの種類だけを集計します。いつでも変更できます。"
          checked={isOn}
          onChange={({ target }) => choose(target.checked ? 'granted' : 'denied')}
        />
      ) : (
        <p>12歳以下の方の利用状況は計測しません。</p>
      )}
      <p>
        <Link className={textLinkClass} to={`${paths.privacyPolicy.href()}#analytics`}>
          何を計測するか
        </Link>
      </p>
    </SettingCard>
  );
}
