/** What is measured: something that forwards one publisher to many listeners. */
export interface Forwarder {
  /** Takes the publisher's offer and answers it. */
  publish(sdp: string): string;
  offer(listener: number): Promise<string>;
  /** Resolves when the listener is connected. */
  answer(listener: number, sdp: string): Promise<void>;
  packetsOut(): number;
  close(): void;
}
