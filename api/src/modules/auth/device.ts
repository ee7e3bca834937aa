import type { Viewer } from '../../access/viewer';

/** The device of a request. */
export interface Device {
  address: string;
  userAgent: string;
  /** The viewer before signing in. */
  previous: Viewer;
}
