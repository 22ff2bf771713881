// Seeded bugs that the judge must find.
import type { SourceBug } from '../source-bug.ts'

/** A server that closes its connections at once, whatever they carry. */
export const closesAtOnce: SourceBug = {
  file: 'server/http/connections.ts',
  changes: [
    {
      from: 'for (const [socket, connection] of open) closeIfQuiet(socket, connection)',
      to: 'for (const socket of open.keys()) socket.destroy()',
    },
  ],
}

/** A server that stays ready until it is gone. */
export const staysReady: SourceBug = {
  file: 'server/http/health.ts',
  changes: [
    { from: 'if (isStopping())', to: 'if (false)' },
    // Its worker stops at once.
    { from: 'isWorking?.() === false || ', to: '' },
  ],
}
