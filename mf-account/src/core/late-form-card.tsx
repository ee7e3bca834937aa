import { SettingBody, SettingSection } from '@manabiba/shared/ui/setting-card';
import { SkeletonRows } from '@manabiba/shared/ui/skeleton';
import { type ReactNode, Suspense } from 'react';

/** A card whose form, its child, loads late: React Hook Form and zod are more than a first screen has room for. */
export function LateFormCard({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <SettingSection id={id} title={title}>
      <Suspense
        fallback={
          <SettingBody>
            <SkeletonRows count={1} />
          </SettingBody>
        }
      >
        {children}
      </Suspense>
    </SettingSection>
  );
}
