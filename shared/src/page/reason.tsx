import { TriangleAlert } from 'lucide-react';

import { GuardPanel } from '../ui/guard-panel';

/** The reason of a refusal alone, until the code that says what to do next is there. */
export const Reason = ({ error }: { error: { message: string } }) => (
  <GuardPanel sign={TriangleAlert} title={error.message} />
);
