import type { LivekitLimits } from '../options';
import type { Recordings } from '../recording/recordings';
import type { Rooms } from '../rooms/rooms';

export interface Service {
  readonly rooms: Rooms;
  readonly recordings: Recordings;
  readonly limits: LivekitLimits;
}

interface Message {
  toBinary(): Uint8Array;
  toJsonString(): string;
}

export interface Call<T> {
  readonly request: {
    fromBinary(bytes: Uint8Array): T;
    fromJsonString(text: string, options: { ignoreUnknownFields: boolean }): T;
  };
  /** The grant that the call requires; `roomAdmin` applies only to the room that it names. */
  readonly grant: 'roomCreate' | 'roomList' | 'roomAdmin' | 'roomRecord';
  roomOf(request: T): string;
  run(service: Service, request: T): Message | Promise<Message>;
}

export const call = <T>(defined: Call<T>): Call<unknown> => defined as Call<unknown>;
