// npm run prove:schedules: the next runs in every time zone over 20 years against another library, and 10,000 schedules that are due in one
// minute, whose workers are killed, on SQLite and on Postgres. Then the same with two seeded bugs, which must be found.
// `npm run prove:schedules -- 500` has fewer due, and looks at two years.
import { onBothDatabases } from '../proofs/both-databases.ts'
import { compareCalendars } from '../proofs/schedules/calendars.ts'

const years = process.argv[2] === undefined ? 20 : 2
const { zones, runs, different, near } = compareCalendars(Intl.supportedValuesOf('timeZone'), years)
console.log('| time zones | years | runs | different | different within a day of a change of clocks | |')
console.log('| --- | --- | --- | --- | --- | --- |')
console.log(`| ${zones} | ${years} | ${runs} | ${different.length} | ${near} | ${different.length === 0 ? 'ok' : 'NOT OK'} |`)
for (const one of different.slice(0, 20)) console.error(one)
console.log('\n| database | what is proved | due | kills | missed | doubled | left | |')
console.log('| --- | --- | --- | --- | --- | --- | --- | --- |')
const isProved = await onBothDatabases('proofs/schedules.ts')
process.exitCode = isProved && different.length === 0 ? 0 : 1
