import { procedure, router } from '#server/procedure/builder.ts'
import { openStream } from '#server/events/stream.ts'

export const eventStream = router({
  listen: procedure('GET /events', 'session.any', {
    summary: 'Listen to events',
    description:
      'Answers server-sent events for as long as the connection lasts: the ends of the jobs that the caller may see, and stores that fail or work again. Sent with Last-Event-ID, it resumes after that event, so that none is missed within seven days.',
    fails: ['INVALID_CURSOR', 'EVENTS_GONE'],
    isStream: true,
  }).query(({ ctx }) => openStream(ctx.deps, ctx.viewer, ctx)),
})
