import type { Viewer } from '../../access/viewer';

/** What is known of the device that asks. */
export interface Device {
  address: string;
  userAgent: string;
  /** Who it was until now. */
  previous: Viewer;
}
