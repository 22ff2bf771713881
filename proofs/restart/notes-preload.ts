// Loaded into a server before its own code: notes each accepted connection and each received request, so that the proof knows what the
// server has taken.
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync } from 'node:fs'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { isMainThread } from 'node:worker_threads'

const file = process.env['RESTART_NOTES'] ?? ''
/** Processes around the server, such as npm, load this file, too. */
const isOfServer = ({ localPort }: Socket) => String(localPort) === process.env['PORT']
const note = (line: string) => appendFileSync(file, `${line}\n`)
const partOf = (message: unknown, name: string): unknown =>
  typeof message === 'object' && message !== null ? Object.entries(message).find(([key]) => key === name)?.[1] : undefined

if (isMainThread && file !== '') {
  subscribe('net.server.socket', (message) => {
    const socket = partOf(message, 'socket')
    if (socket instanceof Socket && isOfServer(socket)) note(`connection ${socket.remotePort}`)
  })
  subscribe('http.server.request.start', (message) => {
    const request = partOf(message, 'request')
    if (request instanceof IncomingMessage && isOfServer(request.socket)) note(`request ${String(request.headers['x-call'])}`)
  })
}
