import { Client } from 'pg'
import type { Listener } from '#drizzle/database.ts'
import { jobsChannel } from '#drizzle/told.ts'

const reconnectMs = 1_000
/** A firewall may drop a silent connection without a word. */
const patience = { connectionTimeoutMillis: 10_000, keepAlive: true, keepAliveInitialDelayMillis: 10_000 }

/** Listens on a connection outside the pool, and opens a new one when it breaks. */
export function listenToServer(url: string, heard: () => void, everyMs: number): Listener {
  let client: Client | null = null
  let isClosed = false
  /** Whether this connection has heard anything yet. Behind a pooler that shares connections it never does. */
  let isHearing = false
  let again: NodeJS.Timeout | undefined

  async function open() {
    const own = new Client({ connectionString: url, ...patience })
    client = own
    const echo = `echo_${crypto.randomUUID().replaceAll('-', '')}`
    own.on('notification', () => {
      isHearing = true
      heard()
    })
    own.on('end', () => {
      isHearing = false
      if (isClosed) return
      again = setTimeout(begin, reconnectMs)
      heard()
    })
    // The connection broke. It ends next.
    own.on('error', () => {})
    await own.connect()
    await own.query(`listen ${jobsChannel}; listen ${echo}; notify ${echo}`)
  }

  function begin() {
    // A failed connection ends too, and is opened again. The worker's own statements log that the database is away.
    open().catch(() => client?.end().catch(() => {}))
  }

  begin()
  const timer = setInterval(() => {
    if (!isHearing) heard()
  }, everyMs)
  return {
    async close() {
      isClosed = true
      clearTimeout(again)
      clearInterval(timer)
      // Without waiting: a server that does not answer must not hold up the end of the process.
      void client?.end().catch(() => {})
    },
  }
}
