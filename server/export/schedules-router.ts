import {
  ScheduleCreateRequest,
  ScheduleListRequest,
  ScheduleListResponse,
  SchedulePreview,
  SchedulePreviewRequest,
  ScheduleRef,
  ScheduleResponse,
  ScheduleRunsRequest,
  ScheduleRunsResponse,
  ScheduleUpdateRequest,
} from '#shared/schedules.ts'
import { once } from '#server/http/idempotency.ts'
import { procedure, router } from '#server/procedure/builder.ts'
import { pauseSchedule, resumeSchedule, runSchedule } from '#server/schedules/manage.ts'
import {
  createSchedule,
  duplicateSchedule,
  getSchedule,
  listSchedules,
  previewSchedule,
  removeSchedule,
  runsOfSchedule,
  takeOverSchedule,
  updateScheduleOf,
} from '#server/schedules/service.ts'

const recorded = ['name', 'type', 'calendar', 'timezone']

// The required right depends on the schedule and its owner, so the service checks it.
export const schedules = router({
  list: procedure('GET /schedules', 'session.any', {
    summary: 'List schedules',
    description:
      "Answers schedules of exports, by name. With mine, these are the caller's own; without it, those of the stores in reach, which needs settings:read.",
    fails: ['ACCESS_DENIED'],
    alsoOnTop: ['schedules'],
  })
    .input(ScheduleListRequest.prefault({}))
    .output(ScheduleListResponse)
    .query(async ({ ctx, input }) => ({ schedules: await listSchedules(ctx.deps, ctx.viewer, input) })),
  get: procedure('GET /schedules/{id}', 'session.any', {
    summary: 'Get a schedule',
    description: 'Answers a schedule, its next runs and its last one.',
    fails: ['NOT_FOUND'],
  })
    .input(ScheduleRef)
    .output(ScheduleResponse)
    .query(async ({ ctx, input }) => ({ schedule: await getSchedule(ctx.deps, ctx.viewer, input.id) })),
  runs: procedure('GET /schedules/{id}/runs', 'session.any', {
    summary: 'List the runs of a schedule',
    description: 'Answers one page of the history of a schedule, newest first, with the job of each run.',
    fails: ['NOT_FOUND', 'INVALID_CURSOR'],
    alsoOnTop: ['runs', 'nextCursor'],
  })
    .input(ScheduleRunsRequest)
    .output(ScheduleRunsResponse)
    .query(({ ctx, input }) => runsOfSchedule(ctx.deps, ctx.viewer, input)),
  preview: procedure('POST /schedules/preview', 'schedules.use', {
    summary: 'Preview a calendar',
    description: 'Answers the next five instants of a calendar, and the days that relative dates mean at the first of them.',
  })
    .input(SchedulePreviewRequest)
    .output(SchedulePreview)
    .query(({ ctx, input }) => previewSchedule(ctx.deps, input)),
  create: procedure('POST /schedules', 'session.any', {
    summary: 'Create a schedule',
    description: "Saves an export that runs by itself, with the caller's rights at that moment. It needs the right to make the export.",
    fails: ['NOT_FOUND', 'ACCESS_DENIED', 'CONFLICT', 'SHEETS_OFF'],
    isOnce: true,
    status: 201,
    location: { of: 'schedule', at: '/schedules/{id}' },
    recorded,
    makes: 'schedule',
  })
    .input(ScheduleCreateRequest)
    .output(ScheduleResponse)
    .mutation((call) => once(call, async ({ ctx, input }) => ({ schedule: await createSchedule(ctx.deps, ctx.viewer, input) }))),
  update: procedure('PUT /schedules/{id}', 'session.any', {
    summary: 'Update a schedule',
    description: 'Changes what is given; the rest stays. Only the owner may do this. A paused schedule stays paused.',
    fails: ['NOT_FOUND', 'ACCESS_DENIED', 'CONFLICT', 'SHEETS_OFF'],
    recorded,
  })
    .input(ScheduleUpdateRequest)
    .output(ScheduleResponse)
    .mutation(async ({ ctx, input }) => ({ schedule: await updateScheduleOf(ctx.deps, ctx.viewer, input) })),
  remove: procedure('DELETE /schedules/{id}', 'session.any', {
    summary: 'Delete a schedule',
    description:
      'Deletes a schedule and its history, and answers which one it was. Its jobs stay. The owner may do this, and level 90 and above in all of its stores.',
    fails: ['NOT_FOUND', 'ACCESS_DENIED'],
  })
    .input(ScheduleRef)
    .output(ScheduleResponse)
    .mutation(async ({ ctx, input }) => ({ schedule: await removeSchedule(ctx.deps, ctx.viewer, input.id) })),
  run: procedure('POST /schedules/{id}/run', 'session.any', {
    summary: 'Run a schedule now',
    description: 'Starts the export of a schedule at once; its next due time stays. Only the owner may do this.',
    fails: ['NOT_FOUND', 'ACCESS_DENIED', 'CONFLICT'],
  })
    .input(ScheduleRef)
    .output(ScheduleResponse)
    .mutation(async ({ ctx, input }) => ({ schedule: await runSchedule(ctx.deps, ctx.viewer, input.id) })),
  pause: procedure('POST /schedules/{id}/pause', 'session.any', {
    summary: 'Pause a schedule',
    description: 'Makes no more runs until it is resumed. The owner may do this, and level 90 and above in all of its stores.',
    fails: ['NOT_FOUND', 'ACCESS_DENIED', 'CONFLICT'],
  })
    .input(ScheduleRef)
    .output(ScheduleResponse)
    .mutation(async ({ ctx, input }) => ({ schedule: await pauseSchedule(ctx.deps, ctx.viewer, input.id) })),
  resume: procedure('POST /schedules/{id}/resume', 'session.any', {
    summary: 'Resume a schedule',
    description:
      'Lets a paused schedule run again, from its next instant on. The owner may do this, and level 90 and above in all of its stores.',
    fails: ['NOT_FOUND', 'ACCESS_DENIED', 'CONFLICT'],
  })
    .input(ScheduleRef)
    .output(ScheduleResponse)
    .mutation(async ({ ctx, input }) => ({ schedule: await resumeSchedule(ctx.deps, ctx.viewer, input.id) })),
  duplicate: procedure('POST /schedules/{id}/duplicate', 'session.any', {
    summary: 'Duplicate a schedule',
    description: "Saves a copy as the caller's own. It is paused until it is resumed.",
    fails: ['NOT_FOUND', 'ACCESS_DENIED', 'CONFLICT'],
    isOnce: true,
    status: 201,
    location: { of: 'schedule', at: '/schedules/{id}' },
    makes: 'schedule',
  })
    .input(ScheduleRef)
    .output(ScheduleResponse)
    .mutation((call) => once(call, async ({ ctx, input }) => ({ schedule: await duplicateSchedule(ctx.deps, ctx.viewer, input.id) }))),
  takeOver: procedure('POST /schedules/{id}/take-over', 'session.any', {
    summary: 'Take over a schedule',
    description:
      'Makes the caller the owner, with whose rights it runs from then on. It needs level 90 in all of its stores, and the right to make the export.',
    fails: ['NOT_FOUND', 'ACCESS_DENIED', 'CONFLICT'],
  })
    .input(ScheduleRef)
    .output(ScheduleResponse)
    .mutation(async ({ ctx, input }) => ({ schedule: await takeOverSchedule(ctx.deps, ctx.viewer, input.id) })),
})
