/** The start options of the media engine's process. */
export interface MediaEngineOptions {
  apiKey: string;
  apiSecret: string;
  /** Port of HTTP and WebSockets; 0 means any free port. */
  port: number;
  host: string;
  /** The one UDP port of all media; 0 means any free port. */
  udpPort: number;
  advertisedAddresses: string[];
  /** Where the api is told what happens in rooms. */
  webhookUrl: string;
  maxParticipantsPerRoom: number;
  /** Whether another port may be used when this one is taken. */
  canMove: boolean;
}
