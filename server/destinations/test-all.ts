import { AppError } from '#shared/errors.ts'
import type { DeliveryFailureCode } from '#shared/destinations.ts'
import type { DestinationKind } from '#shared/delivery.ts'
import type { Deps } from '#server/deps.ts'
import { untilAborted } from '#server/destinations/failure.ts'
import { testFailure } from '#server/destinations/test-failure.ts'
import { mailFailure } from '#server/destinations/mail-failure.ts'
import { listDestinationRows, type DestinationRow } from '#server/destinations/repo.ts'
import { senderOf, type SenderDeps } from '#server/destinations/senders.ts'
import { tryMailServer } from '#server/mail/try-server.ts'
import { documentId } from '#server/sheets/service.ts'

/** The test of one destination. `refusal`: why it is not usable; its code is null where it is none of a delivery. */
export type DestinationTest = {
  name: string
  kind: DestinationKind
  refusal: { code: DeliveryFailureCode | null; message: string } | null
}
/** `mailServer`: null where mails are only written to the outbox, and nothing can be tested. */
type TestDeps = SenderDeps & Pick<Deps, 'database' | 'sheets'> & { mailServer: { smtpUrl: string; from: string } | null }

async function tryRecipients({ mailServer }: TestDeps, addresses: readonly string[], signal: AbortSignal) {
  if (!mailServer) return
  for (const address of addresses) {
    const refusal = await untilAborted(signal, () => tryMailServer(mailServer.smtpUrl, mailServer.from, signal, address))
    if (refusal) throw mailFailure(refusal.error)
  }
}

async function tryOne(deps: TestDeps, row: DestinationRow, signal: AbortSignal) {
  if (row.kind === 'email') return tryRecipients(deps, row.settings.to, signal)
  if (row.kind === 'sheet') return deps.sheets.tryWriting(documentId(row.settings.url), { signal })
  return senderOf(deps, row)?.test(signal, () => {})
}

async function testOf(deps: TestDeps, row: DestinationRow, signal: AbortSignal): Promise<DestinationTest> {
  const { name, kind } = row
  try {
    const failed = await testFailure(deps, signal, (within) => tryOne(deps, row, within))
    return { name, kind, refusal: failed && { code: failed.failure, message: failed.message } }
  } catch (error) {
    // A full document can still be written.
    if (error instanceof AppError && error.code === 'SHEET_FULL') return { name, kind, refusal: null }
    const message = error instanceof AppError ? error.message : 'Its stored credentials cannot be used.'
    return { name, kind, refusal: { code: null, message } }
  }
}

/**
 * Tests all destinations in parallel, by name. Nothing stays there: small objects and files are removed again, and a mail is broken off
 * before its first line. Programs get a signed call that says that it is a test.
 */
export async function testAllDestinations(deps: TestDeps, signal: AbortSignal): Promise<DestinationTest[]> {
  const rows = await listDestinationRows(deps.database.db)
  return Promise.all(rows.map((row) => testOf(deps, row, signal)))
}
