import { createAnnouncement, getNotificationTimeline } from '@manabiba/shared/contract/announcements';
import type { FastifyInstance } from 'fastify';

import { route } from '../../../http/route';
import type { AnnouncementsService } from './announcements.service';

export function announcementsRoutes(app: FastifyInstance, announcements: AnnouncementsService) {
  route(app, createAnnouncement, ({ body, viewer }) => announcements.announce(viewer.id, body));
  route(app, getNotificationTimeline, () => announcements.timeline());
}
