import { BackcounterError, networkError } from './errors.ts'
import type { DownloadName } from './generated/operations.ts'
import type { CallOptions, Transport } from './transport.ts'

/** What is known of a file before its first byte. */
export type FileFacts = {
  name: string
  /** A sentence about what the file lacks. Null where nothing is known to be missing. */
  warning: string | null
  /** The job that records the export, with its receipt. Null for other files. */
  jobId: string | null
}
export type FileStream = FileFacts & { body: ReadableStream<Uint8Array> }
export type SavedFile = FileFacts & { path: string; bytes: number }

export type Download = {
  /** Writes the file. It appears under this path only when it is complete. In browsers, it throws NO_FILE_SYSTEM. */
  toFile(path: string): Promise<SavedFile>
  /** The bytes as they arrive. The stream fails where the file breaks off. */
  stream(): Promise<FileStream>
  /** The whole file as text, without its byte order mark. */
  text(): Promise<string>
}

/** The value of an extended header parameter (RFC 8187), or of a plain header. */
const decoded = (text: string) => (text.startsWith("UTF-8''") ? decodeURIComponent(text.slice("UTF-8''".length)) : text)

function nameIn(disposition: string | null): string {
  const [, extended] = /filename\*=([^;]+)/i.exec(disposition ?? '') ?? []
  const [, plain] = /filename="([^"]*)"/i.exec(disposition ?? '') ?? []
  return extended === undefined ? (plain ?? 'download') : decoded(extended)
}

function factsOf({ headers }: Response): FileFacts {
  const warning = headers.get('x-export-warning')
  return {
    name: nameIn(headers.get('content-disposition')),
    warning: warning === null ? null : decoded(warning),
    jobId: headers.get('x-export-job'),
  }
}

/** A file that is requested when it is read. */
export function downloadOf({ send }: Transport, name: DownloadName, input: object, options: CallOptions = {}): Download {
  async function stream(): Promise<FileStream> {
    const response = await send(name, input, options)
    return { ...factsOf(response), body: response.body ?? new ReadableStream({ start: (controller) => controller.close() }) }
  }
  return {
    stream,
    async toFile(path) {
      if ('document' in globalThis)
        throw new BackcounterError('Browsers cannot save to a path: use stream() or text()', { code: 'NO_FILE_SYSTEM' })
      const { save } = await import('./save.ts')
      const { body, ...facts } = await stream()
      const bytes = await save(body, path, options.signal)
      return { ...facts, path, bytes }
    },
    async text() {
      const { body } = await stream()
      try {
        return await new Response(body).text()
      } catch (cause) {
        throw networkError(cause, options.signal)
      }
    },
  }
}
