import { z } from 'zod'

const of = <Code extends string, Shape extends z.ZodRawShape>(code: Code, shape: Shape) => z.object({ code: z.literal(code), ...shape })
const ofExport = { export: z.enum(['product', 'order']) }
const ofSchedule = { schedule: z.string() }

/** What a notification says: the code of its sentence, and what the sentence names. */
export const NotificationText = z.discriminatedUnion('code', [
  of('export.failed', { ...ofExport, reason: z.string() }),
  of('export.incomplete', { ...ofExport, reason: z.string() }),
  of('export.recovered', ofExport),
  of('schedule.failed', { ...ofSchedule, reason: z.string() }),
  of('schedule.missed', { ...ofSchedule, due: z.iso.datetime() }),
  of('schedule.paused', { ...ofSchedule, reason: z.string() }),
  of('schedule.incomplete', { ...ofSchedule, reason: z.string() }),
  of('schedule.empty', ofSchedule),
  of('schedule.recovered', ofSchedule),
])
export type NotificationText = z.infer<typeof NotificationText>

/** The sentence of a notification. */
export function notificationSentence(said: NotificationText): string {
  switch (said.code) {
    case 'export.failed':
      return `Your ${said.export} export failed: ${said.reason}`
    case 'export.incomplete':
      return `Your ${said.export} export is incomplete: ${said.reason}`
    case 'export.recovered':
      return `Your ${said.export} export has finished after all.`
    case 'schedule.failed':
      return `The schedule “${said.schedule}” failed: ${said.reason}`
    case 'schedule.missed':
      return `The schedule “${said.schedule}” missed its run of ${new Date(said.due).toUTCString()}.`
    case 'schedule.paused':
      return `The schedule “${said.schedule}” is paused: ${said.reason}`
    case 'schedule.incomplete':
      return `The schedule “${said.schedule}” delivered only a part: ${said.reason}`
    case 'schedule.empty':
      return `The schedule “${said.schedule}” delivered no rows, although it had rows before.`
    case 'schedule.recovered':
      return `The schedule “${said.schedule}” works again.`
  }
}
