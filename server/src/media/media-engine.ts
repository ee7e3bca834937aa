import { createLivekitEngine } from '@manabiba/engine-livekit/engine';
import { listenWhenFree } from '@manabiba/engine-process/listen-when-free';
import { runInChild } from '@manabiba/engine-process/run-in-child';

import { limitHeapGrowth } from '../heap-limit';
import type { MediaEngineOptions } from './media-engine-options';

// The media engine runs in its own process because its native transport can abort the process that loads it.

limitHeapGrowth();
runInChild<MediaEngineOptions>(async (options, logger) => {
  const { apiKey, apiSecret, port, host, udpPort, advertisedAddresses, webhookUrl, canMove } = options;
  const engine = createLivekitEngine({
    apiKey,
    apiSecret,
    media: { udpPort, advertisedAddresses },
    webhooks: [webhookUrl],
    recordingsFolder: options.recordingsFolder,
    limits: { maxParticipantsPerRoom: options.maxParticipantsPerRoom },
    logger,
  });
  const url = await listenWhenFree((at) => engine.listen(at, host), port, canMove);
  return { url, health: () => engine.health(), metrics: () => engine.metrics(), close: () => engine.close() };
});
