import { isMeasurable } from '@manabiba/shared/analytics/is-measurable';
import { useMe, useSession, useSetAnalyticsConsent } from '@manabiba/shared/platform';
import { Switch } from '@manabiba/shared/ui/switch';

/** The analytics choice of this device, applied at once. */
export function AnalyticsChoice() {
  const me = useMe();
  const isOn = useSession(({ analyticsConsent }) => analyticsConsent === 'granted');
  const choose = useSetAnalyticsConsent();
  if (!isMeasurable(me)) return <p>12歳以下の方としてログインしているため、計測していません。</p>;
  return (
    <Switch
      label="この端末での計測に同意する"
      hint="いつでも変更できます。"
      checked={isOn}
      onChange={({ target }) => choose(target.checked ? 'granted' : 'denied')}
    />
  );
}
