import { Link, paths, useConfig, useSession, useSetTheme } from '@manabiba/shared/platform';
import type { Theme } from '@manabiba/shared/session/session-store';
import { PageBody } from '@manabiba/shared/ui/page-body';
import { VisuallyHidden } from '@manabiba/shared/ui/visually-hidden';

import { footerRef } from './frame-parts';
import { LogoLink } from './logo-link';

import styles from './chrome.module.css';

export function Footer() {
  const { links } = useConfig();
  return (
    <footer ref={footerRef} className={styles.footer}>
      <PageBody className={styles.footerRow}>
        <LogoLink markSize={24} />
        <ul className={styles.footerLinks}>
          {[paths.termsOfUse, paths.privacyPolicy, paths.law, paths.brandAssets, paths.seatProof].map((path) => (
            <li key={path.pattern}>
              <Link to={path.pattern}>{path.part}</Link>
            </li>
          ))}
          <OutsideLink href={links.company}>運営会社</OutsideLink>
          <OutsideLink href={links.appStore}>アプリをダウンロード</OutsideLink>
          <OutsideLink href={links.social}>公式X</OutsideLink>
          <OutsideLink href={links.help}>ヘルプセンター</OutsideLink>
        </ul>
        <p className={styles.footerNote}>© 2026 まなびば</p>
        <ThemeChoice />
      </PageBody>
    </footer>
  );
}

function OutsideLink({ href, children }: { href: string; children: string }) {
  return (
    <li>
      <a href={href} target="_blank" rel="noopener noreferrer">
        {children}
        <VisuallyHidden>(新しいタブで開きます)</VisuallyHidden>
      </a>
    </li>
  );
}

const themes: ReadonlyArray<[Theme, string]> = [
  ['system', '端末の設定'],
  ['light', 'ライト'],
  ['dark', 'ダーク'],
];

/** The theme of this device. */
function ThemeChoice() {
  const theme = useSession((session) => session.theme);
  const setTheme = useSetTheme();
  return (
    <label className={styles.theme}>
      表示
      <select value={theme} onChange={(event) => setTheme(event.target.value as Theme)}>
        {themes.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
