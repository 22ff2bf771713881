// The minimal client of a file: downloads it and parses each line. Prints the number of lines and the duration.
import { read } from './http.ts'

const newline = 10
const [url = ''] = process.argv.slice(2)
const start = performance.now()
let lines = 0
let rest: Buffer = Buffer.alloc(0)
for await (const chunk of await read(url)) {
  let text = rest.length > 0 ? Buffer.concat([rest, chunk]) : Buffer.from(chunk)
  for (let end = text.indexOf(newline); end !== -1; end = text.indexOf(newline)) {
    JSON.parse(text.toString('utf8', 0, end))
    lines++
    text = text.subarray(end + 1)
  }
  rest = text
}
process.stdout.write(JSON.stringify({ lines, ms: performance.now() - start }))
process.exit()
