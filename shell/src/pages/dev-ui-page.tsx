import { PageBody } from '@manabiba/shared/ui/page-body';
import { Tabs } from '@manabiba/shared/ui/tabs';
import { type ReactNode, useState } from 'react';

import { ButtonSpecimens } from './dev-ui/button-specimens';
import { FieldSpecimens } from './dev-ui/field-specimens';
import { FoundationSpecimens } from './dev-ui/foundation-specimens';
import { OverlaySpecimens } from './dev-ui/overlay-specimens';
import { PictureSpecimens } from './dev-ui/picture-specimens';
import { StateSpecimens } from './dev-ui/state-specimens';

import styles from './dev-ui-page.module.css';

type View = 'both' | 'light' | 'dark';

const views = [
  { key: 'both', label: '並べる' },
  { key: 'light', label: '明るい' },
  { key: 'dark', label: '暗い' },
] as const;

/** Every component in every state, light next to dark: check it before and after a change of `shared/ui`. */
export function DevUiPage({ initialView = 'both' }: { initialView?: View }) {
  const [view, setView] = useState<View>(initialView);
  return (
    <PageBody className={styles.page}>
      <h1>部品の一覧</h1>
      <Tabs label="見かた" tabs={views} selected={view} onSelect={setView}>
        <div className={view === 'both' ? styles.both : undefined}>
          {view !== 'dark' && (
            <Sheet theme="light">
              <AllSpecimens />
            </Sheet>
          )}
          {view !== 'light' && (
            <Sheet theme="dark">
              <AllSpecimens />
            </Sheet>
          )}
        </div>
      </Tabs>
    </PageBody>
  );
}

/** The theme can be set on any part of a page, so one page can show both. */
function Sheet({ theme, children }: { theme: 'light' | 'dark'; children: ReactNode }) {
  return (
    <div data-theme={theme} className={styles.sheet}>
      {children}
    </div>
  );
}

function AllSpecimens() {
  return (
    <>
      <FoundationSpecimens />
      <ButtonSpecimens />
      <PictureSpecimens />
      <FieldSpecimens />
      <OverlaySpecimens />
      <StateSpecimens />
    </>
  );
}
