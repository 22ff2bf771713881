import { postRest } from '#client/rest.ts'
import { session } from '#client/session/session.ts'

/** The file's name in a content-disposition header. */
export const filenameIn = (disposition: string | null): string | undefined => /filename="?([^";]+)"?/i.exec(disposition ?? '')?.[1]?.trim()

const savingMs = 10_000

function save(file: Blob, name: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // Not at once: some browsers look the file up only after the click is through.
  setTimeout(() => URL.revokeObjectURL(link.href), savingMs)
}

/** Saves the file that an answer carries, under the name that the server gives it. Throws where the transfer breaks off. */
export async function saveAnswer(response: Response, fallbackName: string, signal?: AbortSignal): Promise<void> {
  const file = await response.blob()
  signal?.throwIfAborted()
  save(file, filenameIn(response.headers.get('content-disposition')) ?? fallbackName)
}

type Options = { fallbackName: string; signal: AbortSignal; onAsked: () => void; onAnswered: () => void }

/**
 * Fetches a file over REST and saves it under the name that the server gives it. Resolves to the server's warning, if there is one.
 * A transfer that breaks off throws and leaves no file behind. `onAsked` and `onAnswered` tell how far it is.
 */
export async function download(path: string, request: object, options: Options): Promise<{ warning: string | null }> {
  const { fallbackName, signal, onAsked, onAnswered } = options
  await session.token()
  onAsked()
  const response = await postRest(path, request, signal)
  onAnswered()
  await saveAnswer(response, fallbackName, signal)
  return { warning: response.headers.get('x-export-warning') }
}
