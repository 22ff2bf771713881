import type { ExportResult } from '#client/export/progress.ts'
import { fileSize } from '#client/format/file-size.ts'
import { getRest, postRest } from '#client/rest.ts'
import { session } from '#client/session/session.ts'
import { textOfHeader } from '#shared/header-text.ts'

/** The file's name in a content-disposition header. */
export const filenameIn = (disposition: string | null): string | undefined => /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1]?.trim()

const savingMs = 10_000

/** Hands a file to the browser, which puts it where it puts downloads. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Not at once: some browsers look the file up only after the click is through.
  setTimeout(() => URL.revokeObjectURL(link.href), savingMs)
}

type SavedFile = { name: string; bytes: number }

/** Saves the file that an answer carries, under the name that the server gives it. Throws where the transfer breaks off. */
export async function saveAnswer(response: Response, fallbackName: string, signal?: AbortSignal): Promise<SavedFile> {
  const file = await response.blob()
  signal?.throwIfAborted()
  const name = filenameIn(response.headers.get('content-disposition')) ?? fallbackName
  saveFile(file, name)
  return { name, bytes: file.size }
}

type Steps = { signal: AbortSignal; onAsked: () => void; onAnswered: () => void }

/** Sends what may take long to be answered, and tells how far it is. Throws what the server refused as `AppError`. */
export async function askInSteps(path: string, request: object, { signal, onAsked, onAnswered }: Steps): Promise<Response> {
  await session.token()
  onAsked()
  const response = await postRest(path, request, signal)
  onAnswered()
  return response
}

/** `result.jobId`: the job that records the download, if the server names one. */
type Downloaded = { result: ExportResult; warning: string | null }

/**
 * Fetches a file over REST and saves it under the name that the server gives it. A transfer that breaks off throws and leaves no file
 * behind.
 */
export async function download(
  path: string,
  request: object,
  { fallbackName, ...steps }: Steps & { fallbackName: string },
): Promise<Downloaded> {
  const response = await askInSteps(path, request, steps)
  const { bytes, name } = await saveAnswer(response, fallbackName, steps.signal)
  const warning = response.headers.get('x-export-warning')
  const result = { known: `${fileSize(bytes)} · ${name}`, jobId: response.headers.get('x-export-job') }
  return { result, warning: warning && textOfHeader(warning) }
}

/** Fetches an existing file with the session's token, and saves it. */
export async function downloadFile({ url, name }: { url: string; name: string }): Promise<void> {
  const response = await getRest(url)
  saveFile(await response.blob(), filenameIn(response.headers.get('content-disposition')) ?? name)
}
