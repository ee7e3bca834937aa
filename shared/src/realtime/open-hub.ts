import { sendCall } from '../data/call-endpoint';
import { createRealtimeToken } from '../data/endpoints';
import { openConnection } from './connection';
import { LiveHub } from './hub';

/** Creates a hub that gets its tokens from the api and connects to the service that the api names. */
export const openHub = () =>
  new LiveHub({
    fetchCredentials: (classroomIds) => sendCall(createRealtimeToken, { body: { classroomIds } }),
    openConnection,
  });
