// Successful requests about schedules.
import type { Random } from '#sandbox/catalogue/random.ts'
import { among, missing, oneOf, storeOf, text, type Example, type Known } from './example-parts.ts'

const schedule = (random: Random, { pools }: Known) => ({ id: oneOf(random, pools.schedules.all(), missing).id })
const times = (random: Random) => ({
  calendar: among(
    random,
    { every: 'day', at: '06:00' },
    { every: 'week', on: ['mon', 'thu'], at: '23:30' },
    { every: 'month', on: 'last', at: '02:30' },
    { every: 'hours', hours: 6, minute: 15 },
    { every: 'cron', expression: '*/20 8-18 * * mon-fri' },
  ),
  timezone: random.pick(['UTC', 'Asia/Ho_Chi_Minh', 'America/New_York']),
})
const dates = { from: '7-days-ago', to: 'yesterday' }

export const scheduleExamples: Record<string, Example> = {
  'export.schedules.list': (random) => among(random, {}, { mine: 'true' }),
  'export.schedules.get': schedule,
  'export.schedules.runs': schedule,
  'export.schedules.preview': (random) => ({ ...times(random), ...among(random, {}, { dates }) }),
  'export.schedules.create': (random, known) => ({
    name: text(random),
    ...times(random),
    ...among(
      random,
      { type: 'product_export', request: { storeId: storeOf(random, known), config: { fields: ['Title'] } } },
      { type: 'order_export', request: { storeIds: [storeOf(random, known)], columns: ['total'] }, dates },
    ),
  }),
  'export.schedules.update': (random, known) => ({
    ...schedule(random, known),
    ...among(random, { name: text(random) }, times(random), { overlap: 'wait', missed: 'skip' }),
  }),
  'export.schedules.remove': schedule,
  'export.schedules.run': schedule,
  'export.schedules.pause': schedule,
  'export.schedules.resume': schedule,
  'export.schedules.duplicate': schedule,
  'export.schedules.takeOver': (random, { othersSchedules }) => ({ id: oneOf(random, othersSchedules, missing.id) }),
}
