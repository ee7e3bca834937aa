import { FailureReplay } from './failure-replay';
import { ReleaseUses } from './release-uses';

/** What is rarely asked about releases. In a file that the page loads when one of them opens. */
export const ReleaseInquiries = ({ of }: { of: 'uses' | 'replay' }) =>
  of === 'uses' ? <ReleaseUses /> : <FailureReplay />;
