// npm run prove:paging: lists of orders over random stores of both platforms, sorts, page sizes, filters and failures. `npm test` tries 100
// of them. `npm run prove:paging -- 5000` tries more.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const [cases = '1000'] = process.argv.slice(2)
const start = performance.now()
const args = ['run', '--project', 'server', 'tests/server/order-paging.test.ts']
const child = spawn(join('node_modules', '.bin', 'vitest'), args, { stdio: 'inherit', env: { ...process.env, CASES: cases } })
const [code] = await once(child, 'exit')
console.log('| what is proved | times | as it must be | |')
console.log('| --- | --- | --- | --- |')
const seconds = Math.round((performance.now() - start) / 1_000)
console.log(
  `| pages glued together are the sorted union of the stores' orders, each once | ${cases} | ${code === 0 ? 'yes' : 'NO'} | ${seconds} s |`,
)
process.exitCode = code === 0 ? 0 : 1
