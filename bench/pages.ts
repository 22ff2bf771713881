import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { z } from 'zod'

const lighthouse = 'lighthouse@13.5.0'
const longestMs = 180_000
const maxAnswerBytes = 64 * 1024 * 1024

const Score = z.object({ score: z.number() }).transform(({ score }) => Math.round(score * 100))
const PageScores = z.object({ performance: Score, accessibility: Score, 'best-practices': Score })
export type PageScores = z.infer<typeof PageScores>
const Report = z.object({ finalDisplayedUrl: z.string(), categories: PageScores })

/**
 * The scores of a page, of 100, as Lighthouse gives them for a desktop. It uses the browser at the debugging port with its cookies. Throws if
 * the page leads elsewhere.
 */
export async function measurePage(url: string, debuggingPort: number): Promise<PageScores> {
  const options = ['--preset=desktop', '--output=json', '--quiet', '--disable-storage-reset', `--port=${debuggingPort}`]
  const categories = `--only-categories=${Object.keys(PageScores.shape).join(',')}`
  const command = ['exec', '--yes', `--package=${lighthouse}`, '--', 'lighthouse', url, ...options, categories]
  const { stdout } = await promisify(execFile)('npm', command, { maxBuffer: maxAnswerBytes, timeout: longestMs })
  const { finalDisplayedUrl, categories: scores } = Report.parse(JSON.parse(stdout))
  if (finalDisplayedUrl !== url) throw new Error(`${url} leads to ${finalDisplayedUrl}`)
  return scores
}
