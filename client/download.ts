import type { ExportResult } from '#client/export/progress.ts'
import { fileSize } from '#client/format/file-size.ts'
import { getRest, postRest } from '#client/rest.ts'
import { session } from '#client/session/session.ts'
import { textOfHeader } from '#shared/header-text.ts'

/** The file's name in a content-disposition header. */
export const filenameIn = (disposition: string | null): string | undefined => /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1]?.trim()

const savingMs = 10_000

/** Saves a file as a browser download. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The delay is for browsers that read the file only after the click event.
  setTimeout(() => URL.revokeObjectURL(link.href), savingMs)
}

type SavedFile = { name: string; bytes: number }

/** Saves the file of an answer under the server's file name. Throws if the transfer is interrupted. */
export async function saveAnswer(response: Response, fallbackName: string, signal?: AbortSignal): Promise<SavedFile> {
  const file = await response.blob()
  signal?.throwIfAborted()
  const name = filenameIn(response.headers.get('content-disposition')) ?? fallbackName
  saveFile(file, name)
  return { name, bytes: file.size }
}

type Steps = { signal: AbortSignal; onAsked: () => void; onAnswered: () => void }

/** Sends a call that may take long, and reports its steps. Throws refusals of the server as `AppError`. */
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
 * Fetches a file over REST and saves it under the server's file name. Resolves to its result and the server's warning, if any. Throws if the transfer is
 * interrupted, and then saves no file.
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

/** Fetches an existing file with the session's token and saves it. */
export async function downloadFile({ url, name }: { url: string; name: string }): Promise<void> {
  const response = await getRest(url)
  saveFile(await response.blob(), filenameIn(response.headers.get('content-disposition')) ?? name)
}
