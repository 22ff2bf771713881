import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ExportFormat } from '#shared/export-format.ts'
import { formatLabels } from '#shared/format-messages.ts'
import { productFields } from '#shared/product-fields.ts'
import { workerNewSpace } from '#server/boot/worker-thread.ts'
import { productRows } from '#server/export/product-rows.ts'
import { heapEnvironment, heapOptions } from '../scripts/heap.ts'
import { productsOf } from './encoding.ts'
import { startNode } from './process.ts'
import { figure, median, type Finding } from './report.ts'
import type { BenchSandbox } from './sandbox.ts'

/** The least rows a second; null where there is no goal. */
const goals: Record<ExportFormat, number | null> = { csv: 100_000, 'csv.gz': null, xlsx: 10_000, jsonl: null, parquet: 20_000 }
const maxMegabytesMore = 60

async function measured(path: string, format: ExportFormat) {
  const script = fileURLToPath(import.meta.resolve('./writer-process.ts'))
  const command = [...heapOptions, workerNewSpace, script, path, format]
  await using child = await startNode(command, heapEnvironment, (line) => /^\d+(?: \d+)*$/.test(line))
  return { rate: median(child.firstWord.split(' ').map(Number)), peak: child.peakMemory() }
}

function speed(format: ExportFormat, rate: number): Finding {
  const what = `Writing ${formatLabels[format]} alone, rows a second of the processor`
  const goal = goals[format]
  return goal === null ? figure(what, String(rate)) : { what, measured: String(rate), goal: `at least ${goal}`, isMet: rate >= goal }
}

/**
 * Measures the writer of each format alone, each in a process of its own with the heap of the server's worker, with rows of 52 columns. Their
 * speed is by the time of the processor, because they wait for nothing, and other programs then change little.
 */
export async function measureWriters(sandbox: BenchSandbox): Promise<Finding[]> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-writers-'))
  try {
    const path = join(folder, 'rows.json')
    const rows = (await productsOf(sandbox)).flatMap(productRows(productFields, 0, 'USD'))
    writeFileSync(path, JSON.stringify(rows))
    const csv = await measured(path, 'csv')
    const findings = [speed('csv', csv.rate)]
    for (const format of ExportFormat.exclude(['csv']).options) {
      const { rate, peak } = await measured(path, format)
      const more = peak - csv.peak
      findings.push(speed(format, rate), {
        what: `Memory of writing ${formatLabels[format]} over that of CSV`,
        measured: `${more.toFixed(1)} MB (${peak.toFixed(1)} MB - ${csv.peak.toFixed(1)} MB)`,
        goal: `at most ${maxMegabytesMore} MB`,
        isMet: more <= maxMegabytesMore,
      })
    }
    return findings
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
