import type { AnySlotProps } from '@manabiba/shared/page/shell-services';
import { Skeleton, SkeletonGroup } from '@manabiba/shared/ui/skeleton';

import { FailedSection, SlowSection } from './part-messages';
import { RemotePart } from './remote-part';
import { useRegistry, useRemotes } from './remotes-context';

/** A slot on any page: renders everything that the live releases put there. */
export function RemoteSlot({
  name,
  params,
  fallback = <SectionSkeleton />,
  label = 'この部分',
  isOptional = false,
}: AnySlotProps) {
  const remotes = useRemotes();
  useRegistry();
  return remotes
    .fillers(name)
    .map((part) => (
      <RemotePart
        key={part.remote}
        name={part}
        label={label}
        params={params}
        skeleton={fallback}
        Slow={isOptional ? Nothing : SlowSection}
        Failed={isOptional ? Nothing : FailedSection}
      />
    ));
}

const Nothing = () => null;

function SectionSkeleton() {
  return (
    <div data-skeleton-heading="">
      <SkeletonGroup>
        <Skeleton shape="heading" width={20} />
      </SkeletonGroup>
    </div>
  );
}
