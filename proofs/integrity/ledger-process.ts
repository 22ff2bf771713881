// Writes movements into a ledger until it is killed, and prints the number of each that was confirmed or refused.
import { setTimeout as pause } from 'node:timers/promises'
import { openAsIs } from '#drizzle/open.ts'
import { accounts, afterwards, balancesOf, LedgerInstruction, write, type Movement } from './ledger.ts'

const { databaseUrl, writer, first } = LedgerInstruction.parse(JSON.parse(process.env['ORDER'] ?? ''))
const database = await openAsIs(databaseUrl)
// The parent process has ended.
process.stdin.once('close', () => process.exit()).resume()
let balances = await balancesOf(database, writer)
console.log('ready')
for (let number = first; ; number += 1) {
  const from = Math.floor(Math.random() * accounts)
  const to = (from + 1 + Math.floor(Math.random() * (accounts - 1))) % accounts
  const movement: Movement = { writer, from, to, amount: 1 + Math.floor(Math.random() * 100) }
  const next = afterwards(balances, movement)
  try {
    await write(database, number, movement, next)
    balances = next
    console.log(`confirmed ${number}`)
  } catch {
    console.log(`refused ${number}`)
    await pause(5)
  }
  await pause(1)
}
