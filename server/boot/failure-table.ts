import { z } from 'zod'

/** An error of the system, of a database or of a library, with what its sentence may need. */
export const CodedFailure = z.object({
  code: z.string(),
  message: z.string(),
  syscall: z.string().optional(),
  path: z.string().optional(),
  dest: z.string().optional(),
  address: z.string().optional(),
  port: z.number().optional(),
  hostname: z.string().optional(),
})
export type CodedFailure = z.infer<typeof CodedFailure>

/** `database`: its place, without a user and a password. `isFile`: whether a path is that of a file. */
export type Surroundings = { database: string; isFile: (path: string) => boolean }

type Sentence = (failure: CodedFailure, around: Surroundings) => string

const fileOf = ({ path, dest }: CodedFailure) => dest ?? path ?? 'A file'
const hostOf = ({ address, port, hostname, path }: CodedFailure) =>
  address === undefined ? (hostname ?? path ?? 'A server') : port === undefined ? address : `${address}:${port}`

const mayNotUse: Sentence = (failure) =>
  `${fileOf(failure)} may not be used by this user. Please run the command as the user that runs the server, or give it to that user (\`chown\`).`
const isFull: Sentence = (failure) => `The disk of ${fileOf(failure)} is full. Please free some space.`
const isTaken: Sentence = (failure, { isFile }) =>
  isFile(fileOf(failure))
    ? `${fileOf(failure)} is a file, and a folder is needed.`
    : `${fileOf(failure)} is there already. Does the same command run at this moment? Please try again.`
const isUnknown: Sentence = (failure) => `The host ${hostOf(failure)} is not known. Please correct its name, or the DNS.`
const isSilent: Sentence = (failure) => `${hostOf(failure)} does not answer. Please start the server there, or let this machine reach it.`
const isUntrusted: Sentence = ({ code }) =>
  `The certificate of a server is not accepted (${code}). Please renew it, or name the certificate of its issuer in NODE_EXTRA_CA_CERTS.`
const refusesUser: Sentence = (_, { database }) => `${database} refuses the user or the password of DATABASE_URL.`
const isPassing: Sentence = (_, { database }) => `${database} starts or ends at this moment. Please try again.`
const isReadOnly: Sentence = (_, { database }) =>
  `${database} may not be written by this user. Please give the file, its -wal and its -shm to the user that runs the server (\`chown\`, \`chmod 600\`).`
const isLocked: Sentence = (_, { database }) => `Another process has locked ${database} for too long. Please try again.`
const isDamaged: Sentence = (_, { database }) => `${database} is damaged, or is no database. Please restore the last backup.`

const ofListening: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is in use by another process. Please end that one, or choose another port with PORT.',
  EACCES: 'may not be used by this user. Please choose a port above 1023 with PORT.',
  EADDRNOTAVAIL: 'is not an address of this machine. Please correct HOST.',
}

const withoutTls = 'WITHOUT_TLS'

/** node-postgres gives this error no code. Returns it with one, and any other error as it is. */
export const withCode = (error: Error) =>
  error.message === 'The server does not support SSL connections' ? { code: withoutTls, message: error.message } : error

/** By the code of the error. SQLite's longer codes, such as SQLITE_READONLY_DBMOVED, count as their beginning. */
const sentences: Readonly<Record<string, Sentence>> = {
  EACCES: mayNotUse,
  EPERM: mayNotUse,
  EROFS: (failure) => `${fileOf(failure)} cannot be written: its disk is mounted as read-only.`,
  ENOSPC: isFull,
  EDQUOT: isFull,
  EEXIST: isTaken,
  ENOTEMPTY: isTaken,
  ENOTDIR: (failure) => `A part of ${fileOf(failure)} is a file, and a folder is needed.`,
  EISDIR: (failure) => `${fileOf(failure)} is a folder, and a file is needed.`,
  ENOENT: (failure) => `${fileOf(failure)} does not exist.`,
  EIO: (failure) => `${fileOf(failure)} cannot be read or written: its disk reports an error.`,
  ECONNREFUSED: (failure) => `${hostOf(failure)} refuses connections. Please start the server there, or correct its address.`,
  ECONNRESET: (failure) => `${hostOf(failure)} has cut the connection. Please try again.`,
  ENOTFOUND: isUnknown,
  EAI_AGAIN: isUnknown,
  ETIMEDOUT: isSilent,
  EHOSTUNREACH: isSilent,
  ENETUNREACH: isSilent,
  UND_ERR_CONNECT_TIMEOUT: isSilent,
  CERT_HAS_EXPIRED: isUntrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: isUntrusted,
  SELF_SIGNED_CERT_IN_CHAIN: isUntrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: isUntrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: isUntrusted,
  ERR_TLS_CERT_ALTNAME_INVALID: isUntrusted,
  SQLITE_CANTOPEN: (_, { database }) =>
    `${database} cannot be opened. Please give it and its folder to the user that runs the server, and run the command as that user.`,
  SQLITE_READONLY: isReadOnly,
  SQLITE_PERM: isReadOnly,
  SQLITE_FULL: (_, { database }) => `The disk of ${database}, or of its copy, is full. Please free some space.`,
  SQLITE_BUSY: isLocked,
  SQLITE_LOCKED: isLocked,
  SQLITE_CORRUPT: isDamaged,
  SQLITE_NOTADB: isDamaged,
  SQLITE_IOERR: (_, { database }) => `${database} cannot be read or written: its disk reports an error.`,
  '28P01': refusesUser,
  '28000': refusesUser,
  '3D000': (_, { database }) => `There is no database ${database}. Please make it, or correct DATABASE_URL.`,
  '42501': ({ message }, { database }) => `The user of DATABASE_URL may not do this in ${database}: ${message}.`,
  '25006': (_, { database }) => `${database} lets itself only be read. Please name the primary server in DATABASE_URL.`,
  '53100': (_, { database }) => `The disk of ${database} is full. Please free some space.`,
  '53300': (_, { database }) => `${database} has too many connections. Please try again, or raise its max_connections.`,
  '55P03': isLocked,
  '57P01': isPassing,
  '57P02': isPassing,
  '57P03': isPassing,
  [withoutTls]: (_, { database }) =>
    `${database} does not encrypt connections. Please turn that on there (\`ssl = on\`), or correct sslmode in DATABASE_URL.`,
  DATABASE_AWAY: (_, { database }) => `${database} cannot be reached. Please start it, or correct DATABASE_URL.`,
}

/** The sentence for an error that the operator can mend. null: any other error. It never contains a secret. */
export function sentenceOfFailure(failure: CodedFailure, around: Surroundings): string | null {
  const { code, syscall } = failure
  if (syscall === 'listen') return ofListening[code] === undefined ? null : `${hostOf(failure)} ${ofListening[code]}`
  const [key] = /^SQLITE_[A-Z]+/.exec(code) ?? [code]
  return sentences[key]?.(failure, around) ?? null
}
