import {
  countAnnouncementAudience,
  createAnnouncement,
  getNotificationTimeline,
  listAnnouncements,
  listPersonNotifications,
  stopAnnouncement,
} from '@manabiba/shared/contract/announcements';
import type { FastifyInstance } from 'fastify';

import { route } from '../../../http/route';
import type { AnnouncementsService } from './announcements.service';

export function announcementsRoutes(app: FastifyInstance, announcements: AnnouncementsService) {
  route(app, countAnnouncementAudience, ({ query }) => announcements.count(query.audience));
  route(app, createAnnouncement, ({ body, viewer }) => announcements.announce(viewer.id, body));
  route(app, listAnnouncements, () => announcements.list());
  route(app, stopAnnouncement, ({ params, viewer }) => announcements.stop(viewer.id, params.id));
  route(app, getNotificationTimeline, () => announcements.timeline());
  route(app, listPersonNotifications, ({ params }) => announcements.ofPerson(params.userId));
}
