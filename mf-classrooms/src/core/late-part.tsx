import { type ComponentType, useEffect } from 'react';
import { useLateComponent } from './use-late-component';

interface LatePartProps<Props> {
  /** Imports the part; always the same function. */
  load: () => Promise<ComponentType<Props>>;
  props: Props;
}

/** A part that few people see. Its code comes when it is shown; until then there is nothing. */
export function LatePart<Props extends object>({ load, props }: LatePartProps<Props>) {
  const { component: Part, fetch } = useLateComponent(load);
  useEffect(() => void fetch(), [fetch]);
  return Part && <Part {...props} />;
}
