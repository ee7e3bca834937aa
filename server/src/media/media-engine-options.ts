/** The start options of the media engine's process. */
export interface MediaEngineOptions {
  apiKey: string;
  apiSecret: string;
  /** Port for HTTP and WebSockets; 0 means any free port. */
  port: number;
  host: string;
  /** The single UDP port for all media; 0 means any free port. */
  udpPort: number;
  advertisedAddresses: string[];
  /** The api's webhook URL for events in rooms. */
  webhookUrl: string;
  maxParticipantsPerRoom: number;
  /** The folder of recorded tracks. */
  recordingsFolder: string;
  /** Whether another port may be used when this one is taken. */
  canMove: boolean;
}
