import { AppError } from '#shared/errors.ts'
import type { ProductExportRequest } from '#shared/export.ts'
import { noCounts } from '#shared/jobs.ts'
import { messages } from '#shared/messages.ts'
import { Download } from '#server/download.ts'
import type { Deps } from '#server/deps.ts'
import { downloadSink } from '#server/export/download-sink.ts'
import { beginning, pour } from '#server/export/engine.ts'
import {
  countsOf,
  disagreement,
  fileNameOf,
  forecast,
  knownLimits,
  productExport,
  receiptOf,
  sourceOf,
  warningOf,
  type Forecast,
  type ProductExport,
} from '#server/export/product-export.ts'
import { beginDirect, type DirectJob } from '#server/jobs/direct.ts'
import type { StoreRow } from '#server/stores/service.ts'

type Reader = { id: string }

/** How many products came from the shop, however it ends. */
type Tally = { fetched: number }

function counted(source: ReturnType<typeof sourceOf>, tally: Tally): ReturnType<typeof sourceOf> {
  return {
    ...source,
    rowsOf(product) {
      tally.fetched += 1
      return source.rowsOf(product)
    },
  }
}

/** Pours the products out. Throws, and so breaks the transfer, where fewer came than the shop still counts: a short file must not pass for a whole one. */
async function pourAll(
  plan: ProductExport,
  seen: Promise<Forecast>,
  { sink }: ReturnType<typeof downloadSink>,
  tally: Tally,
  signal: AbortSignal,
) {
  const reached = await pour(counted(sourceOf(plan, signal), tally), sink, beginning, async () => {})
  const differs = await disagreement(plan, await seen, reached, signal)
  if (differs?.isShort) throw new AppError('STORE_ANSWER_INVALID', differs.message)
  return { reached, differs }
}

/** A failure that the reader did not cause, in words; hanging up is one that they did. */
function failureOf(error: unknown, hungUp: AbortSignal): AppError {
  if (hungUp.aborted) return new AppError('JOB_CANCELLED', messages.jobs.downloadLeft)
  return error instanceof AppError ? error : new AppError('INTERNAL', undefined, { cause: error })
}

/**
 * The CSV of a store's products as a stream: the first page is fetched before this returns, so that a shop that refuses is
 * answered with an error and not with half a file. Hanging up (`signal`, or closing the body) stops the calls to the shop.
 * Each download that begins leaves a job with its receipt.
 */
export async function productsCsv(
  deps: Deps,
  reader: Reader,
  store: StoreRow,
  request: ProductExportRequest,
  signal: AbortSignal,
): Promise<Download> {
  const stop = new AbortController()
  const until = AbortSignal.any([signal, stop.signal])
  const plan = productExport(deps, store, request)
  const startedAt = new Date(deps.now())
  const output = downloadSink(request.config.fields, request.csv, until)
  output.body.once('close', () => stop.abort())
  const seen = forecast(plan, until)
  const tally = { fetched: 0 }
  const poured = pourAll(plan, seen, output, tally, until)
  // Met below, or when the body breaks.
  poured.catch(() => {})
  const known = await Promise.all([seen, Promise.race([output.begun, poured])]).catch((error: unknown) => {
    stop.abort()
    throw error
  })
  const [forecasted] = known
  const job = await beginDirect(deps, { type: 'product_export', payload: request, createdBy: reader.id, storeIds: [store.id] }, (why) =>
    output.body.destroy(why),
  )
  void settle(deps, { plan, seen: forecasted, startedAt, output, poured, tally, job, hungUp: until })
  return new Download(fileNameOf(startedAt), output.body, warningOf(knownLimits(plan, forecasted)))
}

type Under = {
  plan: ProductExport
  seen: Forecast
  startedAt: Date
  output: ReturnType<typeof downloadSink>
  poured: ReturnType<typeof pourAll>
  tally: Tally
  job: DirectJob
  hungUp: AbortSignal
}

/** Ends the body with what became of it, and writes that down. The last byte goes out after the receipt is kept. */
async function settle(deps: Deps, { plan, seen, startedAt, output, poured, tally, job, hungUp }: Under) {
  try {
    const { reached, differs } = await poured
    const warning = warningOf([...knownLimits(plan, seen), ...(differs ? [differs.message] : [])])
    await output.sink.finish()
    const finished = { startedAt, finishedAt: new Date(deps.now()), sha256: output.sha256() }
    await job.complete({ counts: countsOf(plan, seen, reached), receipt: receiptOf(plan, seen, reached, finished), warning })
    output.body.end()
  } catch (error) {
    const failure = failureOf(error, hungUp)
    output.body.destroy(failure)
    const { fetched } = tally
    const counts = { ...noCounts, expected: seen.matched, fetched, distinct: fetched, written: output.written() }
    await job
      .fail(failure.code, failure.message, counts)
      .catch((cause: unknown) => deps.log.error({ err: cause, job: job.id }, 'a download could not be written down'))
  }
}
