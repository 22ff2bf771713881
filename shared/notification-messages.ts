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
  of('schedule.missed', { ...ofSchedule, due: z.iso.datetime(), runs: z.int() }),
  of('schedule.paused', { ...ofSchedule, reason: z.string() }),
  of('schedule.incomplete', { ...ofSchedule, reason: z.string() }),
  of('schedule.empty', ofSchedule),
  of('schedule.recovered', ofSchedule),
  of('schedule.taken-over', { ...ofSchedule, by: z.string() }),
  of('schedule.deleted', { ...ofSchedule, by: z.string() }),
])
export type NotificationText = z.infer<typeof NotificationText>

type Said<Code extends NotificationText['code']> = Extract<NotificationText, { code: Code }>
const sentences: { [Code in NotificationText['code']]: (said: Said<Code>) => string } = {
  'export.failed': (said) => `Your ${said.export} export failed: ${said.reason}`,
  'export.incomplete': (said) => `Your ${said.export} export is incomplete: ${said.reason}`,
  'export.recovered': (said) => `Your ${said.export} export has finished after all.`,
  'schedule.failed': ({ schedule, reason }) => `The schedule “${schedule}” failed: ${reason}`,
  'schedule.missed': ({ schedule, due, runs }) =>
    `The schedule “${schedule}” missed ${runs === 1 ? 'its run' : `${runs} runs, the first one that`} of ${new Date(due).toUTCString()}.`,
  'schedule.paused': ({ schedule, reason }) => `The schedule “${schedule}” is paused: ${reason}`,
  'schedule.incomplete': ({ schedule, reason }) => `The schedule “${schedule}” delivered only a part: ${reason}`,
  'schedule.empty': ({ schedule }) => `The schedule “${schedule}” delivered no rows, although it always had some before.`,
  'schedule.recovered': ({ schedule }) => `The schedule “${schedule}” works again.`,
  'schedule.taken-over': ({ schedule, by }) => `${by} took over your schedule “${schedule}”. It runs with their rights now.`,
  'schedule.deleted': ({ schedule, by }) => `${by} deleted your schedule “${schedule}”. It does not run any more.`,
}

/** The sentence of a notification. */
export const notificationSentence = <Code extends NotificationText['code']>(said: Said<Code> & { code: Code }): string =>
  sentences[said.code](said)
