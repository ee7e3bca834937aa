import {
  answerClassroomPoll,
  closeClassroomPoll,
  createClassroomPoll,
  deleteClassroomPoll,
  listClassroomPollAnswers,
  listClassroomPolls,
  openClassroomPoll,
  updateClassroomPoll,
  updateClassroomPollResults,
} from '@manabiba/shared/contract/classroom-polls';
import type { FastifyInstance } from 'fastify';

import { route } from '../../../http/route';
import type { PollsService } from './polls.service';

const placeOf = ({ id, pollId }: { id: string; pollId: string }) => ({ classroomId: id, pollId });

export function pollsRoutes(app: FastifyInstance, polls: PollsService) {
  route(app, listClassroomPolls, ({ params, viewer }) => polls.list(viewer, params.id));
  route(app, createClassroomPoll, ({ params, body, viewer }) => polls.create(viewer, params.id, body));
  route(app, updateClassroomPoll, ({ params, body, viewer }) => polls.update(viewer, placeOf(params), body));
  route(app, deleteClassroomPoll, ({ params, viewer }) => polls.delete(viewer, placeOf(params)));
  route(app, openClassroomPoll, ({ params, body, viewer }) => polls.open(viewer, placeOf(params), body.seconds));
  route(app, closeClassroomPoll, ({ params, viewer }) => polls.close(viewer, placeOf(params)));
  route(app, updateClassroomPollResults, ({ params, body, viewer }) =>
    polls.show(viewer, placeOf(params), body.isShown),
  );
  route(app, answerClassroomPoll, ({ params, body, viewer }) => polls.answer(viewer, placeOf(params), body));
  route(app, listClassroomPollAnswers, ({ params, query, viewer }) => polls.answers(viewer, params.id, query.pollId));
}
