import { SystemCheckResponse, SystemResponse } from '#shared/system.ts'
import { procedure, router } from '#server/procedure/builder.ts'

export const systemProcedures = router({
  get: procedure('GET /system', 'system.read', {
    summary: 'Get the state of the system',
    description:
      'Answers the processes, the database, the queue, the shops, mail, delays, disk and failed exports. A part that cannot be read just now is null.',
  })
    .output(SystemResponse)
    .query(async ({ ctx }) => ({ system: await ctx.deps.system.state() })),
  check: procedure('POST /system/check', 'system.read', {
    summary: 'Check the system',
    description:
      'Makes the checks of the command `doctor`, which change nothing, and answers their findings with what to do about them. It takes up to a minute.',
    callsOut: true,
  })
    .output(SystemCheckResponse)
    .mutation(({ ctx }) => ctx.deps.system.check()),
})
