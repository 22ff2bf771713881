import type { JobType } from '#shared/jobs.ts'

/** A finished file that is delivered. */
export type Parcel = {
  /** The same in all attempts, and of no other delivery. */
  key: string
  /** The number of the attempt. Its leftovers at the destination carry it. */
  attempt: number
  name: string
  /** With its dot. */
  extension: string
  bytes: number
  sha256: string
  rows: number
  /** The bytes from `start` (inclusive) to `end` (exclusive). The file is opened by who asks for the first of them. */
  read: (start: number, end: number) => AsyncIterable<Uint8Array>
  /** Makes a name this delivery's own among those under way to its destination. false: another delivery has it. */
  reserve: (name: string) => Promise<boolean>
  /** The text of the receipt that is put beside the file. null: none is asked for. */
  receipt: string | null
  type: JobType
  jobId: string
  /** Another one where the export starts over. */
  fileId: string
  /** The address of the file for people and programs with the right to export. */
  url: string
}

/** How a delivery goes on where an earlier attempt stopped. */
export type Progress = {
  /** What the earlier attempt kept, in the form of the sender. null: it is the first. */
  from: unknown
  /** Makes a state durable. It rejects where the job was lost or ended. */
  keep: (state: unknown) => Promise<void>
  signal: AbortSignal
}

/** The name that the file has there, and where it is, for people. */
export type Arrived = { fileName: string; target: string }

/** What the attempts of a delivery may have left, up to the given one. `state`: what they kept. */
export type Leftover = Pick<Parcel, 'key' | 'attempt'> & { state: unknown }

/** Brings files to one destination. All calls throw DeliveryFailure. */
export type Sender = {
  /**
   * Delivers a file. A repetition after a failure at any moment ends in the same place with the same bytes, and no part of a file ever has
   * its final name.
   */
  send(parcel: Parcel, progress: Progress): Promise<Arrived>
  /** Removes what lies half at the destination, after a delivery was given up. A file that has arrived stays. */
  discard(left: Leftover, signal: AbortSignal): Promise<void>
  /** Tests the address, the credentials and the place. Leaves nothing behind. `onHostKey` hears of the key that a server with SFTP shows. */
  test(signal: AbortSignal, onHostKey: (fingerprint: string) => void): Promise<void>
}
