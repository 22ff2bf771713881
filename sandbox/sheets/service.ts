import { z } from 'zod'
import { startClock } from '../clock.ts'
import type { Clock } from '../clock.ts'
import { newDocument } from './document.ts'
import type { SheetDocument } from './document.ts'
import { openQuota } from './quota.ts'
import type { Quota } from './quota.ts'
import { openTokens, Standing } from './tokens.ts'
import type { Tokens } from './tokens.ts'

/** A document to create, or a known one to share differently. */
export const DocumentSettings = z.strictObject({
  id: z.string().regex(/^[A-Za-z0-9_-]+$/),
  title: z.string().min(1),
  /** The service account's access. "none": the document is not shared. */
  access: z.enum(['editor', 'viewer', 'none']),
  /** An Excel file in Google Drive, which browsers show like a spreadsheet. */
  isOfficeFile: z.boolean().optional(),
})
export type DocumentSettings = z.infer<typeof DocumentSettings>

/** Settings that can change while the service runs. */
export const SheetsTuning = z.strictObject({
  /** The service's seconds per real second. */
  clockSpeed: z.number().positive().optional(),
  /** How far the clock of Google's token endpoint is ahead of this machine's. */
  aheadMs: z.number().optional(),
  /** Whether the quota of 60 reads and 60 writes a minute applies. */
  quota: z.boolean().optional(),
  /** Whether the Google Sheets API is on in the project of the service accounts. */
  isApiOn: z.boolean().optional(),
  /** How the service accounts stand. */
  standing: Standing.optional(),
})
export type SheetsTuning = z.infer<typeof SheetsTuning>

/** The documents of the demo. */
export const demoDocuments: readonly DocumentSettings[] = [
  { id: 'demo-exports', title: 'Demo exports', access: 'editor' },
  { id: 'demo-read-only', title: 'Demo, shared to look at', access: 'viewer' },
  { id: 'demo-not-shared', title: 'Demo, not shared', access: 'none' },
]

/** The running service: its documents, and the state of its only caller. */
export type SheetsService = {
  readonly documents: Map<string, SheetDocument>
  readonly clock: Clock
  readonly quota: Quota
  readonly tokens: Tokens
  isApiOn: boolean
  /** Called with each call's name before the call is carried out. */
  beforeCall: ((operation: string, document: SheetDocument) => void) | null
  /** The requests that were given no answer and are carried out late. */
  late: (() => void)[]
  /** Creates a document, or changes the access to a known one. */
  share: (document: DocumentSettings) => void
  tune: (change: SheetsTuning) => void
}

export function openSheets(settings: readonly DocumentSettings[] = demoDocuments): SheetsService {
  const documents = new Map<string, SheetDocument>()
  const clock = startClock()
  const quota = openQuota(clock)
  const share = (given: DocumentSettings) => {
    const known = documents.get(given.id)
    if (known) known.access = given.access
    else documents.set(given.id, newDocument(given))
  }
  settings.forEach(share)
  const tokens = openTokens(clock)
  const tune = ({ clockSpeed, aheadMs, quota: isOn, isApiOn, standing }: SheetsTuning) => {
    if (isApiOn !== undefined) service.isApiOn = isApiOn
    if (standing !== undefined) tokens.setStanding(standing)
    if (aheadMs !== undefined) tokens.judgeAhead(aheadMs)
    if (clockSpeed !== undefined) clock.setSpeed(clockSpeed)
    if (isOn !== undefined) quota.isOn = isOn
  }
  const service: SheetsService = { documents, clock, quota, tokens, isApiOn: true, beforeCall: null, late: [], share, tune }
  return service
}
