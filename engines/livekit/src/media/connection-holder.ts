import type { RemoteParameters, Transport, TransportEvents } from '../transport/transport';
import type { PlaneContext } from './context';
import { createPipeSide, type PipeSide } from './local-side';

interface HolderSettings extends TransportEvents {
  readonly openChannels: boolean;
}

/** Holds the current pipe of one connection and its credentials. A pipe can be replaced by a new one. */
export class ConnectionHolder {
  transport: Transport | undefined;
  #local: PipeSide | undefined;
  #remote: RemoteParameters | undefined;
  #isClosed = false;

  constructor(
    private readonly context: PlaneContext,
    private readonly settings: HolderSettings,
  ) {}

  /** The local parameters of the current pipe, or of the pipe that the next answer opens. */
  get local(): PipeSide {
    this.#local ??= createPipeSide(this.context.candidates);
    return this.#local;
  }

  /** Whether a description belongs to another connection than the current pipe. */
  needsPipe(remote: RemoteParameters): boolean {
    return !this.transport || this.#remote?.ufrag !== remote.ufrag || this.#remote.fingerprint !== remote.fingerprint;
  }

  /** Opens a pipe to the remote side. An existing pipe is closed first and replaced by one with new credentials. */
  open(remote: RemoteParameters, { hasData }: { hasData: boolean }): Transport {
    if (this.transport) this.renew();
    const { certificate } = this.local;
    const { ufrag, pwd } = this.local;
    const transport: Transport = this.context.openTransport(
      {
        local: { ufrag, pwd },
        remote,
        certificatePem: certificate.certificatePem,
        keyPem: certificate.keyPem,
        hasData,
        openChannels: this.settings.openChannels,
      },
      {
        connected: () => this.settings.connected(),
        ended: (reason) => {
          if (this.transport === transport && !this.#isClosed) {
            if (reason === 'failed') this.context.counters.connectionsFailed += 1;
            this.settings.ended(reason);
          }
        },
        packet: (packet) => this.settings.packet(packet),
        data: (kind, bytes) => this.settings.data(kind, bytes),
      },
    );
    this.transport = transport;
    this.#remote = remote;
    return transport;
  }

  /** Closes the pipe; the next one gets new credentials. */
  renew(): void {
    const before = this.transport;
    this.transport = undefined;
    this.#local = undefined;
    before?.close();
  }

  close(): void {
    this.#isClosed = true;
    this.transport?.close();
  }
}
