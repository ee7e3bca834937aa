import {
  answerQuestion,
  askQuestion,
  dismissQuestion,
  listClassroomQuestions,
  pinToStage,
  reportQuestion,
  unpinFromStage,
  unvoteQuestion,
  voteForQuestion,
  withdrawQuestion,
} from '@manabiba/shared/contract/classroom-questions';
import type { FastifyInstance } from 'fastify';

import { route, withStatus } from '../../../http/route';
import type { PinsService } from './pins.service';
import type { QuestionsService } from './questions.service';

export function questionsRoutes(app: FastifyInstance, questions: QuestionsService, pins: PinsService) {
  route(app, listClassroomQuestions, ({ params, query, viewer }) => questions.list(viewer, params.id, query));
  route(app, askQuestion, ({ params, body, viewer, intent }) => questions.ask(viewer, params.id, { ...body, intent }), {
    knowsIntents: true,
  });
  route(app, voteForQuestion, ({ params, viewer }) => questions.vote(viewer, params.id, params.questionId, true));
  route(app, unvoteQuestion, ({ params, viewer }) => questions.vote(viewer, params.id, params.questionId, false));
  route(app, answerQuestion, ({ params, body, viewer }) =>
    questions.answer(viewer, params.id, params.questionId, body.answer),
  );
  route(app, dismissQuestion, ({ params, viewer }) => questions.dismiss(viewer, params.id, params.questionId));
  route(app, withdrawQuestion, ({ params, viewer }) => questions.withdraw(viewer, params.id, params.questionId));
  route(app, reportQuestion, async ({ params, body, viewer }) => {
    const { isNew } = await questions.report(viewer, params.id, params.questionId, body);
    return withStatus(isNew ? 201 : 200, { ok: true as const });
  });
  route(app, pinToStage, ({ params, body, viewer }) => pins.pin(viewer, params.id, body));
  route(app, unpinFromStage, ({ params, viewer }) => pins.unpin(viewer, params.id));
}
