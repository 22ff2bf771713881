// npm run prove:faults: what shops and Google can do wrong, wherever they are asked: the right message in time, or a completed export;
// never a short file that passes for a whole one, and no secret in a log. Words as arguments choose rows ("204", "gzip").
import { faultRows } from './prove/faults/rows.ts'
import { openHall } from './prove/faults/hall.ts'
import { prove } from './prove/faults/table.ts'

const wanted = process.argv.slice(2)
const rows = faultRows.filter(({ number, what }) => wanted.length === 0 || wanted.some((word) => `${number} ${what}`.includes(word)))
await using hall = await openHall(6)
const { held, total, problems } = await prove(hall.benches, rows)
for (const problem of problems) console.log(`NOT OK ${problem}`)
const leaked = hall.leaked()
console.log(`secrets in the logs: ${leaked.length === 0 ? 'none' : leaked.join(', ')}`)
console.log(`${held} of ${total} cells hold`)
process.exitCode = held === total && leaked.length === 0 ? 0 : 1
